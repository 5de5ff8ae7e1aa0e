import { useId, type ComponentProps, type ReactNode } from "react";
import * as css from "./Choice.module.css";
import { FieldError } from "./Field";

type InputProps = Omit<ComponentProps<"input">, "id" | "className" | "type">;

type RadioOption = { value: string; label: ReactNode; hint?: ReactNode };

type RadioGroupProps = Omit<InputProps, "value"> & {
  legend: ReactNode;
  options: readonly RadioOption[];
  error?: string | undefined;
  /** Side by side where there is room. */
  inline?: boolean;
  /** The chosen one, when the parent keeps it; leave it out with `register()`. */
  value?: string;
};

/** One of a few. Takes what `register()` gives, or `name`, `value` and `onChange`. */
export function RadioGroup({ legend, options, error, inline = false, value, ...input }: RadioGroupProps) {
  const id = useId();
  return (
    <fieldset className={css.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={css.legend}>{legend}</legend>
      <div className={inline ? css.inline : css.stack}>
        {options.map((option) => (
          <label key={option.value} className={css.choice}>
            <input
              type="radio"
              className={css.radio}
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
              aria-invalid={error ? true : undefined}
              {...input}
            />
            <span>
              {option.label}
              {option.hint && <small className={css.hint}>{option.hint}</small>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} text={error} />
    </fieldset>
  );
}

type CheckboxProps = InputProps & { children: ReactNode; error?: string | undefined };

/** Yes or no, with its sentence beside it. */
export function Checkbox({ children, error, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <label className={css.choice}>
        <input
          type="checkbox"
          className={css.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...input}
        />
        <span>{children}</span>
      </label>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}

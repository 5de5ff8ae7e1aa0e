import type { ComponentProps } from "react";
import { Field, type FieldTexts } from "./Field";

type Option = { value: string; label: string };

type Props = FieldTexts &
  Omit<ComponentProps<"select">, "id" | "className" | "children"> & {
    options: readonly Option[];
    /** Text of the empty first choice; without it there is none. */
    placeholder?: string;
  };

/** The browser's own select, which is the right one on every device. */
export function Select({ label, hint, error, optional = false, options, placeholder, ...select }: Props) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <select {...select} {...control}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

import { useRef, useState, type ComponentProps } from "react";
import { emailMeant } from "./emailMeant";
import { Field, type FieldTexts } from "./Field";
import * as css from "./TextField.module.css";
import { typeInto } from "./typeInto";

type InputProps = Omit<ComponentProps<"input">, "id" | "className">;
type AreaProps = Omit<ComponentProps<"textarea">, "id" | "className">;

/** One line of text. Takes what `register()` of react-hook-form gives, and every attribute of an input. */
export function TextField({ id, label, hint, error, optional = false, note, type = "text", ...input }: FieldTexts & InputProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional} {...(note !== undefined && { note })}>
      {(control) => <input type={type} {...input} {...control} />}
    </Field>
  );
}

/** An email address, which no keyboard helps to spell: what looks like a slip is asked about once it is left. */
export function EmailField({ autoComplete = "email", onBlur, ...props }: FieldTexts & InputProps) {
  const [meant, setMeant] = useState("");
  const field = useRef<HTMLInputElement>(null);

  function take() {
    if (field.current) typeInto(field.current, meant);
    setMeant("");
    field.current?.focus();
  }

  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      note={
        meant && (
          <>
            Did you mean{" "}
            <button type="button" className={css.meant} onClick={take}>
              {meant}
            </button>
            ?
          </>
        )
      }
      onBlur={(event) => {
        field.current = event.target;
        setMeant(emailMeant(event.target.value));
        onBlur?.(event);
      }}
      {...props}
    />
  );
}

/** Several lines of text. */
export function TextArea({ label, hint, error, optional = false, rows = 5, ...area }: FieldTexts & AreaProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <textarea rows={rows} {...area} {...control} />}
    </Field>
  );
}

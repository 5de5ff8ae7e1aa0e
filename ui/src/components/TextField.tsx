import type { ComponentProps } from "react";
import { Field, type FieldTexts } from "./Field";

type InputProps = Omit<ComponentProps<"input">, "id" | "className">;
type AreaProps = Omit<ComponentProps<"textarea">, "id" | "className">;

/** One line of text. Takes what `register()` of react-hook-form gives, and every attribute of an input. */
export function TextField({ label, hint, error, optional = false, type = "text", ...input }: FieldTexts & InputProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <input type={type} {...input} {...control} />}
    </Field>
  );
}

/** An email address, which no keyboard helps to spell. */
export function EmailField({ autoComplete = "email", ...props }: FieldTexts & InputProps) {
  return <TextField type="email" inputMode="email" autoComplete={autoComplete} autoCapitalize="none" spellCheck={false} {...props} />;
}

/** Several lines of text. */
export function TextArea({ label, hint, error, optional = false, rows = 5, ...area }: FieldTexts & AreaProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <textarea rows={rows} {...area} {...control} />}
    </Field>
  );
}

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

/** Several lines of text. */
export function TextArea({ label, hint, error, optional = false, rows = 5, ...area }: FieldTexts & AreaProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <textarea rows={rows} {...area} {...control} />}
    </Field>
  );
}

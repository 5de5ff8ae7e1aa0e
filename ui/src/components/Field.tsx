import { useId, type ReactNode } from "react";
import * as css from "./Field.module.css";

export type FieldTexts = {
  label: ReactNode;
  /** Its address within the page, where a link leads to it; drawn where it is left out. */
  id?: string | undefined;
  /** Help that stands between label and field. */
  hint?: ReactNode;
  /** What is wrong with the value; announced and tied to the field. */
  error?: string | undefined;
  /** Adds "(Optional)" to the label. */
  optional?: boolean;
  /** What is said below it that is no error; "" while there is nothing. */
  note?: ReactNode;
};

/** What the control inside must carry to be tied to its label, hint and error. */
type ControlProps = {
  id: string;
  className: string | undefined;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type FieldProps = FieldTexts & { children: (control: ControlProps) => ReactNode };

/** Label above, hint, control, error below. TextField, TextArea and Select are made of it. */
export function Field({ label, id: given, hint, error, optional = false, note, children }: FieldProps) {
  const drawn = useId();
  const id = given ?? drawn;
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className={css.field} data-wrong={error ? true : undefined}>
      <label className={css.label} htmlFor={id}>
        {label}
        {optional && <span className={css.optional}> (Optional)</span>}
      </label>
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        className: css.control,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {note !== undefined && (
        <p className={css.hint} role="status">
          {note}
        </p>
      )}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}

/** Always in the page, so that a text that appears in it is announced. */
export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p className={css.error} id={id} aria-live="polite">
      {text}
    </p>
  );
}

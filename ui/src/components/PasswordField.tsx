import { useState, type ComponentProps, type KeyboardEvent } from "react";
import { Field, type FieldTexts } from "./Field";
import { Unseen } from "./Unseen";
import * as css from "./PasswordField.module.css";

type Props = FieldTexts & Omit<ComponentProps<"input">, "id" | "className" | "type">;

/** A password that can be looked at, with a word when Caps Lock is on. */
export function PasswordField({ label, hint, error, optional = false, onKeyUp, ...input }: Props) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);

  function watch(event: KeyboardEvent<HTMLInputElement>) {
    setCapsLock(event.getModifierState("CapsLock"));
    onKeyUp?.(event);
  }

  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {({ className, ...control }) => (
        <>
          <div className={css.row}>
            <input
              {...input}
              {...control}
              className={`${className} ${css.input}`}
              type={shown ? "text" : "password"}
              autoCapitalize="none"
              spellCheck={false}
              onKeyUp={watch}
            />
            <button type="button" className={css.show} aria-pressed={shown} onClick={() => setShown(!shown)}>
              {shown ? "Hide" : "Show"}
              <Unseen> password</Unseen>
            </button>
          </div>
          <p className={css.caps} aria-live="polite">
            {capsLock && "Caps Lock is on."}
          </p>
        </>
      )}
    </Field>
  );
}

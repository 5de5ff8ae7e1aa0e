import type { ReactNode } from "react";
import * as css from "./PasswordReset.module.css";

/** Beside the form in which a client chooses a password: what it has to be. */
export function PasswordRules({ children }: { children?: ReactNode }) {
  return (
    <aside className={css.rules}>
      <h2>Your new password</h2>
      <ul>
        <li>At least 8 characters</li>
        <li>Letters and numbers</li>
        <li>Different from the temporary password</li>
        <li>Not a common one, and not your own name or email address</li>
      </ul>
      {children}
    </aside>
  );
}

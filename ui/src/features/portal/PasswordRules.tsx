import * as css from "./PasswordReset.module.css";

/** Before the form in which a client chooses a password, since a phone's keyboard covers what is below: what it has to be. */
export function PasswordRules({ replaces = "" }: { replaces?: string }) {
  return (
    <aside className={css.rules}>
      <h2>Your new password</h2>
      <ul>
        <li>At least 8 characters</li>
        <li>Letters and numbers, harder to guess together</li>
        {replaces && <li>Different from the {replaces}</li>}
        <li>Not a common one, and not your own name or email address</li>
      </ul>
    </aside>
  );
}

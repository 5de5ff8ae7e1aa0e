import { KeyRound } from "lucide-react";
import { useState } from "react";
import { errorText, request } from "../../api/client";
import type { CurrentUser } from "../../api/user";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { Notice } from "../../components/Notice";
import { noPasswords, passwordChange } from "../../components/passwordChange";
import { PasswordField } from "../../components/PasswordField";
import { toast } from "../../components/toast";
import { showServerErrors, useZodForm } from "../../components/useZodForm";
import { useNoteSignedOut } from "./api";
import * as css from "./OwnPassword.module.css";

type Props = { user: CurrentUser; className: string | undefined; wordClass: string | undefined };

/** Opens the change of one's own password. */
export function OwnPassword({ user, className, wordClass }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} aria-label="Change your password" onClick={() => setOpen(true)}>
        <KeyRound size={18} strokeWidth={1.5} aria-hidden />
        <span className={wordClass}>Password</span>
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Change your password">
        <ChangeForm user={user} done={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ChangeForm({ user, done }: { user: CurrentUser; done: () => void }) {
  const form = useZodForm(passwordChange, noPasswords);
  const noteSignedOut = useNoteSignedOut();
  const [problem, setProblem] = useState("");
  const { errors, isSubmitting } = form.formState;

  const save = form.handleSubmit(async (values) => {
    setProblem("");
    try {
      await request("POST", "/api/admin/password", values);
    } catch (error) {
      noteSignedOut(error);
      if (!showServerErrors(form, error)) {
        setProblem(errorText(error, "The server does not answer. Your password is what it was. Please try again."));
      }
      return;
    }
    done();
    toast({ title: "Your password is changed", body: "Wherever else you were signed in, you are signed out." });
  });

  return (
    <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
      <p>At least 8 characters, and not a common one. Wherever else you are signed in, you will be signed out.</p>
      <input type="text" hidden readOnly autoComplete="username" value={user.email} />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        error={errors.newPassword?.message}
        {...form.register("newPassword")}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register("confirmPassword")}
      />
      {problem && (
        <Notice tone="red" role="alert">
          {problem}
        </Notice>
      )}
      <Button type="submit" wide busy={isSubmitting}>
        Change password
      </Button>
    </form>
  );
}

import { useState } from "react";
import { errorText, request } from "../../api/client";
import type { CurrentUser } from "../../api/user";
import { Button } from "../../components/Button";
import { noPasswords, passwordChange } from "../../components/passwordChange";
import { PasswordChangeFields } from "../../components/PasswordChangeFields";
import { Problem } from "../../components/Problem";
import { toast } from "../../components/toast";
import { showServerErrors, useZodForm } from "../../components/useZodForm";
import { useNoteSignedOut } from "./api";
import * as css from "./DialogForm.module.css";

/** Changes one's own password. */
export default function OwnPasswordForm({ user, done }: { user: CurrentUser; done: () => void }) {
  const form = useZodForm(passwordChange([user.name, user.email]), noPasswords);
  const noteSignedOut = useNoteSignedOut();
  const [problem, setProblem] = useState("");
  const { isSubmitting } = form.formState;

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
      <p>At least 8 characters, not a common one, and not your own name or sign-in. Wherever else you are signed in, you will be signed out, and an address that you have made for the calendar on your phone ends.</p>
      <PasswordChangeFields form={form} account={user.email} />
      <Problem>{problem}</Problem>
      <Button type="submit" wide busy={isSubmitting}>
        Change password
      </Button>
    </form>
  );
}

import { useState } from "react";
import { useSWRConfig } from "swr";
import { errorText, request } from "../../api/client";
import { Button } from "../../components/Button";
import { noPasswords, passwordChange } from "../../components/passwordChange";
import { PasswordChangeFields } from "../../components/PasswordChangeFields";
import { Problem } from "../../components/Problem";
import { toast } from "../../components/toast";
import { showServerErrors, useZodForm } from "../../components/useZodForm";
import { sessionsKey } from "./api";
import * as css from "./Profile.module.css";
import { ProjectSection } from "./ProjectSection";

/** The change of a password of one's own. */
export function ProfilePassword({ name, email }: { name: string; email: string }) {
  const { mutate } = useSWRConfig();
  const form = useZodForm(passwordChange([name, email]), noPasswords);
  const [problem, setProblem] = useState("");

  const save = form.handleSubmit(async (values) => {
    setProblem("");
    try {
      await request("POST", "/api/client/reset-password", values);
    } catch (error) {
      if (!showServerErrors(form, error)) {
        setProblem(errorText(error, "The server does not answer. Your password is what it was. Please try again."));
      }
      return;
    }
    form.reset();
    toast({ title: "Your password is changed", body: "Wherever else you were signed in, you are signed out." });
    void mutate(sessionsKey);
  });

  return (
    <ProjectSection id="password" title="Password">
      <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
        <p>At least 8 characters, not a common one, and not your own name or email address. Wherever else you are signed in, you will be signed out.</p>
        <PasswordChangeFields form={form} account={email} />
        <Problem>{problem}</Problem>
        <div>
          <Button type="submit" variant="secondary" busy={form.formState.isSubmitting}>
            Change password
          </Button>
        </div>
      </form>
    </ProjectSection>
  );
}

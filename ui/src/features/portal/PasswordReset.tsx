import { useState } from "react";
import { useSWRConfig } from "swr";
import { errorText, request } from "../../api/client";
import { userKey } from "../../api/user";
import { Button } from "../../components/Button";
import { PageHead } from "../../components/PageHead";
import { noPasswords, passwordChange } from "../../components/passwordChange";
import { PasswordField } from "../../components/PasswordField";
import { toast } from "../../components/toast";
import { showServerErrors, useZodForm } from "../../components/useZodForm";
import { profileKey, type Profile } from "./api";
import * as css from "./PasswordReset.module.css";
import { SignOutButton } from "./SignOutButton";

const failed = "Failed to update password. Please check your current password and try again.";
const portalDelay = 1000;

/** The change of the temporary password, before anything else of the portal. */
export function PasswordReset({ profile }: { profile: Profile }) {
  const { mutate } = useSWRConfig();
  const form = useZodForm(passwordChange, noPasswords);
  const [done, setDone] = useState(false);
  const { errors, isSubmitting } = form.formState;

  const save = form.handleSubmit(async (values) => {
    try {
      await request("POST", "/api/client/reset-password", values);
    } catch (error) {
      showServerErrors(form, error);
      toast({ title: "Password Reset Failed", body: errorText(error, failed), variant: "destructive" });
      return;
    }
    setDone(true);
    toast({
      title: "Password Updated Successfully",
      body: "Your password has been changed. You can now access your client portal.",
    });
    setTimeout(() => {
      void mutate(profileKey);
      void mutate(userKey);
      document.getElementById("main")?.focus({ preventScroll: true });
      window.scrollTo({ top: 0, behavior: "instant" });
    }, portalDelay);
  });

  return (
    <>
      <PageHead compact title="Password Reset Required">
        Welcome, {profile.name}. You signed in with a temporary password; please choose your own to open your portal.
      </PageHead>
      <div className={css.reset}>
        <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
          <input type="text" hidden readOnly autoComplete="username" value={profile.email} />
          <PasswordField
            label="Current password"
            hint="The temporary one from our email"
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
          <Button type="submit" wide busy={isSubmitting || done}>
            Change password
          </Button>
        </form>
        <aside className={css.rules}>
          <h2>Your new password</h2>
          <ul>
            <li>At least 8 characters</li>
            <li>Letters and numbers</li>
            <li>Different from the temporary password</li>
            <li>Not a common one, and not your own name or email address</li>
          </ul>
          <SignOutButton />
        </aside>
      </div>
    </>
  );
}

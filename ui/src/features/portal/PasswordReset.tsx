import { useState } from "react";
import { useSWRConfig } from "swr";
import { errorText, request } from "../../api/client";
import { userKey } from "../../api/user";
import { Button } from "../../components/Button";
import { PageHead } from "../../components/PageHead";
import { noPasswords, passwordChange } from "../../components/passwordChange";
import { PasswordChangeFields } from "../../components/PasswordChangeFields";
import { toast } from "../../components/toast";
import { showServerErrors, useZodForm } from "../../components/useZodForm";
import { profileKey, type Profile } from "./api";
import * as css from "./PasswordReset.module.css";
import { PasswordRules } from "./PasswordRules";
import { SignOutButton } from "./SignOutButton";

const failed = "Failed to update password. Please check your current password and try again.";
const portalDelay = 1000;

/** The change of the temporary password, before anything else of the portal. */
export function PasswordReset({ profile }: { profile: Profile }) {
  const { mutate } = useSWRConfig();
  const form = useZodForm(passwordChange([profile.name, profile.email]), noPasswords);
  const [done, setDone] = useState(false);
  const { isSubmitting } = form.formState;

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
        <PasswordRules replaces="temporary password" />
        <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
          <PasswordChangeFields form={form} account={profile.email} currentHint="The temporary one from our email" />
          <Button type="submit" wide busy={isSubmitting || done}>
            Change password
          </Button>
        </form>
        <div>
          <SignOutButton />
        </div>
      </div>
    </>
  );
}

import { ApiError, errorText, request } from "../../api/client";
import { useQuery } from "../../api/query";
import { Button } from "../../components/Button";
import { ChosenPassword } from "../../components/ChosenPassword";
import { Notice } from "../../components/Notice";
import { PageHead } from "../../components/PageHead";
import { chosenPassword } from "../../components/passwordChange";
import { Skeleton } from "../../components/Skeleton";
import { carryFocus } from "../../components/focus";
import { carryToasts, toast } from "../../components/toast";
import { showServerErrors, useZodForm } from "../../components/useZodForm";
import { paths } from "../../paths";
import { fetchOfToken, resetLookAddress, resetPasswordAddress, type ResetOf, type Token } from "./api";
import { AskResetLink } from "./AskResetLink";
import * as css from "./PasswordReset.module.css";
import { PasswordRules } from "./PasswordRules";
import { useToken } from "./useToken";

const notReached = "Unable to connect to server. Please try again.";

/** Asks for the link that lets a client choose a password, and is where it leads. Opening it changes nothing. */
export function ResetPage() {
  const token = useToken(paths.portalReset);
  const { data, error, mutate } = useQuery<ResetOf>(token ? [resetLookAddress, token] : null, { fetcher: fetchOfToken });
  const isGone = error instanceof ApiError && error.status === 404;

  if (data && token) return <ChooseForm token={token} email={data.email} onGone={() => void mutate()} />;
  return (
    <>
      <PageHead compact title="A new password">
        We email you a link with which you choose one.
      </PageHead>
      <div className={css.reset}>
        {token === "" || isGone ? (
          <AskResetLink problem={isGone ? errorText(error, "") : ""} />
        ) : error ? (
          <div className={css.form}>
            <Notice tone="red" role="alert">
              <p>{errorText(error, notReached)}</p>
            </Notice>
            <div>
              <Button onClick={() => void mutate()}>Try again</Button>
            </div>
          </div>
        ) : (
          <div className={css.form} aria-busy="true">
            <p role="status">Looking at the link...</p>
            <Skeleton count={3} />
          </div>
        )}
      </div>
    </>
  );
}

type Props = { token: Token; email: string; onGone: () => void };

function ChooseForm({ token, email, onGone }: Props) {
  const form = useZodForm(chosenPassword([email]), { newPassword: "", confirmPassword: "" });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;

  const save = form.handleSubmit(async (values) => {
    try {
      await request("POST", resetPasswordAddress, { token, ...values });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) onGone();
      showServerErrors(form, error);
      toast({ title: "Password Reset Failed", body: errorText(error, notReached), variant: "destructive" });
      form.setError("root", {});
      return;
    }
    toast({
      title: "Password Updated Successfully",
      body: "Your password has been changed. You can now access your client portal.",
    });
    carryToasts();
    carryFocus();
    location.replace(paths.clientPortal);
  });

  return (
    <>
      <PageHead compact title="Choose a new password">
        For the client portal of {email}. Wherever else you are signed in, you will be signed out.
      </PageHead>
      <div className={css.reset}>
        <PasswordRules />
        <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
          <input type="text" hidden readOnly autoComplete="username" value={email} />
          <ChosenPassword register={form.register} errors={errors} />
          <Button type="submit" wide busy={isSubmitting || isSubmitSuccessful}>
            Set password and sign in
          </Button>
        </form>
      </div>
    </>
  );
}

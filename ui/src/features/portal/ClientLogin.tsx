import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useSWRConfig } from "swr";
import * as z from "zod/mini";
import { ApiError, errorText, request } from "../../api/client";
import { forgetEnded, wasEnded } from "../../api/endedSession";
import { useUser } from "../../api/user";
import { AppLink } from "../../components/AppLink";
import { Button, ButtonLink } from "../../components/Button";
import { carryFocus } from "../../components/focus";
import { messages } from "../../components/messages";
import { Notice } from "../../components/Notice";
import { PasswordField } from "../../components/PasswordField";
import { EmailField } from "../../components/TextField";
import { carryToasts, toast } from "../../components/toast";
import { useErrorToast } from "../../components/useErrorToast";
import { showServerErrors, useZodForm } from "../../components/useZodForm";
import { paths } from "../../paths";
import { useSite } from "../../site/SiteContext";
import { profileKey, type Profile } from "./api";
import * as css from "./ClientLogin.module.css";
import { DoorPlan } from "./DoorPlan";
import { emailRule } from "./emailRule";

const credentials = z.object({
  email: emailRule,
  password: z.string().check(z.minLength(1, messages.required)),
});

const profileDelay = 500;

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Client Login, and where a visitor who has no account goes. */
export function ClientLogin() {
  const site = useSite();
  const user = useUser();
  const closed = site["payments.closed"];
  const [ended] = useState(wasEnded);
  return (
    <div className={css.login}>
      <div className={css.side}>
        <h1>Client Login</h1>
        <p className={css.lead}>Your projects, documents and appointments in one place.</p>
        {user?.kind === "staff" && (
          <Notice tone="blue">
            <p>You are signed in as staff ({user.name}). Signing in here as a client ends that.</p>
          </Notice>
        )}
        {ended && (
          <Notice tone="amber" title="You were signed out on this device" role="status">
            <p>
              Your password or email address was changed, another device signed this one out, we put two records of yours together, or your
              account was deleted. Sign in to go on where you were; if none of it was you, take the reset link below.
            </p>
          </Notice>
        )}
        <LoginForm />
      </div>
      <aside className={css.sheet} data-tone="stone">
        <DoorPlan />
        <div className={css.words}>
          <h2>No account yet?</h2>
          <p>
            {closed || "Your account is made for you when you book: the sign-in comes by email once it is paid."}
          </p>
          <div className={css.ways}>
            <ButtonLink variant="secondary" to={closed ? `${paths.contact}#enquiry` : paths.contact}>
              {closed ? "Send us an enquiry" : "Book a Consultation"}
            </ButtonLink>
            <ButtonLink variant="secondary" to={paths.services}>
              View Our Services
            </ButtonLink>
          </div>
        </div>
      </aside>
    </div>
  );
}

function LoginForm() {
  const site = useSite();
  const { mutate } = useSWRConfig();
  const form = useZodForm(credentials, { email: "", password: "" });
  const email = useWatch({ control: form.control, name: "email" });
  const [problem, setProblem] = useState("");
  const failed = useErrorToast();
  const { errors, isSubmitting } = form.formState;

  function fail(title: string, body: string) {
    setProblem(body);
    failed.tell(title, body);
  }

  const signIn = form.handleSubmit(async (values) => {
    setProblem("");
    failed.clear();
    try {
      await request("POST", "/api/client/login", values);
    } catch (error) {
      if (showServerErrors(form, error)) return;
      if (error instanceof ApiError) fail("Login Failed", errorText(error, "Invalid email or password."));
      else fail("Login Error", "Unable to connect to server. Please try again.");
      form.setFocus("password", { shouldSelect: true });
      return;
    }
    toast({ title: "Login Successful" });
    await pause(profileDelay);
    try {
      await request<Profile>("GET", profileKey);
    } catch {
      fail("Authentication Error", "Please try logging in again.");
      void mutate("/api/user");
      return;
    }
    forgetEnded();
    carryToasts();
    carryFocus();
    location.reload();
    await pause(10_000);
  });

  return (
    <form className={css.form} noValidate onSubmit={(event) => void signIn(event)}>
      <EmailField
        label="Email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register("password")}
      />
      {problem && <p className={css.problem}>{problem}</p>}
      <Button type="submit" wide busy={isSubmitting}>
        LOGIN
      </Button>
      <p className={css.forgot}>
        <AppLink to={paths.portalReset} state={{ email }}>
          Email me a reset link
        </AppLink>
        <a href={`${site["business.supportHref"]}?subject=Client%20portal%20password`} data-given={site["business.supportEmail"]}>
          Forgot password?
        </a>
      </p>
      <p className={css.hint}>
        Your first password came by email. The reset link lets you choose another one at once; “Forgot password?” writes an
        email to our team.
      </p>
    </form>
  );
}

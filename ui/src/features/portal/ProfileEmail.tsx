import { useState } from "react";
import { useSWRConfig } from "swr";
import * as z from "zod/mini";
import { errorText, newKey, request } from "../../api/client";
import { ONBOARDING_TEXT_RULES as rules } from "../../api/onboardingRules.gen";
import { Button } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { useHeir } from "../../components/focus";
import { messages } from "../../components/messages";
import { Notice } from "../../components/Notice";
import { PasswordField } from "../../components/PasswordField";
import { textOf } from "../../components/ruleSchema";
import { EmailField } from "../../components/TextField";
import { toast } from "../../components/toast";
import { showServerErrors, useZodForm } from "../../components/useZodForm";
import { detailsKey, emailChangeAddress, type Details } from "./api";
import * as css from "./Profile.module.css";
import { ProjectSection } from "./ProjectSection";

const asked = z.object({ email: textOf(rules.email), password: z.string().check(z.minLength(1, messages.required)) });
// Its answer is shorter than the form, which would leave a phone far below it.
const heading = "#email h2";
const notReached = "We cannot reach the server. Please try again.";

/** The address that the client signs in with, and its change, which both mailboxes have to confirm. */
export function ProfileEmail({ details }: { details: Details }) {
  const { emailChange, email } = details;
  return (
    <ProjectSection id="email" title="Email address">
      <div className={css.part}>
        <p className={css.value}>{email}</p>
        {emailChange ? <Waiting change={emailChange} email={email} /> : <AskForm email={email} />}
      </div>
    </ProjectSection>
  );
}

function Waiting({ change, email }: { change: NonNullable<Details["emailChange"]>; email: string }) {
  useHeir(heading);
  const { mutate } = useSWRConfig();
  const [busy, setBusy] = useState(false);

  async function stop() {
    setBusy(true);
    try {
      await request("DELETE", emailChangeAddress);
      await mutate(detailsKey);
    } catch (error) {
      toast({ title: "The change was not stopped", body: errorText(error, notReached), variant: "destructive" });
    }
    setBusy(false);
  }

  return (
    <>
      <Notice tone="blue" title={`To be changed to ${change.newAddress}`}>
        <p>
          We have written to both addresses. The change is made when both have said yes, until{" "}
          <DateTime iso={change.expiresAt} format="full" />.
        </p>
        <ul className={css.states}>
          <li>
            {email}: {change.oldConfirmed ? "has said yes" : "not yet"}
          </li>
          <li>
            {change.newAddress}: {change.newConfirmed ? "has said yes" : "not yet"}
          </li>
        </ul>
        {!change.oldConfirmed && <p>If you can read {email} no longer, please call us.</p>}
      </Notice>
      <Button variant="secondary" busy={busy} onClick={() => void stop()}>
        Stop the change
      </Button>
    </>
  );
}

function AskForm({ email }: { email: string }) {
  useHeir(heading);
  const { mutate } = useSWRConfig();
  const form = useZodForm(asked, { email: "", password: "" });
  const [key, setKey] = useState(newKey);
  const [problem, setProblem] = useState("");
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async (values) => {
    setProblem("");
    try {
      await request("POST", emailChangeAddress, values, { "Idempotency-Key": key });
      setKey(newKey());
      await mutate(detailsKey);
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem(errorText(error, notReached));
    }
  });

  return (
    <form className={css.form} noValidate onSubmit={(event) => void send(event)}>
      <p>
        We send a link to {email} and one to the new address. The change is made when both have said yes, within 24 hours; until then
        nothing changes. Every other device is signed out then, and this one stays signed in.
      </p>
      <EmailField
        label="New email address"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register("password")}
      />
      {problem && (
        <Notice tone="red" role="alert" title="Not sent yet">
          <p>{problem}</p>
        </Notice>
      )}
      <div>
        <Button type="submit" variant="secondary" busy={isSubmitting}>
          Send both links
        </Button>
      </div>
    </form>
  );
}

import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import * as z from "zod/mini";
import { errorText, request } from "../../api/client";
import { AppLink } from "../../components/AppLink";
import { Button } from "../../components/Button";
import { Notice } from "../../components/Notice";
import { EmailField } from "../../components/TextField";
import { showServerErrors, useZodForm } from "../../components/useZodForm";
import { paths } from "../../paths";
import { useSite } from "../../site/SiteContext";
import { resetLinkAddress } from "./api";
import { emailRule } from "./emailRule";
import * as css from "./PasswordReset.module.css";

const asked = z.object({ email: emailRule });

/** Has a link sent to an address; whose it is, nobody is told. `problem`: what is wrong with the link that led here. */
export function AskResetLink({ problem }: { problem: string }) {
  const site = useSite();
  const { state } = useLocation() as { state: { email?: string } | null };
  const form = useZodForm(asked, { email: state?.email ?? "" });
  const [sentTo, setSentTo] = useState("");
  const [failure, setFailure] = useState("");
  const told = useRef<HTMLDivElement>(null);
  const { errors, isSubmitting } = form.formState;

  useEffect(() => {
    if (sentTo) told.current?.focus();
  }, [sentTo]);

  const send = form.handleSubmit(async (values) => {
    setFailure("");
    try {
      await request("POST", resetLinkAddress, values);
      setSentTo(values.email);
    } catch (error) {
      if (!showServerErrors(form, error)) setFailure(errorText(error, "Unable to connect to server. Please try again."));
    }
  });

  if (sentTo) {
    return (
      <div ref={told} tabIndex={-1} className={css.form}>
        <Notice tone="green" title="Look into your mailbox">
          <p>If {sentTo} has a sign-in for the client portal, a link is on its way to it. It works once, for one hour.</p>
        </Notice>
        <p>
          Nothing there after a few minutes? Look among the spam. We send at most three links an hour to one address; each is
          good for its hour, until one of them is used.
        </p>
        <p>
          You get a sign-in once your first booking is paid: before that there is none.
          <span data-given={site["business.supportEmail"]}>
            {" "}
            Have you paid and still cannot get in? Write to <a href={site["business.supportHref"]}>{site["business.supportEmail"]}</a>.
          </span>
        </p>
        <div>
          <Button variant="quiet" onClick={() => setSentTo("")}>
            Use another address
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form className={css.form} noValidate onSubmit={(event) => void send(event)}>
      {problem && <Notice tone="amber" title={problem} role="alert" />}
      <EmailField
        label="Email"
        hint="The address that our letters go to"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register("email")}
      />
      {failure && (
        <Notice tone="red" title="Not sent yet" role="alert">
          <p>{failure}</p>
        </Notice>
      )}
      <Button type="submit" wide busy={isSubmitting}>
        Email me a reset link
      </Button>
      <p>
        <AppLink to={paths.clientPortal}>Back to the sign-in</AppLink>
      </p>
    </form>
  );
}

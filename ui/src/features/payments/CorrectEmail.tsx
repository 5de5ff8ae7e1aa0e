import { useEffect, useRef, useState, type ReactNode } from "react";
import * as z from "zod/mini";
import { errorText, request } from "../../api/client";
import { BOOKING_TEXT_RULES as rules } from "../../api/rules.gen";
import { Button } from "../../components/Button";
import { Notice } from "../../components/Notice";
import { textOf } from "../../components/ruleSchema";
import { EmailField } from "../../components/TextField";
import { showServerErrors, useZodForm } from "../../components/useZodForm";
import { useSite } from "../../site/SiteContext";
import * as css from "./CorrectEmail.module.css";

const asked = z.object({ email: textOf(rules.email) });

type Props = {
  /** Null once it can be corrected no more. */
  id: number | null;
  email: string;
  /** The address that it was corrected to on this page; "" where it was not. */
  corrected: string;
  onCorrected: (to: string) => void;
  children: ReactNode;
};

/** The address that was given, as `children` say it, and its correction while nobody has used it. */
export function CorrectEmail({ id, email, corrected, onCorrected, children }: Props) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const answer = useRef<HTMLDivElement>(null);
  const opened = useRef(false);

  // Where the form was, its answer has the focus, or its opener gets it back.
  useEffect(() => {
    if (opened.current && !open) (answer.current ?? opener.current)?.focus();
    opened.current = open;
  }, [open]);

  return (
    <div className={css.address}>
      <p className={css.given}>
        <span>{children}</span>{" "}
        {!open && id !== null && (
          <button ref={opener} type="button" className={css.open} onClick={() => setOpen(true)}>
            Not your address?
          </button>
        )}
      </p>
      {corrected && !open && (
        <div ref={answer} className={css.answer} tabIndex={-1}>
          <Notice tone="green" title={`Corrected to ${corrected}`}>
            <p>We have written to it, and to the other address once more, that it was a mistake.</p>
          </Notice>
        </div>
      )}
      {corrected && id === null && <WrongAddress />}
      {open && id !== null && (
        <CorrectionForm
          id={id}
          email={email}
          onClose={() => setOpen(false)}
          onCorrected={(to) => {
            onCorrected(to);
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}

type FormProps = { id: number; email: string; onClose: () => void; onCorrected: (to: string) => void };

function CorrectionForm({ id, email, onClose, onCorrected }: FormProps) {
  const form = useZodForm(asked, { email });
  const [problem, setProblem] = useState("");
  const { errors, isSubmitting } = form.formState;

  useEffect(() => form.setFocus("email"), [form]);

  const send = form.handleSubmit(async (values) => {
    setProblem("");
    try {
      await request("POST", `/api/projects/${id}/email`, values);
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem(errorText(error, "We cannot reach the server. Please try again."));
      return;
    }
    onCorrected(values.email);
  });

  return (
    <form className={css.form} noValidate onSubmit={(event) => void send(event)}>
      <EmailField
        label="Your email address"
        hint="Our letters and your sign-in for the client portal go there instead."
        error={errors.email?.message}
        {...form.register("email")}
      />
      {problem && (
        <Notice tone="red" role="alert" title="Not corrected yet">
          <p>{problem}</p>
        </Notice>
      )}
      <div className={css.actions}>
        <Button type="submit" busy={isSubmitting}>
          Correct the address
        </Button>
        {!isSubmitting && (
          <Button variant="quiet" onClick={onClose}>
            Keep it as it is
          </Button>
        )}
      </div>
    </form>
  );
}

/** Whom to call where the address cannot be corrected here. */
export function WrongAddress() {
  const site = useSite();
  return (
    <p className={css.wrong}>
      Not your address? Please call us
      <span data-given={site["business.phone"]}>
        {" "}
        on <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>
      </span>
      .
    </p>
  );
}

import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { errorText, request } from "../../api/client";
import { ENQUIRY_ANSWERED, ENQUIRY_TEXT_RULES } from "../../api/rules.gen";
import { Button } from "../../components/Button";
import { Notice } from "../../components/Notice";
import { textOf } from "../../components/ruleSchema";
import { EmailField, TextArea, TextField } from "../../components/TextField";
import { typedBefore } from "../../components/typedBefore";
import { useHydrated } from "../../components/useHydrated";
import { refill, showServerErrors, useZodForm } from "../../components/useZodForm";
import * as css from "./EnquiryForm.module.css";

type Enquiry = { name: string; email: string; phone: string; message: string };

const schema: z.ZodMiniType<Enquiry, Enquiry> = z.object({
  name: textOf(ENQUIRY_TEXT_RULES.name),
  email: textOf(ENQUIRY_TEXT_RULES.email),
  phone: textOf(ENQUIRY_TEXT_RULES.phone),
  message: textOf(ENQUIRY_TEXT_RULES.message),
});
const formName = "enquiry-form";
const blank: Enquiry = { name: "", email: "", phone: "", message: "" };

/** Where a link leads who wants to write. */
export const firstField = "enquiry-name";

/** Under this the tab remembers what is typed, until it is sent. */
export const memoryKey = "helios.enquiry";

function recall(): Partial<Enquiry> {
  try {
    return JSON.parse(sessionStorage.getItem(memoryKey) ?? "{}") as Partial<Enquiry>;
  } catch {
    return {};
  }
}

/** A short message for visitors who are not ready to book. */
export function EnquiryForm() {
  const [typed] = useState(() => (typeof document === "undefined" ? {} : { ...recall(), ...typedBefore(formName, blank) }));
  const form = useZodForm<Enquiry>(schema, { ...blank, ...typed });
  const hydrated = useHydrated();
  const [sentTo, setSentTo] = useState("");
  const [problem, setProblem] = useState("");
  const thanks = useRef<HTMLDivElement>(null);
  const { errors, isSubmitting } = form.formState;

  useEffect(() => {
    if (sentTo) thanks.current?.focus();
  }, [sentTo]);

  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => sessionStorage.setItem(memoryKey, JSON.stringify(values)) }),
    [form],
  );

  async function send(values: Enquiry) {
    setProblem("");
    try {
      await request("POST", "/api/enquiries", values);
      refill(form, { ...values, message: "" });
      sessionStorage.removeItem(memoryKey);
      setSentTo(values.email);
    } catch (error) {
      if (showServerErrors(form, error)) return;
      setProblem(errorText(error, "We could not reach the server. Your message is kept here; please try again."));
    }
  }

  return (
    <section className={css.enquiry} aria-labelledby="enquiry">
      <h2 id="enquiry">Not ready to book?</h2>
      {sentTo ? (
        <div ref={thanks} tabIndex={-1} className={css.thanks}>
          <Notice tone="green" title="Thank you, your message is with us">
            <p>We answer {ENQUIRY_ANSWERED}, to {sentTo}.</p>
          </Notice>
          <Button variant="quiet" onClick={() => setSentTo("")}>
            Write another message
          </Button>
        </div>
      ) : (
        <>
          <p>Write to us first. It costs nothing.</p>
          <form className={css.form} name={formName} noValidate onSubmit={(event) => void form.handleSubmit(send)(event)}>
            <TextField id={firstField} label="Name" autoComplete="name" error={errors.name?.message} {...form.register("name")} />
            <EmailField
              label="Email"
              error={errors.email?.message}
              {...form.register("email")}
            />
            <TextField
              label="Phone"
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              error={errors.phone?.message}
              {...form.register("phone")}
            />
            <TextArea label="Message" error={errors.message?.message} {...form.register("message")} />
            {problem && (
              <Notice tone="red" title="Not sent yet" role="alert">
                <p>{problem}</p>
              </Notice>
            )}
            <Button type={hydrated ? "submit" : "button"} variant="secondary" busy={isSubmitting}>
              Send message
            </Button>
          </form>
        </>
      )}
    </section>
  );
}

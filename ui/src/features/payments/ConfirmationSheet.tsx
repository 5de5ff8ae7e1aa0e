import { AppLink } from "../../components/AppLink";
import { Button, ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { paths } from "../../paths";
import { AddToCalendar } from "./AddToCalendar";
import { BankPanel } from "./BankPanel";
import * as css from "./ConfirmationSheet.module.css";
import type { Confirmation } from "./useConfirmation";

export type SheetContent = {
  name: string;
  /** "" where only the browser remembers the booking. */
  reference: string;
  /** ISO instant, or null while no time is set. */
  slot: string | null;
  /** How long a time is kept for a transfer, in the server's words. */
  transferNote: string | null;
  service: string;
  /** "" is not shown. */
  projectType: string;
  email: string;
  files: string[];
  /** `amount` in dollars. */
  payment: { amount: number; currency: string; transactionId: string };
  /** Begun at /onboarding: a service with a consultation time, not a booking fee. */
  isProject: boolean;
  calendarUrl: string | null;
  /** The time is the client's for good. */
  confirmed: boolean;
  bank: Confirmation["bank"];
};

const meeting = "We meet for 45 minutes. A reminder reaches you the day before, unless your time is sooner than that.";

const transferNext = [
  "You transfer the amount with its reference.",
  "We write to you as soon as it has arrived.",
  meeting,
];

const feeTransferNext = [
  "You transfer the amount with its reference.",
  "We write to you as soon as it has arrived.",
  "Our team contacts you within 24 hours of that to schedule your consultation.",
];

const metNext = (given: string) => [`We read your ${given} before we meet.`, meeting, "Then we agree on the next steps of your project."];

const bookedNext = (given: string) => [
  `We review your ${given}.`,
  "Our team contacts you within 24 hours to schedule your consultation.",
  "The booking fee is deducted from the total agreed service cost.",
];

/** Of somebody whom no letter reaches. */
const calledNext = (reference: string, isProject: boolean, awaiting: boolean) => [
  `You call us with your reference ${reference}, so that we know how to reach you.`,
  ...(awaiting ? ["You transfer the amount with its reference."] : []),
  isProject ? "We meet for 45 minutes." : "We agree on a time for your consultation.",
];

function nextSteps({ isProject, files, reference }: SheetContent, awaiting: boolean, isDisowned: boolean): readonly string[] {
  if (isDisowned) return calledNext(reference, isProject, awaiting);
  if (awaiting) return isProject ? transferNext : feeTransferNext;
  const given = files.length > 0 ? "documents and details" : "details";
  return isProject ? metNext(given) : bookedNext(given);
}

type SheetProps = SheetContent & {
  awaiting: boolean;
  /** The address is said to be somebody else's: nothing is sent there. */
  isDisowned: boolean;
};

/** A booking in full, fit for printing. */
export function ConfirmationSheet({ awaiting, isDisowned, ...content }: SheetProps) {
  const { name, reference, slot, service, projectType, email, files, payment, isProject, calendarUrl, confirmed, bank } = content;
  const amount = `${payment.amount.toLocaleString("en-AU", { minimumFractionDigits: 2 })} ${payment.currency}`;
  const thanks = name ? `Thank you, ${name}.` : "Thank you.";
  return (
    <div className={css.sheet}>
      <p className={css.lead}>
        {thanks} {leadOf(content, awaiting)}
      </p>
      {awaiting && bank && <Transfer bank={bank} />}
      <dl className={css.rows}>
        {reference && (
          <div>
            <dt>Booking</dt>
            <dd>{reference}</dd>
          </div>
        )}
        <div>
          <dt>Consultation</dt>
          <dd>
            {slot ? <DateTime iso={slot} format="full" /> : isProject ? "Not chosen yet" : `To be scheduled: we contact you within 24 hours${awaiting ? " of your transfer's arrival" : ""}`}
            {slot && isProject && confirmed && <AddToCalendar start={slot} calendarUrl={calendarUrl} service={service} reference={reference} />}
          </dd>
        </div>
        <div>
          <dt>Service</dt>
          <dd>{service}</dd>
        </div>
        {projectType && (
          <div>
            <dt>Project type</dt>
            <dd>{projectType}</dd>
          </div>
        )}
        <div>
          <dt>{awaiting || isDisowned ? "Email" : "Confirmation sent to"}</dt>
          <dd>{email}</dd>
        </div>
        {files.length > 0 && (
          <div>
            <dt>Documents</dt>
            <dd>
              <ul className={css.files}>
                {files.map((file, index) => (
                  <li key={index}>{file}</li>
                ))}
              </ul>
            </dd>
          </div>
        )}
        <div>
          <dt>{isProject ? "Payment" : "Booking fee"}</dt>
          <dd>
            <strong>{amount}</strong> {awaiting ? "to be transferred" : "paid, inc. GST"}
          </dd>
        </div>
        {!awaiting && (
          <div>
            <dt>Transaction ID</dt>
            <dd className={css.code}>{payment.transactionId}</dd>
          </div>
        )}
      </dl>
      <section className={css.next} aria-labelledby="what-happens-next">
        <h2 id="what-happens-next">What happens next</h2>
        <ol className={css.steps}>
          {nextSteps(content, awaiting, isDisowned).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
        {!isDisowned && <InThePortal awaiting={awaiting} />}
      </section>
      <div className={css.actions}>
        <ButtonLink to={paths.home}>Return to Homepage</ButtonLink>
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </div>
  );
}

function InThePortal({ awaiting }: { awaiting: boolean }) {
  const portal = <AppLink to={paths.clientPortal}>client portal</AppLink>;
  return (
    <p className={css.portal}>
      {awaiting ? (
        <>
          Once your transfer has arrived, you can follow your project in the {portal}: new clients get their sign-in details by email
          then.
        </>
      ) : (
        <>Follow your project in the {portal}: new clients find their sign-in details in our email.</>
      )}
    </p>
  );
}

function leadOf({ isProject, slot, transferNote, payment }: SheetContent, awaiting: boolean): string {
  if (isProject && !slot) return awaiting ? "We are waiting for your transfer." : "Your payment has arrived.";
  if (awaiting) return transferNote ?? "Your place is kept until your transfer arrives.";
  if (!slot) return "Your booking is made and your payment has arrived.";
  if (payment.amount === 0) return "Your consultation is booked, and there was nothing to pay.";
  return "Your consultation is booked and your payment has arrived.";
}

function Transfer({ bank: { byEmail, ...bank } }: { bank: NonNullable<Confirmation["bank"]> }) {
  return (
    <BankPanel title="Please transfer" {...bank}>
      {!byEmail && "We have not sent these details by email. "}
      Give the reference, so that we recognise your transfer. Copy these details or print this page, so that you have them at hand.
    </BankPanel>
  );
}

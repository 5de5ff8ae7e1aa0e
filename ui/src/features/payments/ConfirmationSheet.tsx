import { useState } from "react";
import type { Arrived } from "../../api/payments";
import { AppLink } from "../../components/AppLink";
import { Difference, Given } from "../../components/ArrivedText";
import { Button, ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { audText } from "../../components/Money";
import { paths } from "../../paths";
import { useSite } from "../../site/SiteContext";
import { AddToCalendar } from "./AddToCalendar";
import { BankPanel } from "./BankPanel";
import * as css from "./ConfirmationSheet.module.css";
import type { Confirmation, Told } from "./useConfirmation";

export type SheetContent = {
  name: string;
  /** "" where only the browser remembers the booking. */
  reference: string;
  /** ISO instant, or null while no time is set. */
  slot: string | null;
  /** By when a transfer is due, in the server's words. */
  transferNote: string | null;
  service: string;
  /** "" is not shown. */
  projectType: string;
  email: string;
  files: string[];
  payment: { amountCents: number; transactionId: string };
  /** Begun at /onboarding: a service with a consultation time, not a booking fee. */
  isProject: boolean;
  /** What came and went back; null while nothing came, and where only the browser remembers the booking. */
  arrived: Arrived | null;
  /** Whether a reminder of the time comes; null where that is not known. */
  reminded: boolean | null;
  calendarUrl: string | null;
  /** The time is the client's for good. */
  confirmed: boolean;
  bank: Confirmation["bank"];
};

function meeting(reminded: boolean | null): string {
  const told = { true: " A reminder reaches you the day before.", false: " Your time is near, so we send no reminder.", null: "" };
  return `We meet for 45 minutes.${told[`${reminded}`]}`;
}

const sent = ["You transfer the amount with its reference.", "We write to you as soon as it has arrived."];

/** What of the fee is credited: the part that was not refunded. */
function credited({ arrived }: SheetContent): string {
  if (arrived?.state !== "part_refunded") return "The booking fee is deducted";
  return `What is left of the booking fee, ${audText(arrived.amountCents - arrived.refundedCents)}, is deducted`;
}

/** Of somebody whom no letter reaches. */
const calledNext = (reference: string, isProject: boolean, awaiting: boolean) => [
  `You call us with your reference ${reference}, so that we know how to reach you.`,
  ...(awaiting ? ["You transfer the amount with its reference."] : []),
  isProject ? meeting(null) : "We agree on a time for your consultation.",
];

function nextSteps(content: SheetContent, awaiting: boolean, isDisowned: boolean): readonly string[] {
  const { isProject, files, reminded, reference } = content;
  if (isDisowned) return calledNext(reference, isProject, awaiting);
  if (awaiting) return [...sent, isProject ? meeting(null) : "Our team contacts you within 24 hours of that to schedule your consultation."];
  const given = files.length > 0 ? "documents and details" : "details";
  if (isProject) return [`We read your ${given} before we meet.`, meeting(reminded), "Then we agree on the next steps of your project."];
  return [
    `We review your ${given}.`,
    "Our team contacts you within 24 hours to schedule your consultation.",
    `${credited(content)} from the total agreed service cost.`,
  ];
}

type SheetProps = SheetContent & {
  state: Told;
  /** The address is said to be somebody else's: nothing is sent there. */
  isDisowned: boolean;
};

/** A booking in full, fit for printing. */
export function ConfirmationSheet({ state, ...content }: SheetProps) {
  const { name, reference, service, isDisowned, projectType, email, files, payment, isProject, bank } = content;
  const awaiting = state === "awaiting";
  const goesOn = awaiting || state === "paid";
  return (
    <div className={css.sheet}>
      <p className={css.lead}>
        {goesOn && (name ? `Thank you, ${name}. ` : "Thank you. ")}
        <Lead {...content} state={state} />
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
            <Consultation {...content} state={state} />
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
          <dt>{state === "paid" && !isDisowned ? "Confirmation sent to" : "Email"}</dt>
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
            <Paid {...content} state={state} />
          </dd>
        </div>
        {!awaiting && (
          <div>
            <dt>Transaction ID</dt>
            <dd className={css.code}>{payment.transactionId}</dd>
          </div>
        )}
      </dl>
      {goesOn ? <WhatHappensNext {...content} state={state} /> : <CallUs nothingToPay={state === "refunded"} />}
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

/** How it stands, in a sentence or two. */
function Lead({ state, isProject, slot, transferNote, payment, arrived }: SheetProps) {
  switch (state) {
    case "refunded":
      return arrived && <><Given arrived={arrived} /> Banks usually show it within 10 business days.</>;
    case "other_price":
      return arrived && <Difference arrived={arrived} />;
    case "cancelled":
      return "No consultation is booked for it. Your payment has arrived, and we are in touch about giving it back or going on with your project.";
    case "awaiting":
      return isProject && !slot ? "We are waiting for your transfer." : (transferNote ?? "We are waiting for your transfer.");
    case "paid":
      if (!slot) return isProject ? "Your payment has arrived." : "Your booking is made and your payment has arrived.";
      if (payment.amountCents === 0) return "Your consultation is booked, and there was nothing to pay.";
      return "Your consultation is booked and your payment has arrived.";
  }
}

function Consultation({ state, slot, isProject, isDisowned, confirmed, calendarUrl, service, reference }: SheetProps) {
  const [now] = useState(() => Date.now());
  if (state === "cancelled") return "None is booked";
  if (!slot) {
    if (state === "refunded") return "None is booked";
    if (isProject) return "Not chosen yet";
    if (state === "other_price" || isDisowned) return "To be agreed when we speak";
    return `To be scheduled: we contact you within 24 hours${state === "awaiting" ? " of your transfer's arrival" : ""}`;
  }
  return (
    <>
      <DateTime iso={slot} format="full" />
      {state === "refunded" && new Date(slot).getTime() > now && ": please call us if you want to keep this time"}
      {state === "other_price" && ": kept for you meanwhile"}
      {state === "paid" && isProject && confirmed && (
        <AddToCalendar start={slot} calendarUrl={calendarUrl} service={service} reference={reference} />
      )}
    </>
  );
}

function Paid({ state, payment, arrived }: SheetProps) {
  return (
    <>
      <strong>{audText(payment.amountCents)}</strong> {state === "awaiting" ? "to be transferred" : "paid, inc. GST"}
      {arrived && arrived.refundedCents > 0 && (
        <>
          . <Given arrived={arrived} />
        </>
      )}
    </>
  );
}

function WhatHappensNext({ state, ...content }: SheetProps) {
  const awaiting = state === "awaiting";
  return (
    <section className={css.next} aria-labelledby="what-happens-next">
      <h2 id="what-happens-next">What happens next</h2>
      <ol className={css.steps}>
        {nextSteps(content, awaiting, content.isDisowned).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
      {!content.isDisowned && <InThePortal awaiting={awaiting} />}
    </section>
  );
}

/** Where people and not this page decide how it goes on. */
function CallUs({ nothingToPay }: { nothingToPay: boolean }) {
  const site = useSite();
  return (
    <p>
      {nothingToPay && "There is nothing left to pay. "}If you would like to go ahead, or anything about this is not clear, reply to any email
      of ours
      <span data-given={site["business.phone"]}>
        {" "}
        or call us on <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>
      </span>
      .
    </p>
  );
}

function Transfer({ bank: { byEmail, ...bank } }: { bank: NonNullable<Confirmation["bank"]> }) {
  return (
    <BankPanel title="Please transfer" {...bank}>
      {!byEmail && "We have not sent these details by email. "}
      Give the reference, so that we recognise your transfer. Copy these details or print this page, so that you have them at hand.
    </BankPanel>
  );
}

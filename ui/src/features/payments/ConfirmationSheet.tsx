import { useState, type ReactNode } from "react";
import { Difference, Given, hasMoved } from "../../components/ArrivedText";
import { Button, ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { audText } from "../../components/Money";
import { Said } from "../../components/Said";
import { paths, projectPage } from "../../paths";
import { useSite } from "../../site/SiteContext";
import { CorrectEmail, WrongAddress } from "./CorrectEmail";
import { AddToCalendar } from "../../components/AddToCalendar";
import { MeetingText } from "../../components/MeetingText";
import { BankPanel } from "../../components/BankPanel";
import * as css from "./ConfirmationSheet.module.css";
import { thanks, type SheetProps } from "./sheetContent";
import type { Confirmation } from "./useConfirmation";
import { WhatHappensNext } from "./WhatHappensNext";

/** A booking in full, fit for printing. */
export function ConfirmationSheet({ state, ...content }: SheetProps) {
  const { name, reference, service, isDisowned, projectType, files, payment, isProject, bank } = content;
  const awaiting = state === "awaiting";
  const goesOn = awaiting || state === "paid";
  const isUnderWay = state === "begun" || state === "completed";
  // Until it is paid a new client has no sign-in.
  const inPortal = (awaiting && !content.isSignedIn) || isDisowned || !content.inPortal ? null : reference ? projectPage(Number(reference.replace(/\D/g, ""))) : paths.clientPortal;
  return (
    <div className={css.sheet}>
      <p className={css.lead} data-toasts="off">
        {goesOn && !content.isSaidFirst && `${thanks(name)} `}
        <Lead {...content} state={state} />
      </p>
      {awaiting && bank && <Transfer bank={bank} />}
      <dl className={css.rows}>
        {reference && <Row name="Booking">{reference}</Row>}
        <Row name="Consultation">
          <Consultation {...content} state={state} />
        </Row>
        {goesOn && content.slot && content.meeting && (
          <Row name="How we meet">
            <MeetingText meeting={content.meeting} />
          </Row>
        )}
        <Row name="Service">{service}</Row>
        {projectType && <Row name="Project type">{projectType}</Row>}
        <Row name={state === "paid" && !isDisowned ? "Confirmation sent to" : "Email"}>
          <Email {...content} state={state} />
        </Row>
        {files.length > 0 && (
          <Row name="Documents">
            <ul className={css.files}>
              {files.map((file, index) => (
                <li key={index}>{file}</li>
              ))}
            </ul>
          </Row>
        )}
        <Row name={isProject ? "Payment" : "Booking fee"}>
          <Paid {...content} state={state} />
        </Row>
        {payment.cardNumber && !awaiting && (state !== "cancelled" || content.arrived) && (
          <Row name="Transaction ID" className={css.code}>
            {payment.cardNumber}
          </Row>
        )}
      </dl>
      {goesOn ? <WhatHappensNext {...content} state={state} /> : !isUnderWay && <CallUs paid={state === "refunded" ? reference : ""} />}
      <div className={css.actions}>
        {inPortal && <ButtonLink to={inPortal}>Open your project</ButtonLink>}
        {awaiting && content.cardAt && (
          <ButtonLink to={content.cardAt} variant="secondary">
            Pay by card instead
          </ButtonLink>
        )}
        <ButtonLink to={paths.home} variant={inPortal ? "secondary" : "primary"}>
          Return to Homepage
        </ButtonLink>
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </div>
  );
}

function Row({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}

/** How it stands, in a sentence or two. */
function Lead({ state, isProject, isDisowned, slot, transferNote, payment, arrived, unsettledCents, keptCents, sharedConsultation, bought }: SheetProps) {
  switch (state) {
    case "begun":
      return isDisowned ? "Your booking stands as below." : "How it goes on, its page in the client portal shows.";
    case "over":
      return isDisowned ? "Please call us about how it goes on." : "How it goes on, its page in the client portal shows.";
    case "completed":
      return isDisowned ? "Your booking stood as below." : "Its documents, invoices and messages stay in the client portal.";
    case "refunded":
      return (
        <>
          {arrived && <Given arrived={arrived} />} {decided(unsettledCents, keptCents)}
        </>
      );
    case "other_price":
      return arrived && <Difference arrived={arrived} />;
    case "cancelled":
      return (
        <>
          No consultation is booked for it. {arrived && <Given arrived={arrived} />} {decided(unsettledCents, keptCents)}
        </>
      );
    case "awaiting":
      return isProject && !slot && !sharedConsultation ? "We are waiting for your transfer." : (transferNote ?? "We are waiting for your transfer.");
    case "paid":
      if (payment.amountCents === 0 && slot) return `Your consultation${bought && ` for ${bought}`} is booked, and there was nothing to pay.`;
      if (bought) return `Your payment for ${bought} has arrived${slot ? " and your consultation is booked" : ""}.`;
      if (!slot) return isProject ? "Your payment has arrived." : "Your booking is made and your payment has arrived.";
      return "Your consultation is booked and your payment has arrived.";
  }
}

/** What of all that was paid for a cancelled project, its invoices too, waits for our decision or is kept; "" where nothing is. */
function decided(unsettledCents: number, keptCents: number): string {
  if (unsettledCents > 0) return `Our team decides about a refund of ${audText(unsettledCents)} of what you paid, and is in touch with you.`;
  if (keptCents > 0) return `${audText(keptCents)} of what you paid is kept: our team has decided about it without a refund. If you see that differently, please ask us about it.`;
  return "";
}

/** Where letters go, and how a mistyped address is put right. */
function Email({ state, email, sentTo, correctsEmailOf, isSignedIn, reference, isSaidFirst, corrected = "", onCorrected }: SheetProps) {
  if ((correctsEmailOf !== null || corrected) && onCorrected) {
    if (isSaidFirst) return email;
    return (
      <CorrectEmail id={correctsEmailOf} email={email} corrected={corrected} onCorrected={onCorrected}>
        {email}
      </CorrectEmail>
    );
  }
  return (
    <>
      {state === "paid" ? sentTo : email}
      {!isSignedIn && reference && <WrongAddress />}
    </>
  );
}

function Consultation({ state, slot, choosesTime, isProject, isDisowned, confirmed, calendarUrl, moveNote, meeting, service, reference, callsSoon, sharedConsultation }: SheetProps) {
  const [now] = useState(() => Date.now());
  if (state === "cancelled") return "None is booked";
  if (!slot) {
    if (sharedConsultation) return <Said text={sharedConsultation} />;
    if (state === "refunded" || state === "begun" || state === "completed") return "None is booked";
    if (isProject || choosesTime) return "Not chosen yet";
    if (state === "other_price" || isDisowned) return "To be agreed when we speak";
    if (!callsSoon) return "To be scheduled";
    return `To be scheduled: we contact you within 24 hours${state === "awaiting" ? " of your transfer's arrival" : ""}`;
  }
  const isAhead = new Date(slot).getTime() > now;
  return (
    <>
      <DateTime iso={slot} format="full" />
      {state === "refunded" && isAhead && ": not confirmed any more, as your payment was refunded. The time is still kept: please call us if you want to keep it"}
      {state === "other_price" && isAhead && ": kept for you meanwhile"}
      {state === "awaiting" && isAhead && ": held for you until your transfer arrives, no longer than said above"}
      {(state === "paid" || state === "begun") && confirmed && isAhead && (
        <AddToCalendar start={slot} calendarUrl={calendarUrl} service={service} reference={reference} meeting={meeting} />
      )}
      {state === "paid" && moveNote && (
        <p>
          <Said text={moveNote} />
        </p>
      )}
    </>
  );
}

function Paid({ state, payment, arrived }: SheetProps) {
  if (state === "cancelled" && !arrived) return "Cancelled, nothing to pay";
  if (arrived && arrived.dueBackCents > 0) {
    return (
      <>
        <strong>{audText(payment.amountCents)}</strong> has arrived. <Given arrived={arrived} />
      </>
    );
  }
  return (
    <>
      {/* What came beyond the price was for no supply. */}
      <strong>{audText(payment.amountCents)}</strong>{" "}
      {state === "awaiting" ? "to be transferred" : arrived && arrived.amountCents > arrived.priceCents ? "has arrived" : "paid, inc. GST"}
      {arrived && hasMoved(arrived) && (
        <>
          . <Given arrived={arrived} />
        </>
      )}
    </>
  );
}

/** Where people and not this page decide how it goes on. */
function CallUs({ paid }: { paid: string }) {
  const site = useSite();
  return (
    <p>
      {paid && `There is nothing left to pay for ${paid}. `}If you would like to go ahead, or anything about this is not clear, reply to our
      email about your booking
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
      {!byEmail && "We send no email with these details now. "}
      Give the reference, so that we recognise your transfer.{" "}
      {byEmail ? "Our letter to you has these details, too." : "Copy these details or print this page, so that you have them at hand."}
    </BankPanel>
  );
}

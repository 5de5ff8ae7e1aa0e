import { useEffect, useState } from "react";
import { mayCount } from "../../api/privacyChoice";
import { notePurchase } from "../../api/purchase";
import { headings } from "../../components/ArrivedText";
import { DateTime } from "../../components/DateTime";
import { audText } from "../../components/Money";
import { Notice } from "../../components/Notice";
import type { SiteFacts } from "../../site/facts";
import { paths, successFor } from "../../paths";
import { useSite } from "../../site/SiteContext";
import { AddressNotTheirs } from "./AddressNotTheirs";
import { CorrectEmail } from "./CorrectEmail";
import { ConfirmationSheet } from "./ConfirmationSheet";
import { Checking, Loading, MadeElsewhere, Message, Unreachable } from "./NothingBooked";
import { askedBooking, takePaymentReturn } from "./paymentReturn";
import { fromMemory, fromServer, thanks, type SheetProps } from "./sheetContent";
import * as css from "./SuccessPage.module.css";
import { isBookingFee, TimeToChoose } from "./TimeToChoose";
import { SignInToChange } from "./SignInToChange";
import { useConfirmation, type Shown } from "./useConfirmation";

// When this page opens as a document, that is before the router has read the address.
if (typeof window !== "undefined") takePaymentReturn();

const titles: Record<Shown["state"], string> = {
  loading: "Your booking",
  paid: "Booking Confirmed",
  remembered: "Booking Confirmed",
  ...headings,
  over: "The time of your consultation has passed",
  begun: "Work on your project has begun",
  completed: "This project is completed",
  cancelled: "This project was cancelled",
  awaiting: "Awaiting your transfer",
  checking: "We are checking your payment",
  unpaid: "Your payment is not complete",
  portal: "Please sign in to see your booking",
  none: "There is no booking to show here",
  locked: "Please choose your own password first",
  unreachable: "We cannot reach the server",
};

/** /success: the booking as the server knows it, or what to do when there is none. */
export default function SuccessPage() {
  const site = useSite();
  const { shown, lookAgain } = useConfirmation();
  const title = titleOf(shown);

  useEffect(() => {
    if (shown.state !== "loading") document.title = `${title} | ${site["business.name"]}`;
  }, [shown.state, title, site]);

  useEffect(() => {
    if (shown.state !== "paid" || !site["analytics.gaId"]) return;
    const { transactionId, amountCents, status } = shown.booking.payment;
    // Only what this tab has paid: a client may look at an old booking here.
    if (status === "completed" && transactionId === askedBooking().paymentIntent) notePurchase(transactionId, amountCents / 100, mayCount(site));
  }, [shown, site]);

  return (
    <div className={css.page} data-state={shown.state} data-toasts="above">
      <Sunrise />
      <h1 className={css.title}>{title}</h1>
      <div aria-live="polite">
        <Content shown={shown} site={site} lookAgain={lookAgain} />
      </div>
    </div>
  );
}

function titleOf(shown: Shown): string {
  if (shown.state === "none" && askedBooking().projectId) return "Please sign in to see your booking";
  if (shown.state === "begun" && shown.booking.sharedConsultation) return "Your project is in progress";
  if (!("booking" in shown) || shown.state === "remembered" || !shown.booking.choosesTime) return titles[shown.state];
  return isBookingFee(shown.booking) ? titles[shown.state] : "Please choose another time";
}

type ContentProps = { shown: Shown; site: SiteFacts; lookAgain: () => void };

function Content({ shown, site, lookAgain }: ContentProps) {
  // Kept here: once the address is corrected, the server may say that it can be corrected no more.
  const [corrected, setCorrected] = useState("");

  function noteCorrected(to: string) {
    setCorrected(to);
    lookAgain();
  }

  switch (shown.state) {
    case "loading":
      return <Loading />;
    case "paid":
    case "over":
    case "begun":
    case "completed":
    case "refunded":
    case "other_price":
    case "cancelled":
    case "awaiting":
      return (
        <>
          {shown.isDisowned && (
            <div className={css.first}>
              <AddressNotTheirs reference={shown.booking.reference} mayCorrect={shown.booking.mayCorrectEmail} />
            </div>
          )}
          {shown.booking.choosesTime && <Arrived {...fromServer(shown.booking)} isDisowned={shown.isDisowned} state={shown.state} corrected={corrected} onCorrected={noteCorrected} />}
          {shown.booking.choosesTime && (
            <TimeToChoose booking={shown.booking} mayChange={shown.mayChange} awaiting={shown.state === "awaiting"} onChosen={lookAgain} />
          )}
          <ConfirmationSheet
            {...fromServer(shown.booking)}
            isDisowned={shown.isDisowned}
            state={shown.state}
            isSaidFirst={shown.booking.choosesTime && saysAddress(shown)}
            corrected={corrected}
            onCorrected={noteCorrected}
          />
        </>
      );
    case "remembered":
      return (
        <>
          <Notice tone="amber" title={shown.reachable ? "As it stood when you paid" : "Shown from this browser's memory"}>
            {shown.reachable ? (
              <p>This browser remembers it so. How it stands now, the client portal shows, and we tell you if you call us.</p>
            ) : (
              <p>We cannot reach the server at the moment. This page brings itself up to date as soon as we can.</p>
            )}
          </Notice>
          <ConfirmationSheet {...fromMemory(shown.booking, site)} isDisowned={false} state="paid" />
        </>
      );
    case "checking":
      return <Checking slow={shown.slow} to={shown.to} isDisowned={shown.isDisowned} />;
    case "unpaid":
      return (
        <Message to={shown.to} action="Back to payment">
          {shown.keptUntil ? (
            <>
              <p>
                No payment has reached us yet. Your time is kept until <DateTime iso={shown.keptUntil} format="full" />; choose how to
                pay.
              </p>
              {shown.hadTransfer && (
                <p>You have chosen to pay by card in place of your transfer. If you have sent the transfer already, please do not pay again: {shown.isDisowned ? "call us" : "we write to you as soon as it arrives"}.</p>
              )}
            </>
          ) : (
            <p>No payment has reached us, so nothing is booked yet.</p>
          )}
          <p>Your answers and documents are kept: go back and try again, or use another card.</p>
        </Message>
      );
    case "locked":
      return (
        <Message to={paths.clientPortal} action="Choose a password">
          <p>You are signed in with the temporary password from our email, and it does not show bookings yet.</p>
          <p>Choose a password of your own in the client portal. Your booking is there, and here when you open this page again.</p>
        </Message>
      );
    case "portal": {
      const { projectId } = askedBooking();
      return <SignInToChange back={projectId ? successFor(Number(projectId)) : paths.clientPortal} />;
    }
    case "none":
      if (askedBooking().projectId) return <MadeElsewhere site={site} id={Number(askedBooking().projectId)} />;
      return (
        <Message to={paths.contact} action="Book a service">
          <p>We found no booking made in this browser.</p>
          <p>
            If you have paid, your confirmation is on its way by email
            <span data-given={site["business.phone"]}>
              , and you can call us on <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>
            </span>
            . If you have not booked yet, it takes four short steps.
          </p>
        </Message>
      );
    case "unreachable":
      return <Unreachable />;
  }
}

/** What has come and for what, before anything else is asked. */
function Arrived({ state, name, service, isProject, payment, reference, email, sentTo, isDisowned, correctsEmailOf, corrected = "", onCorrected }: SheetProps) {
  if (state !== "paid" && state !== "awaiting") return null;
  const sent = `Confirmation sent to ${correctsEmailOf !== null || corrected ? email : sentTo}.`;
  return (
    <div className={css.arrived} data-toasts="off">
      <p>
        {thanks(name)}{" "}
        <strong>
          {isProject ? service : `Booking fee, ${service}`}: {audText(payment.amountCents)} {state === "paid" ? "paid" : "to be transferred"},{" "}
          {reference}
        </strong>
      </p>
      {saysAddress({ state, isDisowned }) &&
        ((correctsEmailOf !== null || corrected) && onCorrected ? (
          <CorrectEmail id={correctsEmailOf} email={email} corrected={corrected} onCorrected={onCorrected}>
            {sent}
          </CorrectEmail>
        ) : (
          <p>{sent}</p>
        ))}
    </div>
  );
}

function saysAddress({ state, isDisowned }: { state: Shown["state"]; isDisowned: boolean }): boolean {
  return state === "paid" && !isDisowned;
}

/** The house under a sun that has risen. */
function Sunrise() {
  return (
    <svg className={css.drawing} viewBox="0 0 360 120" aria-hidden="true" focusable="false">
      <path className={css.path} d="M10 104C70 10 250 -20 344 74" />
      <circle className={css.sun} cx="180" cy="24" r="17" />
      <path className={css.pen} d="M0 104h360M130 104V74l50-26 50 26v30M168 104V82h24v22M144 80h14v12h-14zM202 80h14v12h-14z" />
    </svg>
  );
}

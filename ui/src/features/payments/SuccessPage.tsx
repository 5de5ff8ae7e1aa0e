import { Suspense, useEffect, type ReactNode } from "react";
import { PROJECT_TYPES } from "../../api/rules.gen";
import type { LatestBooking } from "../../api/latestBooking";
import { mayCount } from "../../api/privacyChoice";
import { notePurchase } from "../../api/purchase";
import { Button, ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { Notice } from "../../components/Notice";
import { Skeleton } from "../../components/Skeleton";
import { lazily } from "../../lazily";
import type { SiteFacts } from "../../site/facts";
import { paths, signInFor, successFor } from "../../paths";
import { useSite } from "../../site/SiteContext";
import { AddressNotTheirs } from "./AddressNotTheirs";
import { ConfirmationSheet, type SheetContent } from "./ConfirmationSheet";
import { chooseTransfer } from "./checkoutApi";
import { askedBooking, takePaymentReturn } from "./paymentReturn";
import { SignInToChange } from "./SignInToChange";
import * as css from "./SuccessPage.module.css";
import { useConfirmation, type Confirmation, type Shown } from "./useConfirmation";

const ChooseTime = lazily(() => import("./ChooseTime"));

// When this page opens as a document, that is before the router has read the address.
if (typeof window !== "undefined") takePaymentReturn();

const titles: Record<Shown["state"], string> = {
  loading: "Your booking",
  paid: "Booking Confirmed",
  remembered: "Booking Confirmed",
  refunded: "Your payment was refunded",
  other_price: "Your payment is not the price",
  cancelled: "This project was cancelled",
  awaiting: "Awaiting your transfer",
  checking: "We are checking your payment",
  unpaid: "Your payment is not complete",
  none: "There is no booking to show here",
  locked: "Please choose your own password first",
  unreachable: "We cannot reach the server",
};

/** /success: the booking as the server knows it, or what to do when there is none. */
export default function SuccessPage() {
  const site = useSite();
  const { shown, lookAgain } = useConfirmation();
  const title = needsTime(shown) ? "Please choose another time" : titles[shown.state];

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
    <div className={css.page} data-state={shown.state}>
      <Sunrise />
      <h1 className={css.title}>{title}</h1>
      <div aria-live="polite">
        <Content shown={shown} site={site} lookAgain={lookAgain} />
      </div>
    </div>
  );
}

/** The project of a booking that is paid for, or soon will be, but has lost its time. */
function needsTime(shown: Shown): number | null {
  if (shown.state !== "paid" && shown.state !== "awaiting") return null;
  const { projectId } = askedBooking();
  const { consultationSlot, projectType } = shown.booking;
  return projectId && consultationSlot === null && projectType === "n_a" ? Number(projectId) : null;
}

type ContentProps = { shown: Shown; site: SiteFacts; lookAgain: () => void };

function Content({ shown, site, lookAgain }: ContentProps) {
  switch (shown.state) {
    case "loading":
      return <Loading />;
    case "paid":
    case "refunded":
    case "other_price":
    case "cancelled":
    case "awaiting":
      return (
        <>
          {shown.isDisowned && (
            <div className={css.first}>
              <AddressNotTheirs reference={shown.booking.reference} />
            </div>
          )}
          <AnotherTime
            id={needsTime(shown)}
            mayChange={shown.mayChange}
            awaiting={shown.state === "awaiting"}
            transferNote={shown.booking.transferNote ?? ""}
            onChosen={lookAgain}
          />
          <ConfirmationSheet {...fromServer(shown.booking)} isDisowned={shown.isDisowned} state={shown.state} />
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
      return (
        <div className={css.message} role="status">
          <p>If you have just paid, your payment is safe and your confirmation comes by email.</p>
          <p>We keep trying. You can also check your connection and load the page again.</p>
          <div className={css.actions}>
            <Button onClick={() => location.reload()}>Try Again</Button>
            <ButtonLink to={paths.home} variant="secondary">
              Return to Homepage
            </ButtonLink>
          </div>
        </div>
      );
  }
}

type AnotherTimeProps = { id: number | null; mayChange: boolean; awaiting: boolean; transferNote: string; onChosen: () => void };

/** The time was given away before the money arrived: another one can be had at once. */
function AnotherTime({ id, mayChange, awaiting, transferNote, onChosen }: AnotherTimeProps) {
  if (id === null) return null;
  const title = awaiting ? "Your time is no longer kept" : "Your payment is safe, but your time had gone";
  if (!mayChange) {
    return (
      <section className={css.another} aria-label="Another time">
        <Notice tone="amber" title={title} />
        <SignInToChange back={successFor(id)} />
      </section>
    );
  }
  return (
    <section className={css.another} aria-label="Another time">
      <Notice tone="amber" title={title}>
        <p>{awaiting ? `Choose another one here. ${transferNote}` : "Choose another one here; it is yours at once, without paying again."}</p>
      </Notice>
      <Suspense>
        <ChooseTime
          projectId={id}
          onChosen={async () => {
            if (awaiting) await chooseTransfer(id);
            onChosen();
          }}
        />
      </Suspense>
    </section>
  );
}

/** Named by its number, but neither known to this browser nor the signed-in client's. */
function MadeElsewhere({ site, id }: { site: SiteFacts; id: number }) {
  return (
    <Message to={signInFor(successFor(id))} action="Sign in">
      <p>
        We do not find this booking here. It was made in another browser, or not paid for and erased after a while. If it is yours, sign
        in to the client portal to see it.
      </p>
      <p>
        New clients find their sign-in details, with a temporary password, in our email.
        <span data-given={site["business.phone"]}>
          {" "}
          You can also call us on <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>.
        </span>
      </p>
    </Message>
  );
}

function Loading() {
  return (
    <div className={css.loading}>
      <p role="status">Loading your booking details...</p>
      <Skeleton shape="field" count={6} />
    </div>
  );
}

function Checking({ slow, to, isDisowned }: { slow: boolean; to: string | null; isDisowned: boolean }) {
  return (
    <div className={css.message} role="status">
      <span className={css.spinner} aria-hidden="true" />
      {to ? (
        <p>
          Your bank waits for you to approve the payment, and charges nothing before. This page shows your confirmation as soon as
          it is approved; if the bank no longer asks, go back and try again.
        </p>
      ) : (
        <p>Your bank has not decided yet. This page shows your confirmation as soon as it has; please do not pay again.</p>
      )}
      {slow && (
        <p>
          This takes longer than usual. You can close this page
          {isDisowned ? " and open it again later." : ": we write to you by email as soon as your payment is confirmed."}
        </p>
      )}
      {(slow || to) && (
        <div className={css.actions}>
          {to && <ButtonLink to={to}>Back to payment</ButtonLink>}
          <ButtonLink to={paths.home} variant="secondary">
            Return to Homepage
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

function Message({ to, action, children }: { to: string; action: string; children: ReactNode }) {
  return (
    <div className={css.message} role="status">
      {children}
      <div className={css.actions}>
        <ButtonLink to={to}>{action}</ButtonLink>
        <ButtonLink to={paths.home} variant="secondary">
          Return to Homepage
        </ButtonLink>
      </div>
    </div>
  );
}

function fromServer(booking: Confirmation): SheetContent {
  return {
    name: booking.fullName,
    reference: booking.reference,
    slot: booking.consultationSlot,
    transferNote: booking.transferNote ?? null,
    service: booking.serviceTitle,
    projectType: booking.projectType === "n_a" ? "" : booking.projectTypeLabel,
    email: booking.email,
    files: booking.files,
    payment: booking.payment,
    isProject: booking.projectType === "n_a",
    arrived: booking.arrived,
    reminded: booking.reminded,
    calendarUrl: booking.calendarUrl ?? null,
    confirmed: Boolean(booking.calendarUrl),
    bank: booking.bank ?? null,
  };
}

function fromMemory(booking: LatestBooking, site: SiteFacts): SheetContent {
  return {
    name: booking.fullName,
    reference: "",
    slot: booking.consultationSlot,
    transferNote: null,
    service: site[`services.${booking.serviceType}.title` as keyof SiteFacts] ?? booking.serviceType,
    projectType: PROJECT_TYPES.find(({ value }) => value === booking.projectType)?.label ?? "",
    email: booking.email,
    files: booking.files,
    payment: { ...booking.payment, amountCents: Math.round(booking.payment.amount * 100) },
    isProject: booking.projectType === "n_a",
    arrived: null,
    reminded: null,
    calendarUrl: null,
    confirmed: true,
    bank: null,
  };
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

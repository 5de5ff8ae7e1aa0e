import { useEffect, useState } from "react";
import { ApiError, errorText } from "../../api/client";
import { CONSULTATION_POLICY } from "../../api/rules.gen";
import { Button } from "../../components/Button";
import CardForm from "../../components/CardForm";
import { Fold } from "../../components/Fold";
import { Notice } from "../../components/Notice";
import type { Problem } from "../../components/cardAnswer";
import { PaymentProblem, PaymentUnknown } from "../../components/PaymentNotices";
import { toast } from "../../components/toast";
import { useMedia } from "../../components/useMedia";
import type { Uploads } from "../../components/useUploads";
import { paths } from "../../paths";
import { useSite } from "../../site/SiteContext";
import { useGo } from "../../site/useGo";
import { BookingSum, BookingSummary } from "./BookingSummary";
import { BookingTerms } from "./BookingTerms";
import * as css from "./BookingWizard.module.css";
import { loadBooking, type Booking } from "./bookingApi";
import { buysSame } from "./bookingRules";
import { NoCards } from "./NoCards";
import { setUpPayment, type ReadyPayment } from "./paymentSetup";
import { usePaymentResult } from "./usePaymentResult";
import type { Wizard } from "./useWizard";
import { remember } from "./wizardMemory";

type Props = { wizard: Wizard; booking: Booking; uploads: Uploads; onDone: () => void };

type Setup = { state: "waiting" } | { state: "ready"; payment: ReadyPayment } | { state: "failed"; message: string };

/** Step 4: what happens next, what it costs, and the card form. */
export default function PaymentStep({ wizard, booking, uploads, onDone }: Props) {
  const site = useSite();
  const go = useGo();
  const [setup, setSetup] = useState<Setup>({ state: "waiting" });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [paying, setPaying] = useState(false);
  const { refresh } = wizard;
  const cards = site["payments.mode"] !== "none";

  function fail(error: unknown) {
    const body = errorText(error, "Failed to initialize payment system. Please try again.");
    toast({ title: "Payment Setup Failed", body, variant: "destructive" });
    setSetup({ state: "failed", message: errorText(error, "Failed to initialize payment") });
  }

  /** A refusal of the booking itself: paid already, or the draft is not as far as this page believes. */
  async function refused(error: unknown) {
    if (!(error instanceof ApiError && (error.status === 409 || error.status === 404))) return fail(error);
    const draft = await refresh().catch(() => booking);
    if (error.status === 409 && (draft === null || draft.step === 4)) go(paths.success, { replace: true });
    else if (draft?.step === 4) fail(error);
    else toast({ title: "Please check your answers", body: error.body.message, variant: "destructive" });
  }

  /** Another tab may have chosen something else since this one was opened: then it is shown here, and not paid yet. */
  async function payThis() {
    const now = await loadBooking();
    if (now && !buysSame(now, booking)) {
      await refresh();
      throw new Error("Your booking was changed in another tab. Please look at what it says now, then pay.");
    }
    remember({ paying: true });
  }

  useEffect(() => {
    if (!cards) return;
    let gone = false;
    setUpPayment(site).then(
      (payment) => gone || setSetup({ state: "ready", payment }),
      (error: unknown) => gone || void refused(error),
    );
    return () => {
      gone = true;
    };
    // Once, on entry: Try Again loads the page anew.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  // On a phone the sum and the card come first, and nothing is left unsaid before the button.
  const cardFirst = useMedia("(max-width: 47.99rem)") && cards;
  const summary = <BookingSummary booking={booking} uploads={uploads} change={paying ? null : wizard.change} />;
  const folded = cardFirst && (
    <div>
      <AfterPayment />
      <Fold title="Your booking">{summary}</Fold>
    </div>
  );
  const result = usePaymentResult({ wizard, booking, onDone, onProblem: setProblem });
  const previous = (
    <Button variant="secondary" onClick={wizard.previous}>
      PREVIOUS
    </Button>
  );

  return (
    <div className={css.step}>
      {setup.state === "failed" && <SystemError message={setup.message}>{previous}</SystemError>}
      {!cardFirst && <AfterPayment />}
      <div>
        {!cardFirst && summary}
        <BookingSum booking={booking} />
      </div>
      {!cards && (
        <NoCards
          onBooked={() => {
            wizard.clear();
            onDone();
            go(paths.success);
          }}
        >
          {previous}
        </NoCards>
      )}
      {cards && setup.state === "waiting" && (
        <div className={css.preparing} role="status">
          <span className={css.spinner} aria-hidden="true" />
          <p>Preparing your secure payment...</p>
        </div>
      )}
      {setup.state === "ready" && (
        <CardForm
          provider={setup.payment.provider}
          clientSecret={setup.payment.clientSecret}
          returnUrl={`${location.origin}${paths.success}`}
          payLabel={site["fee.button"]}
          otherActions={previous}
          beforeConfirm={() => {
            result.forget(); // it was about the attempt before
            setProblem(null);
            return payThis();
          }}
          onBusy={setPaying}
          onResult={(answer) => result.conclude(answer, setup.payment.paymentIntent)}
          onException={(error, asked) => result.exception(error, asked, setup.payment.paymentIntent)}
          onLoadError={(message) => fail(new TypeError(message))}
        >
          {folded}
          <BookingTerms />
          {result.unknown && <PaymentUnknown />}
          {problem && (
            <PaymentProblem problem={problem}>
              <p>Nothing you entered is lost. Check the card details, or use another card.</p>
            </PaymentProblem>
          )}
        </CardForm>
      )}
      {setup.state !== "ready" && folded}
    </div>
  );
}

function AfterPayment() {
  const site = useSite();
  return (
    <Notice tone="blue" title="What happens after payment">
      <ul className={css.bullets}>
        <li>We review your documents and details.</li>
        <li>You choose your consultation time right away, or our team contacts you within 24 hours to schedule it.</li>
        <li>{CONSULTATION_POLICY.short}</li>
        <li>The {site["fee.booking"]} fee is deducted from the total agreed service cost.</li>
      </ul>
    </Notice>
  );
}

function SystemError({ message, children }: { message: string; children: React.ReactNode }) {
  return (
    <>
      <Notice tone="red" title="Payment System Error" role="alert">
        <p>{message}</p>
        <p>No payment was made by this, and everything you entered is kept.</p>
      </Notice>
      <div className={css.actions}>
        <Button onClick={() => location.reload()}>Try Again</Button>
        {children}
      </div>
    </>
  );
}

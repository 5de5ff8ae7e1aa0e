import { track } from "../../api/analytics";
import { rememberPayment, storeLatestBooking } from "../../api/latestBooking";
import { settlePayment } from "../../api/payments";
import { notePurchase, tellPurchases } from "../../api/purchase";
import { BOOKING_FEE_DOLLARS } from "../../api/rules.gen";
import type { Problem } from "../../components/cardAnswer";
import { toast } from "../../components/toast";
import { useCardAnswer } from "../../components/useCardAnswer";
import { paths } from "../../paths";
import { useGo } from "../../site/useGo";
import { createAccount, type Booking } from "./bookingApi";
import type { Wizard } from "./useWizard";

type Options = { wizard: Wizard; booking: Booking; onDone: () => void; onProblem: (problem: Problem | null) => void };

const unexpected = "An unexpected error occurred. Please try again.";
const accountMade = "Your client account has been created. Check your email for login credentials. We'll contact you within 24 hours.";
const noAccount = "We'll contact you within 24 hours to schedule your consultation.";

/** What follows from the provider's answer; the texts are the specification's (sections 4.1 and 8). */
export function usePaymentResult({ wizard, booking, onDone, onProblem }: Options) {
  const go = useGo();

  function leave(paymentIntent: string) {
    go(`${paths.success}?payment_intent=${encodeURIComponent(paymentIntent)}`);
    return true;
  }

  /** The money is there, or on its way: note it, report it, ask for the account, begin the form anew. */
  async function succeed(paymentIntent: string, paid: boolean) {
    const settled = await settlePayment(paymentIntent);
    if (settled?.status === "failed" || settled?.status === "pending") {
      return answer.refuse("Payment Required", "Please complete payment to proceed with your booking.");
    }
    rememberPayment(paymentIntent);
    if (paid) {
      track({
        category: "booking",
        name: "payment_completed",
        service: booking.serviceType ?? "",
        value: BOOKING_FEE_DOLLARS,
        amount: BOOKING_FEE_DOLLARS,
      });
      notePurchase(paymentIntent, BOOKING_FEE_DOLLARS, window.gtag !== undefined);
      tellPurchases();
    }
    // Said alike for every address: whether it had a sign-in before is told in its letters alone.
    const account = (await createAccount(booking)) && settled?.accountCreated === true;
    if (account) track({ category: "booking", name: "account_created" });
    if (paid) toast({ title: "Payment Successful", body: account ? accountMade : noAccount });
    store(booking, paymentIntent, paid);
    wizard.clear();
    onDone();
    return leave(paymentIntent);
  }

  const answer = useCardAnswer({ onProblem, onCharged: succeed, onAsked: leave });

  return {
    unknown: answer.unknown,
    forget: answer.forget,
    conclude: answer.conclude,
    /** `asked`: the provider may have charged the card all the same. Resolves true when the visitor is leaving. */
    exception: (error: unknown, asked: boolean, started: string): Promise<boolean> =>
      answer.broken(asked, started, (error instanceof Error && error.message) || unexpected),
  };
}

function store(booking: Booking, transactionId: string, paid: boolean) {
  storeLatestBooking({
    fullName: booking.fullName,
    email: booking.email,
    phone: booking.phone,
    address: booking.address,
    preferredContact: booking.preferredContact,
    serviceType: booking.serviceType ?? "",
    projectType: booking.projectType ?? "",
    projectValue: booking.projectValue ?? "",
    message: booking.message,
    consultationSlot: null,
    files: booking.files.map((file) => file.fileName),
    payment: {
      amount: BOOKING_FEE_DOLLARS,
      currency: "AUD",
      status: paid ? "completed" : "processing",
      processor: "stripe",
      transactionId,
    },
  });
}

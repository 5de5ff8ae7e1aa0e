import type { PaymentIntentResult } from "@stripe/stripe-js";
import { ApiError } from "../../api/client";
import { toast } from "../../components/toast";
import { successFor } from "../../paths";
import { useGo } from "../../site/useGo";
import { settlePayment, type Checkout } from "./checkoutApi";
import { keepPaymentIntent } from "./paymentReturn";
import { useRemember } from "./useRemember";

type Options = { project: Checkout; onProblem: (text: string) => void; refresh: () => Promise<void> };

const unexpected = "An error occurred during payment processing";
const declined = "Your payment could not be processed. Please try again.";

/** What follows from the provider's answer at the checkout (sections 4.4 and 8). */
export function useCardResult({ project, onProblem, refresh }: Options) {
  const go = useGo();
  const remember = useRemember(project);

  function refuse(title: string, body: string) {
    toast({ title, body, variant: "destructive" });
    onProblem(body);
    return false;
  }

  async function leave(paymentIntent: string, paid: boolean) {
    keepPaymentIntent(paymentIntent, String(project.id));
    const settled = await settlePayment(paymentIntent);
    if (settled === "failed" || settled === "pending") {
      return refuse("Payment Required", "Please complete payment to proceed with your booking.");
    }
    remember(paymentIntent, "stripe", paid ? "completed" : "processing");
    go(successFor(project.id));
    return true;
  }

  return {
    /** Resolves true when the visitor is leaving this page. */
    async conclude({ error, paymentIntent }: PaymentIntentResult, started: string): Promise<boolean> {
      onProblem("");
      // Paid in another tab: the provider calls it an unexpected state, and it is as good as paid here.
      const status = paymentIntent?.status ?? error?.payment_intent?.status;
      if (status === "succeeded") return leave(started, true);
      if (error && status !== "processing") return refuse("Payment Failed", error.message ?? declined);
      if (status === "requires_action") {
        const body = "Please complete the verification that your bank asks for.";
        toast({ title: "Additional Verification Needed", body, variant: "destructive" });
        keepPaymentIntent(started, String(project.id));
        go(successFor(project.id));
        return true;
      }
      const body = "Your bank is still processing your payment. We will confirm your booking as soon as it is done.";
      toast({ title: "Payment Processing", body, variant: "destructive" });
      return leave(started, false);
    },
    exception: (error: unknown): void => {
      // The server would not take the terms: paid elsewhere, cancelled or expired, which the page then says.
      if (error instanceof ApiError && error.status === 409) void refresh();
      else refuse("Payment Error", unexpected);
    },
  };
}

import { ApiError } from "../../api/client";
import { settlePayment } from "../../api/payments";
import type { Problem } from "../../components/cardAnswer";
import { useCardAnswer } from "../../components/useCardAnswer";
import { successFor } from "../../paths";
import { useGo } from "../../site/useGo";
import type { Checkout } from "./checkoutApi";
import { keepPaymentIntent } from "./paymentReturn";
import { useRemember } from "./useRemember";

type Options = { project: Checkout; onProblem: (problem: Problem | null) => void; refresh: () => Promise<void> };

const unexpected = "An error occurred during payment processing";

/** What follows from the provider's answer at the checkout (sections 4.4 and 8). */
export function useCardResult({ project, onProblem, refresh }: Options) {
  const go = useGo();
  const remember = useRemember(project);

  function keep(paymentIntent: string) {
    keepPaymentIntent(paymentIntent, String(project.id));
  }

  async function leave(paymentIntent: string, paid: boolean) {
    keep(paymentIntent);
    const settled = await settlePayment(paymentIntent);
    if (settled?.status === "failed" || settled?.status === "pending") {
      return answer.refuse("Payment Required", "Please complete payment to proceed with your booking.");
    }
    remember(paymentIntent, "stripe", paid ? "completed" : "processing");
    go(successFor(project.id));
    return true;
  }

  const answer = useCardAnswer({
    onProblem,
    onCharged: leave,
    onAsked(paymentIntent) {
      keep(paymentIntent);
      go(successFor(project.id));
    },
  });

  return {
    unknown: answer.unknown,
    forget: answer.forget,
    conclude: answer.conclude,
    /** `asked`: the provider may have charged the card all the same. Resolves true when the visitor is leaving. */
    async exception(error: unknown, asked: boolean, started: string): Promise<boolean> {
      if (asked || !(error instanceof ApiError && [404, 409].includes(error.status))) return answer.broken(asked, started, unexpected);
      // The server would not take the terms: paid elsewhere, cancelled or expired, or this browser's session has ended, which the page then says.
      void refresh();
      return false;
    },
  };
}

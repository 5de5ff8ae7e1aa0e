import type { PaymentIntentResult } from "@stripe/stripe-js";
import { statusOf, type CardStatus, type Problem } from "./cardAnswer";
import { toast } from "./toast";
import { useErrorToast } from "./useErrorToast";
import { usePaymentTruth } from "./usePaymentTruth";

type Options = {
  /** Paid, or with `paid` false being decided by a bank. Resolves true when the visitor is leaving this page. */
  onCharged: (paymentIntent: string, paid: boolean) => Promise<boolean>;
  /** The bank waits for the visitor's word, or nothing can be learned here: the visitor leaves this page. */
  onAsked: (paymentIntent: string) => void;
  /** Told null when an answer begins to be looked at, and else why nothing was charged. */
  onProblem: (problem: Problem | null) => void;
};

const noPayment: Problem = {
  text: "You can try again. It stays one payment, which is never charged twice.",
  isGuess: true,
};

const declined = "Your payment could not be processed. Please try again.";

/** What follows from the provider's answer about a card, and from none (sections 4.1, 4.4 and 8). */
export function useCardAnswer({ onCharged, onAsked, onProblem }: Options) {
  const { unknown, learn } = usePaymentTruth();
  const failed = useErrorToast();

  function refuse(title: string, body: string): false {
    failed.tell(title, body);
    onProblem({ text: body, isGuess: false });
    return false;
  }

  /** Follows what the server learns after the answer was lost; `trouble`: what the visitor is told of its cause. */
  async function followLoss(started: string, trouble = ""): Promise<boolean> {
    const status = await learn(started);
    if (status === "refused") {
      if (trouble) failed.tell("Payment Error", trouble);
      onProblem(noPayment);
      return false;
    }
    if (status) return follow(status, started, "", "");
    onAsked(started);
    return true;
  }

  async function follow(status: CardStatus, started: string, title: string, body: string): Promise<boolean> {
    switch (status) {
      case "refused":
        return refuse(title, body);
      case "succeeded":
        return onCharged(started, true);
      case "processing": {
        const wait = "Your bank is still processing your payment. We will confirm your booking as soon as it is done.";
        toast({ title: "Payment Processing", body: wait, variant: "destructive" });
        return onCharged(started, false);
      }
      case "requires_action": {
        const verify = "Please complete the verification that your bank asks for.";
        toast({ title: "Additional Verification Needed", body: verify, variant: "destructive" });
        onAsked(started);
        return true;
      }
    }
  }

  return {
    /** No answer has come, and the server is being asked. */
    unknown,
    refuse,
    /** Another attempt begins: what the toast says is about the one before. */
    forget: failed.clear,
    /** Resolves true when the visitor is leaving this page. */
    conclude: async (answer: PaymentIntentResult, started: string): Promise<boolean> => {
      onProblem(null);
      const status = statusOf(answer);
      if (!status) return followLoss(started);
      return follow(status, started, "Payment Failed", answer.error?.message ?? declined);
    },
    /** Something broke, of which `body` tells; `asked`: the provider may have charged the card all the same. */
    broken: async (asked: boolean, started: string, body: string): Promise<boolean> => {
      onProblem(null);
      return asked ? followLoss(started, body) : refuse("Payment Error", body);
    },
  };
}

import type { PaymentIntentResult, StripeError } from "@stripe/stripe-js";
import type { PaymentState } from "../api/payments";

/** What the provider says of an intent, as far as a page acts on it. */
export type CardStatus = "succeeded" | "processing" | "requires_action" | "refused";

/** Why nothing was charged; `isGuess`: the answer was lost, and no charge has shown since. */
export type Problem = { text: string; isGuess: boolean };

const refusals: readonly StripeError["type"][] = ["card_error", "validation_error", "invalid_request_error"];
const learned: Record<PaymentState["status"], CardStatus> = {
  paid: "succeeded",
  processing: "processing",
  action: "requires_action",
  failed: "refused",
  pending: "refused",
};

/** What the provider's answer says; null where no answer came, so that the card may have been charged. */
export function statusOf({ error, paymentIntent }: PaymentIntentResult): CardStatus | null {
  const status = paymentIntent?.status ?? error?.payment_intent?.status;
  // Paid in another tab: the provider calls it an unexpected state, and it is as good as paid here.
  if (status === "succeeded" || status === "processing") return status;
  if (error) return status || refusals.includes(error.type) ? "refused" : null;
  return status === "requires_action" ? status : "processing";
}

/** The same, of what the server has learned from the provider. */
export function statusLearned({ status }: PaymentState): CardStatus {
  return learned[status];
}

/** Not charged, as far as one answer can tell: a request that is still on its way may change it. */
export function mayChange({ status }: PaymentState): boolean {
  return learned[status] === "refused";
}

import type { Stripe } from "@stripe/stripe-js";
import { loadCardProvider } from "../../api/cardProvider";
import type { SiteFacts } from "../../site/facts";
import { startPayment, type StartedPayment } from "./bookingApi";

export type ReadyPayment = StartedPayment & { provider: Stripe };

/** Asks the server for the payment and loads the provider's script meanwhile. Rejects with what went wrong first. */
export async function setUpPayment(site: SiteFacts): Promise<ReadyPayment> {
  const [started, provider] = await Promise.all([
    startPayment(),
    loadCardProvider(site["payments.scriptUrl"], site["payments.publishableKey"]),
  ]);
  return { ...started, provider };
}

import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import type { SiteFacts } from "../site/facts";
import { request } from "./client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];
export type ReadyCard = Schemas["StartedPayment"] & { provider: Stripe };

let loading: Promise<void> | null = null;

function loadScript(address: string): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => {
      loading = null;
      script.remove();
      reject(new TypeError("The card provider's script could not be loaded"));
    };
    document.head.append(script);
  });
  return loading;
}

/** The card provider's client. Its script comes from the address that the server's configuration names, once. */
export async function loadCardProvider(scriptAddress: string, publishableKey: string): Promise<Stripe> {
  await loadScript(scriptAddress);
  const provider = await loadStripe(publishableKey);
  if (!provider) throw new TypeError("The card provider's script did not start");
  return provider;
}

/**
 * Asks the server for the payment and loads the provider's script meanwhile. In `asked`, `amount` is what the page shows; `replaceTransfer`:
 * the visitor has asked to pay by card in place of the transfer that was chosen before.
 */
export async function setUpCard(site: SiteFacts, asked: Partial<Schemas["StartPayment"]>): Promise<ReadyCard> {
  const [started, provider] = await Promise.all([
    request<Schemas["StartedPayment"]>("POST", "/api/create-payment-intent", asked),
    loadCardProvider(site["payments.scriptUrl"], site["payments.publishableKey"]),
  ]);
  return { ...started, provider };
}

import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";

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

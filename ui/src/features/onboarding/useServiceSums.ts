import { useEffect, useState } from "react";
import { nullOn401 } from "../../api/client";
import type { components } from "../../api/schema.gen";
import { seemsSignedIn } from "../../api/signedIn";
import type { ServiceId } from "./onboardingRules";

type Sums = components["schemas"]["ServiceSums"];

export type OwnSums = {
  isSignedIn: boolean;
  /** What the service comes to less what is left of the client's booking fee; null where nothing is deducted. */
  of: (service: ServiceId | null) => Sums | null;
  /** The most that is deducted of any service: what is left of the fee. */
  creditCents: number;
};

/** What the services come to for who is signed in here. */
export function useOwnSums(): OwnSums {
  const [told, setTold] = useState<readonly Sums[] | null>(null);
  useEffect(() => {
    if (!seemsSignedIn()) return;
    // Without an answer the price is shown, and the checkout says what is deducted.
    nullOn401<Sums[]>("/api/client/sums").then(setTold, () => {});
  }, []);
  const deducting = (told ?? []).filter((each) => each.creditCents > 0);
  return {
    isSignedIn: told !== null,
    of: (service) => deducting.find((each) => each.service === service) ?? null,
    creditCents: Math.max(0, ...deducting.map((each) => each.creditCents)),
  };
}

/** What the service comes to for the signed-in client, less what is left of their booking fee; null where nothing is deducted. */
export function useServiceSums(service: ServiceId | null): Sums | null {
  return useOwnSums().of(service);
}

import { useEffect, useState } from "react";
import { nullOn401 } from "../../api/client";
import type { components } from "../../api/schema.gen";
import { seemsSignedIn } from "../../api/signedIn";
import type { ServiceId } from "./onboardingRules";

type Sums = components["schemas"]["ServiceSums"];

/** What the service comes to for the signed-in client, less what is left of their booking fee; null where nothing is deducted. */
export function useServiceSums(service: ServiceId | null): Sums | null {
  const [told, setTold] = useState<readonly Sums[]>([]);
  useEffect(() => {
    if (!seemsSignedIn()) return;
    // Without an answer the price is shown, and the checkout says what is deducted.
    nullOn401<Sums[]>("/api/client/sums").then(
      (sums) => setTold(sums ?? []),
      () => {},
    );
  }, []);
  return told.find((each) => each.service === service && each.creditCents > 0) ?? null;
}

import { useEffect, useState } from "react";
import { nullOn401 } from "../../api/client";
import type { components } from "../../api/schema.gen";
import { seemsSignedIn } from "../../api/signedIn";
import type { ServiceId } from "./onboardingRules";

type Sums = components["schemas"]["ServiceSums"];

/** What the service comes to for the signed-in client, less what is left of their booking fee; null for everybody else. */
export function useServiceSums(service: ServiceId | null): Sums | null {
  const [told, setTold] = useState<{ service: ServiceId; sums: Sums } | null>(null);
  useEffect(() => {
    if (!service || !seemsSignedIn()) return;
    let gone = false;
    // Without an answer the price is shown, and the checkout says what is deducted.
    nullOn401<Sums>(`/api/client/sums?service=${service}`).then(
      (sums) => gone || setTold(sums && { service, sums }),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [service]);
  return told?.service === service && told.sums.creditCents > 0 ? told.sums : null;
}

import { useState } from "react";
import { hasOnboardingDraft } from "../../api/onboardingDraft";
import { OpenForBooking } from "../../components/OpenForBooking";
import { PageHead } from "../../components/PageHead";
import { useHydrated } from "../../components/useHydrated";
import { OnboardingFlow } from "./OnboardingFlow";

/** /onboarding: four steps to a project with a consultation time. */
export function OnboardingPage() {
  const hydrated = useHydrated();
  const [began] = useState(() => typeof document !== "undefined" && hasOnboardingDraft());
  const restored = hydrated && began;
  return (
    <>
      <PageHead compact title="Project Onboarding">
        Tell us about your project, choose a service and pick a time. Four short steps, then payment.
      </PageHead>
      <OpenForBooking wide>
        <OnboardingFlow key={restored ? "restored" : "fresh"} restored={restored} />
      </OpenForBooking>
    </>
  );
}

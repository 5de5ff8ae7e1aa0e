import { OnboardingPage } from "../features/onboarding/OnboardingPage";
import { App } from "../shell/App";

/** /onboarding. */
export default function Onboarding() {
  return (
    <App>
      <OnboardingPage />
    </App>
  );
}

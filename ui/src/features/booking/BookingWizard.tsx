import { useState } from "react";
import { WizardFlow } from "./WizardFlow";

/** The four-step wizard; once a booking is made it begins anew. */
export function BookingWizard() {
  const [round, setRound] = useState(0);
  return <WizardFlow key={round} onDone={() => setRound(round + 1)} />;
}

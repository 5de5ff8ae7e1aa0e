import { useEffect, useMemo, useRef, useState } from "react";
import { hasOnboardingDraft, recallOnboarding, rememberOnboarding } from "../../api/onboardingDraft";
import { CLIENT_FILE_EXTENSIONS, BOOKING_FILES } from "../../api/rules.gen";
import { preloadCalendar } from "../../components/SlotPicker";
import { StepHead } from "../../components/StepHead";
import { useReturn } from "../../components/useReturn";
import { useUploads } from "../../components/useUploads";
import { DetailsStep } from "./DetailsStep";
import { FilesStep } from "./FilesStep";
import * as css from "./OnboardingFlow.module.css";
import { steps, stepTitles } from "./onboardingRules";
import { ScheduleStep } from "./ScheduleStep";
import { ServiceStep } from "./ServiceStep";
import { removeDocument, senderFor } from "./submitChain";
import { useOnboarding } from "./useOnboarding";

/** The four steps. `restored`: begin where this browser's memory left off. */
export function OnboardingFlow({ restored }: { restored: boolean }) {
  const flow = useOnboarding(restored);
  const { step } = flow;
  const knownUnsent = useRef<string | null>(null);
  const [earlier] = useState(() => (restored ? recallOnboarding() : null));
  const [lost, setLost] = useState<readonly string[]>(earlier?.waiting ?? []);
  const { details, service } = flow;
  const send = useMemo(() => service && senderFor(() => ({ details: details.getValues(), service })), [details, service]);
  const uploads = useUploads({
    accept: CLIENT_FILE_EXTENSIONS,
    maxBytes: BOOKING_FILES.maxFileBytes,
    ...(send && { send }),
    remove: removeDocument,
    stored: earlier?.stored,
  });
  const waiting = uploads.items.filter(({ state }) => state !== "stored" && state !== "doubled").map((item) => item.name);
  const missing = lost.filter((name) => !uploads.items.some((item) => item.name === name));
  const unsent = JSON.stringify([...waiting, ...missing]);

  // Paid for meanwhile: what is written here has become a project, and the next one begins with an empty form.
  useReturn(() => hasOnboardingDraft() || location.reload());

  useEffect(() => {
    if (step >= 3) preloadCalendar();
  }, [step]);

  useEffect(() => {
    // Only changes: before the memory is restored there is nothing to tell yet.
    if (knownUnsent.current !== null && knownUnsent.current !== unsent) rememberOnboarding({ waiting: JSON.parse(unsent) as string[] });
    knownUnsent.current = unsent;
  }, [unsent]);

  const reminder = missing.length > 0 ? { names: missing, dismiss: () => setLost([]) } : null;
  return (
    <section className={css.flow} aria-labelledby="step-title">
      <StepHead steps={steps} titles={stepTitles} current={step} />
      {step === 1 && <DetailsStep form={flow.details} service={flow.service} onNext={() => flow.open(2)} />}
      {step === 2 && (
        <ServiceStep chosen={flow.service} onChoose={flow.chooseService} onNext={() => flow.open(3)} onPrevious={flow.previous} />
      )}
      {step === 3 && (
        <FilesStep uploads={uploads} reminder={reminder} onNext={() => flow.open(4)} onPrevious={flow.previous} />
      )}
      {step === 4 && <ScheduleStep flow={flow} uploads={uploads} reminder={reminder} />}
    </section>
  );
}

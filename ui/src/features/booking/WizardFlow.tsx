import { Suspense } from "react";
import { BOOKING_FILES } from "../../api/rules.gen";
import { Button } from "../../components/Button";
import { Notice } from "../../components/Notice";
import { StepHead } from "../../components/StepHead";
import { useHydrated } from "../../components/useHydrated";
import { useReturn } from "../../components/useReturn";
import { useUploads } from "../../components/useUploads";
import { lazily } from "../../lazily";
import { removeDocument, saveDocumentsStep, savePersonal, saveProject, sendDocument } from "./bookingApi";
import { steps, stepTitles } from "./bookingRules";
import { ChosenService, WhichOne } from "./PackageChoice";
import { PersonalStep } from "./PersonalStep";
import { ProjectStep } from "./ProjectStep";
import { useWizard } from "./useWizard";
import { recall } from "./wizardMemory";
import * as css from "./BookingWizard.module.css";
import { WizardSkeleton } from "./WizardSkeleton";

const JustBooked = lazily(() => import("./JustBooked"));
const DocumentsStep = lazily(() => import("./DocumentsStep"));
const PaymentStep = lazily(() => import("./PaymentStep"));

export function WizardFlow({ onDone }: { onDone: () => void }) {
  const wizard = useWizard();
  const { booking, step } = wizard;
  const hydrated = useHydrated();
  const uploads = useUploads({
    accept: BOOKING_FILES.extensions,
    maxBytes: BOOKING_FILES.maxFileBytes,
    send: sendDocument,
    remove: removeDocument,
    stored: booking?.files,
  });

  // The saved draft may have become a booking since: asked anew, and nothing that was saved is lost.
  useReturn(() => booking && location.reload());

  if (wizard.failed) return <RestoreFailed />;
  if (step === null) return <WizardSkeleton />;
  return (
    <section className={css.sheet} aria-labelledby="step-title">
      <StepHead steps={steps} titles={stepTitles} current={step} />
      {step === 1 && hydrated && recall().booked && (
        <Suspense fallback={null}>
          <JustBooked />
        </Suspense>
      )}
      {step === 1 && <ChosenService form={wizard.project} />}
      {step === 1 && (
        <PersonalStep
          form={wizard.personal}
          ready={wizard.restored}
          onNext={(values) => wizard.advance(1, () => savePersonal(values))}
        />
      )}
      <Suspense fallback={<div className={css.waiting} />}>
        {step === 2 && (
          <ProjectStep
            form={wizard.project}
            onPrevious={wizard.previous}
            onNext={async (values) => {
              await DocumentsStep.open();
              await wizard.advance(2, () => saveProject(values), { service: values.serviceType });
            }}
          >
            {wizard.asksWhich && booking && <WhichOne form={wizard.project} booking={booking} onKeep={wizard.keepSaved} />}
          </ProjectStep>
        )}
        {step === 3 && (
          <DocumentsStep
            uploads={uploads}
            needs={booking?.needs ?? []}
            onPrevious={wizard.previous}
            onNext={async () => {
              await PaymentStep.open();
              await wizard.advance(3, saveDocumentsStep);
            }}
          />
        )}
        {step === 4 && booking && <PaymentStep wizard={wizard} booking={booking} uploads={uploads} onDone={onDone} />}
      </Suspense>
    </section>
  );
}

function RestoreFailed() {
  return (
    <section className={css.sheet}>
      <Notice
        tone="red"
        title="We could not load your saved booking"
        role="alert"
      >
        <p>Nothing is lost: your answers and documents are kept. Please check your connection and try again.</p>
      </Notice>
      <div className={css.actions}>
        <Button onClick={() => location.reload()}>Try Again</Button>
      </div>
    </section>
  );
}

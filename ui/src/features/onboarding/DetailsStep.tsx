import type { UseFormReturn } from "react-hook-form";
import type { OnboardingDetails } from "../../api/onboardingDraft";
import { ENQUIRY_TYPES } from "../../api/onboardingRules.gen";
import { ContactFields } from "../../components/ContactFields";
import { NeedsScripts } from "../../components/NeedsScripts";
import { Select } from "../../components/Select";
import { EmailField } from "../../components/TextField";
import * as css from "./OnboardingFlow.module.css";
import { detailsFormName, noDetails, type ServiceId } from "./onboardingRules";
import { StepActions } from "./StepActions";
import { WhatFollows } from "./StepAside";

type Props = { form: UseFormReturn<OnboardingDetails>; service: ServiceId | null; onNext: () => void };

/** Step 1: who the client is, and where the project is. */
export function DetailsStep({ form, service, onNext }: Props) {
  const { errors } = form.formState;
  // The focus goes to the first one registered that is at fault; those written below are, before those of ContactFields.
  for (const name of Object.keys(noDetails) as (keyof OnboardingDetails)[]) form.register(name);
  const field = (name: keyof OnboardingDetails) => ({ error: errors[name]?.message, ...form.register(name) });
  return (
    <div className={css.beside}>
      <form className={css.questions} name={detailsFormName} noValidate onSubmit={(event) => void form.handleSubmit(onNext)(event)}>
        <NeedsScripts promise="set up your project for you" />
        <ContactFields
          field={field}
          address="Project Address"
          addressHint="Street and number of the place where the work is, or will be."
        >
          <EmailField
            label="Email Address"
            {...field("email")}
          />
        </ContactFields>
        <Select
          label="Enquiry Type"
          options={ENQUIRY_TYPES}
          {...field("enquiryType")}
        />
        <StepActions />
      </form>
      <WhatFollows service={service} />
    </div>
  );
}

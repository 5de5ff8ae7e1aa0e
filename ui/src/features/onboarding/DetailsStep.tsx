import type { UseFormReturn } from "react-hook-form";
import type { OnboardingDetails } from "../../api/onboardingDraft";
import { ENQUIRY_TYPES } from "../../api/rules.gen";
import { NeedsScripts } from "../../components/NeedsScripts";
import { Select } from "../../components/Select";
import { TextField } from "../../components/TextField";
import * as css from "./OnboardingFlow.module.css";
import { detailsFormName } from "./onboardingRules";
import { StepActions } from "./StepActions";
import { WhatFollows } from "./StepAside";

type Props = { form: UseFormReturn<OnboardingDetails>; onNext: () => void };

/** Step 1: who the client is, and where the project is. */
export function DetailsStep({ form, onNext }: Props) {
  const { errors } = form.formState;
  return (
    <div className={css.beside}>
      <form className={css.questions} name={detailsFormName} noValidate onSubmit={(event) => void form.handleSubmit(onNext)(event)}>
        <NeedsScripts promise="set up your project for you" />
        <TextField label="Full Name" autoComplete="name" error={errors.name?.message} {...form.register("name")} />
        <TextField
          label="Email Address"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
          {...form.register("email")}
        />
        <TextField
          label="Phone Number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          error={errors.phone?.message}
          {...form.register("phone")}
        />
        <TextField
          label="Company"
          optional
          autoComplete="organization"
          error={errors.company?.message}
          {...form.register("company")}
        />
        <TextField
          label="Project Address"
          hint="Street and number of the place where the work is, or will be."
          autoComplete="street-address"
          error={errors.addressStreet?.message}
          {...form.register("addressStreet")}
        />
        <TextField label="City" autoComplete="address-level2" error={errors.addressCity?.message} {...form.register("addressCity")} />
        <div className={css.pair}>
          <TextField
            label="State/Province"
            autoComplete="address-level1"
            error={errors.addressState?.message}
            {...form.register("addressState")}
          />
          <TextField
            label="Zip/Postal Code"
            inputMode="text"
            autoComplete="postal-code"
            error={errors.addressZip?.message}
            {...form.register("addressZip")}
          />
        </div>
        <Select
          label="Enquiry Type"
          options={ENQUIRY_TYPES}
          error={errors.enquiryType?.message}
          {...form.register("enquiryType")}
        />
        <StepActions />
      </form>
      <WhatFollows />
    </div>
  );
}

import { useWatch, type UseFormReturn } from "react-hook-form";
import { PREFERRED_CONTACTS } from "../../api/rules.gen";
import { RadioGroup } from "../../components/Choice";
import { NeedsScripts } from "../../components/NeedsScripts";
import { Notice } from "../../components/Notice";
import { EmailField, TextField } from "../../components/TextField";
import { useSite } from "../../site/SiteContext";
import type { Personal } from "./bookingRules";
import { StepForm } from "./StepForm";
import { personalFormName } from "./useWizard";

type Props = { form: UseFormReturn<Personal>; ready: Promise<void>; onNext: (values: Personal) => Promise<void> };

/** Step 1: who books, and where the project is. */
export function PersonalStep({ form, ready, onNext }: Props) {
  const site = useSite();
  const { errors } = form.formState;
  const contact = useWatch({ control: form.control, name: "preferredContact" });
  return (
    <StepForm form={form} name={personalFormName} ready={ready} onNext={onNext}>
      <NeedsScripts promise="book your consultation for you" />
      <Notice tone="green" title="Full Payment Credit Guarantee">
        <p>The {site["fee.booking"]} booking fee is fully credited towards any service you proceed with.</p>
      </Notice>
      <TextField
        label="Full name"
        autoComplete="name"
        error={errors.fullName?.message}
        {...form.register("fullName")}
      />
      <EmailField
        label="Email address"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <TextField
        label="Phone number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        error={errors.phone?.message}
        {...form.register("phone")}
      />
      <TextField
        label="Project address"
        hint="Where the work is, or will be."
        autoComplete="address-line1"
        error={errors.address?.message}
        {...form.register("address")}
      />
      <RadioGroup
        legend="Preferred contact method"
        inline
        options={PREFERRED_CONTACTS}
        error={errors.preferredContact?.message}
        name="preferredContact"
        value={contact}
        onChange={(event) => form.setValue("preferredContact", event.target.value, { shouldDirty: true })}
      />
    </StepForm>
  );
}

import type { ReactNode } from "react";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { BOOKING_SERVICES, PROJECT_TYPES, PROJECT_VALUES } from "../../api/rules.gen";
import { Select } from "../../components/Select";
import { TextArea } from "../../components/TextField";
import { useSite } from "../../site/SiteContext";
import type { Project } from "./bookingRules";
import { PackageChoice } from "./PackageChoice";
import { StepForm } from "./StepForm";

type Props = {
  form: UseFormReturn<Project>;
  /** The question above the fields, where there is one. */
  children?: ReactNode;
  onNext: (values: Project) => Promise<void>;
  onPrevious: () => void;
};

/** Step 2: what is wanted, and for what kind of project. */
export function ProjectStep({ form, children, onNext, onPrevious }: Props) {
  const site = useSite();
  const { errors } = form.formState;
  const service = useWatch({ control: form.control, name: "serviceType" });
  return (
    <StepForm form={form} onNext={onNext} onPrevious={onPrevious}>
      {children}
      <Select
        label="Service type"
        placeholder="Choose a service"
        options={BOOKING_SERVICES.map((id) => ({ value: id, label: site[`services.${id}.title`] }))}
        error={errors.serviceType?.message}
        {...form.register("serviceType")}
      />
      {service === "contract_review" && <PackageChoice form={form} />}
      <Select
        label="Project type"
        placeholder="Choose a project type"
        options={PROJECT_TYPES}
        error={errors.projectType?.message}
        {...form.register("projectType")}
      />
      <Select
        label="Approximate project value"
        placeholder="Choose a range"
        options={PROJECT_VALUES}
        error={errors.projectValue?.message}
        {...form.register("projectValue")}
      />
      <TextArea
        label="Additional information"
        optional
        hint="Dates that matter, what worries you, what you would like to leave the consultation with."
        error={errors.message?.message}
        {...form.register("message")}
      />
    </StepForm>
  );
}

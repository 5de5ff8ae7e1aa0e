import * as z from "zod/mini";
import type { OnboardingDetails } from "../../api/onboardingDraft";
import { ENQUIRY_TYPES, ONBOARDING_TEXT_RULES as rules } from "../../api/onboardingRules.gen";
import { SERVICES } from "../../api/rules.gen";
import { choiceOf, textOf } from "../../components/ruleSchema";

export const steps = ["Details", "Service", "Documents", "Schedule"] as const;
export const stepTitles = ["Client Information", "Service Selection", "Document Upload", "Schedule a Consultation"] as const;

/** Name of the first step's form: what is typed into it before the scripts run is found by this. */
export const detailsFormName = "client-information";

export const noDetails: OnboardingDetails = {
  name: "",
  email: "",
  phone: "",
  company: "",
  addressStreet: "",
  addressCity: "",
  addressState: "",
  addressZip: "",
  enquiryType: "new_project",
};

export const detailsSchema: z.ZodMiniType<OnboardingDetails, OnboardingDetails> = z.object({
  name: textOf(rules.name),
  email: textOf(rules.email),
  phone: textOf(rules.phone),
  company: textOf(rules.company),
  addressStreet: textOf(rules.addressStreet),
  addressCity: textOf(rules.addressCity),
  addressState: textOf(rules.addressState),
  addressZip: textOf(rules.addressZip),
  enquiryType: choiceOf(
    ENQUIRY_TYPES.map(({ value }) => value),
    "Invalid input",
  ),
});

export type ServiceId = (typeof SERVICES)[number]["id"];

/** The service with this id, or null. */
export function knownService(id: string): ServiceId | null {
  return SERVICES.find((service) => service.id === id)?.id ?? null;
}

/** The furthest step that these answers lead to. */
export function furthestStep(details: Partial<OnboardingDetails>, service: string): number {
  if (!detailsSchema.safeParse({ ...noDetails, ...details }).success) return 1;
  return knownService(service) ? steps.length : 2;
}

import * as z from "zod/mini";
import {
  BOOKING_CHOICE_MESSAGES,
  BOOKING_SERVICES,
  BOOKING_TEXT_RULES,
  PACKAGES,
  PREFERRED_CONTACTS,
  PROJECT_TYPES,
  PROJECT_VALUES,
} from "../../api/rules.gen";
import { choiceOf, textOf } from "../../components/ruleSchema";

export const steps = ["Personal", "Project", "Documents", "Payment"] as const;
export const stepTitles = ["Personal Information", "Project Information", "Document Upload", "Complete Your Booking"] as const;

export type Personal = { fullName: string; email: string; phone: string; address: string; preferredContact: string };

export type Project = {
  serviceType: string;
  /** "" while none is chosen; kept for a contract review only. */
  package: string;
  projectType: string;
  projectValue: string;
  message: string;
};

export const noPersonal: Personal = { fullName: "", email: "", phone: "", address: "", preferredContact: "either" };
export const noProject: Project = { serviceType: "", package: "", projectType: "", projectValue: "", message: "" };

const valuesOf = (options: readonly { value: string }[]) => options.map(({ value }) => value);

export const personalSchema: z.ZodMiniType<Personal, Personal> = z.object({
  fullName: textOf(BOOKING_TEXT_RULES.fullName),
  email: textOf(BOOKING_TEXT_RULES.email),
  phone: textOf(BOOKING_TEXT_RULES.phone),
  address: textOf(BOOKING_TEXT_RULES.address),
  preferredContact: choiceOf(valuesOf(PREFERRED_CONTACTS), "Invalid input"),
});

export const projectSchema: z.ZodMiniType<Project, Project> = z.object({
  serviceType: choiceOf(BOOKING_SERVICES, BOOKING_CHOICE_MESSAGES.serviceType),
  package: choiceOf(["", ...PACKAGES], "Invalid input"),
  projectType: choiceOf(valuesOf(PROJECT_TYPES), BOOKING_CHOICE_MESSAGES.projectType),
  projectValue: choiceOf(valuesOf(PROJECT_VALUES), BOOKING_CHOICE_MESSAGES.projectValue),
  message: textOf(BOOKING_TEXT_RULES.message),
});

/** What the address asks for: `?service=` and, with a contract review, `&package=`. Unknown values are left out. */
export function asked(search: string): Partial<Project> {
  const query = new URLSearchParams(search);
  const service = BOOKING_SERVICES.find((id) => id === query.get("service"));
  if (!service) return {};
  const review = PACKAGES.find((id) => id === query.get("package"));
  return service === "contract_review" && review ? { serviceType: service, package: review } : { serviceType: service };
}

type Bought = { serviceType: string | null; package: string | null };

/** Whether two answers buy the same; a package counts for a contract review only. */
export function buysSame(one: Bought, other: Bought): boolean {
  const bought = ({ serviceType, package: review }: Bought) => `${serviceType ?? ""} ${serviceType === "contract_review" ? (review ?? "") : ""}`;
  return bought(one) === bought(other);
}

/** Whether `chosen` is a service or package that the draft does not hold yet: nothing may be paid before one of them is taken. */
export function isUnsaved(draft: Bought | null, chosen: Bought): boolean {
  return draft !== null && Boolean(draft.serviceType && chosen.serviceType) && !buysSame(draft, chosen);
}

/** How far the wizard opens: where the draft stands, but not past the question of what is bought while that is unsaved. */
export function furthestStep(draft: (Bought & { step: number }) | null, chosen: Bought): number {
  const stands = draft?.step ?? 1;
  return isUnsaved(draft, chosen) ? Math.min(2, stands) : stands;
}

import type { components } from "../../../api/schema.gen";

type Schemas = components["schemas"];
export type Figures = Schemas["Figures"];
export type MoneyPage = Schemas["MoneyPage"];
export type PromisesPage = Schemas["PromisesPage"];
export type Promised = Schemas["PromiseLine"];
export type DonePage = Schemas["DonePage"];

export const figuresKey = "/api/admin/figures";

const promises: Record<Promised["kind"], string> = {
  contact: "A call within 24 hours of payment",
  review: "A contract review",
  enquiry: "An answer within one business day",
};
const standings: Record<Promised["kept"], string> = { in_time: "In time", late: "Late", missed: "Not kept", open: "Not due yet", not_needed: "Not needed" };
const steps: Record<Figures["stopped"][number]["step"], string> = {
  "2": "Step 2, project information",
  "3": "Step 3, documents",
  "4": "Step 4, payment",
  onboarding: "Onboarding, before a service",
};

export const promiseLabel = (kind: Promised["kind"]): string => promises[kind];
export const keptLabel = (kept: Promised["kept"]): string => standings[kept];
export const stepLabel = (step: keyof typeof steps): string => steps[step];

function options<Value extends string>(labels: Record<Value, string>): { value: string; label: string }[] {
  return Object.entries<string>(labels).map(([value, label]) => ({ value, label }));
}

export const promiseKinds = options(promises);
export const keptStates = options(standings);
export const stepChoices = options(steps);

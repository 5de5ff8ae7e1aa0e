import type { ComponentType } from "react";

/** A part of a page that React continues: the component, and what has to be there before it can. */
export type Part = { default: ComponentType; prepare?: () => Promise<void> };

/** Every such part, by the name that its place in the page has. */
export const parts = {
  wizard: (): Promise<Part> => import("../apps/wizard"),
  onboarding: (): Promise<Part> => import("../apps/onboarding"),
  payment: (): Promise<Part> => import("../apps/payment"),
  portal: (): Promise<Part> => import("../apps/portal"),
  enquiry: (): Promise<Part> => import("../islands/enquiry"),
};

export type PartName = keyof typeof parts;

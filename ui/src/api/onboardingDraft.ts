import { newKey } from "./client";
import type { ChosenSlot } from "./slots";

export type OnboardingDetails = {
  name: string;
  email: string;
  phone: string;
  company: string;
  addressStreet: string;
  addressCity: string;
  addressState: string;
  addressZip: string;
  enquiryType: string;
};

/** What this tab remembers of an onboarding until it is paid for. Files cannot be kept here, only their names. */
export type OnboardingDraft = {
  /** The browser's name for this submission: sent again with it, nothing is made twice. */
  key: string;
  step: number;
  details: Partial<OnboardingDetails>;
  service: string;
  slot: ChosenSlot | null;
  /** The time that the server keeps for this submission's project: not in the list of free ones any more. */
  heldSlot: number | null;
  /** Names of files that wait in the browser. */
  waiting: string[];
  /** Documents that the server has. */
  stored: { id: number | string; fileName: string; fileSize: number }[];
};

const draftKey = "helios.onboarding";

export function recallOnboarding(): OnboardingDraft {
  const blank = { key: "", step: 1, details: {}, service: "", slot: null, heldSlot: null, waiting: [], stored: [] };
  try {
    return { ...blank, ...(JSON.parse(sessionStorage.getItem(draftKey) ?? "{}") as Partial<OnboardingDraft>) };
  } catch {
    return blank;
  }
}

export function rememberOnboarding(part: Partial<OnboardingDraft>): void {
  const draft = recallOnboarding();
  sessionStorage.setItem(draftKey, JSON.stringify({ ...draft, key: draft.key || newKey(), ...part }));
}

/** The submission's key; `renew` draws another, for when the old one's project is closed. */
export function submissionKey({ renew = false } = {}): string {
  rememberOnboarding(renew ? { key: newKey(), heldSlot: null, stored: [] } : {});
  return recallOnboarding().key;
}

export function hasOnboardingDraft(): boolean {
  return sessionStorage.getItem(draftKey) !== null;
}

export function forgetOnboarding(): void {
  sessionStorage.removeItem(draftKey);
}

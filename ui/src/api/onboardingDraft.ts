import { newKey } from "./client";
import { KEPT } from "./rules.gen";
import type { Way } from "./meetings";
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

/**
 * What this browser remembers of an onboarding until it is paid for, for as long as the server keeps one that is not: its tab may
 * be closed. Files cannot be kept here, only the names of those that the server has or that were on their way.
 */
export type OnboardingDraft = {
  /** The browser's name for this submission: sent again with it, nothing is made twice. */
  key: string;
  step: number;
  details: Partial<OnboardingDetails>;
  service: string;
  /** The query that was taken over into the answers; a reload must not take it over again. */
  asked: string;
  slot: ChosenSlot | null;
  /** How to meet, null until it is chosen. */
  way: Way | null;
  /** What it has become on the server, null until it is sent. */
  projectId: number | null;
  /** The time that the server keeps for this submission's project: not in the list of free ones any more. */
  heldSlot: number | null;
  /** Names of files that have not arrived yet. */
  waiting: string[];
  /** Documents that the server has. */
  stored: { id: number | string; fileName: string; fileSize: number }[];
};

const unsent = { projectId: null, heldSlot: null, stored: [] };
const draftKey = "helios.onboarding";
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** `touchedAt`: when it was changed last, in milliseconds since the epoch. */
type Kept = Partial<OnboardingDraft> & { touchedAt?: number };

function kept(): Kept | null {
  try {
    const found = JSON.parse(localStorage.getItem(draftKey) ?? "null") as Kept | null;
    if (found && Date.now() - (found.touchedAt ?? 0) < KEPT.unpaidDays * dayMilliseconds) return found;
    localStorage.removeItem(draftKey);
    return null;
  } catch {
    return null;
  }
}

export function recallOnboarding(): OnboardingDraft {
  const blank = { key: "", step: 1, details: {}, service: "", asked: "", slot: null, way: null, waiting: [] };
  return { ...blank, ...unsent, ...kept() };
}

export function rememberOnboarding(part: Partial<OnboardingDraft>): void {
  const draft = recallOnboarding();
  localStorage.setItem(draftKey, JSON.stringify({ ...draft, key: draft.key || newKey(), ...part, touchedAt: Date.now() }));
}

/** The submission's key; `renew` draws another, for when the old one's project is closed. */
export function submissionKey({ renew = false } = {}): string {
  rememberOnboarding(renew ? { key: newKey(), ...unsent } : {});
  return recallOnboarding().key;
}

export function hasOnboardingDraft(): boolean {
  return kept() !== null;
}

/** Lets go of what has become this project; another onboarding, begun since, stays. */
export function forgetOnboarding(projectId: number): void {
  if (recallOnboarding().projectId === projectId) localStorage.removeItem(draftKey);
}

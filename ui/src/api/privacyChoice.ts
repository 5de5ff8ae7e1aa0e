import type { SiteFacts } from "../site/facts";

/** What a visitor said about trackers. */
export type Choice = "accepted" | "declined";

const key = "helios.privacyChoice";
let said: Choice | null = null;

/** The remembered choice. A browser that asks not to be tracked counts as having declined; null when nobody was asked. */
export function readChoice(): Choice | null {
  try {
    const stored = localStorage.getItem(key);
    if (stored === "accepted" || stored === "declined") return stored;
  } catch {
    // Storage may be switched off: then the choice lasts as long as the page.
  }
  if (said) return said;
  return (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl ? "declined" : null;
}

/** Remembers a choice until it is changed. */
export function keepChoice(choice: Choice): void {
  said = choice;
  try {
    localStorage.setItem(key, choice);
  } catch {
    // See above.
  }
}

/** Whether this visitor may be counted: the owner's configuration asks nobody, or they have agreed. */
export function mayCount(site: SiteFacts): boolean {
  return !site["analytics.consent"] || readChoice() === "accepted";
}

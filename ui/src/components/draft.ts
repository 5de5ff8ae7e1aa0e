import { newKey } from "../api/client";

/** The last try's own name, and what it was a try of. */
export type Sending = { key: string; of: string } | null;

const nameOf = (place: string): string => `helios.${place}`;

/** What this tab remembers as typed and not sent yet at a place ("message.client@example.com /api/..."): each account and act has its own. */
export function recall<Draft extends object>(place: string, blank: Draft): Draft {
  try {
    return { ...blank, ...(JSON.parse(sessionStorage.getItem(nameOf(place)) ?? "{}") as Partial<Draft>) };
  } catch {
    return blank;
  }
}

/** Keeps a draft, or with null forgets it. */
export function remember(place: string, draft: object | null): void {
  try {
    if (draft) sessionStorage.setItem(nameOf(place), JSON.stringify(draft));
    else sessionStorage.removeItem(nameOf(place));
  } catch {
    // Storage is switched off or full: it is kept as long as the page.
  }
}

/** The name under which `of` is sent: the last try's own where it was the same, so that what had arrived after all is not doubled. */
export function tried(last: Sending, of: string): NonNullable<Sending> {
  return last?.of === of ? last : { key: newKey(), of };
}

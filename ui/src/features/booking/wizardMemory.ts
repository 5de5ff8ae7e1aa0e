import { noPersonal, noProject, type Personal, type Project } from "./bookingRules";

/** What this tab remembers of the wizard, so that a reload keeps even what was not saved yet. */
type Memory = {
  /** The step that was open last; null before any was. */
  step: number | null;
  personal: Partial<Personal>;
  project: Partial<Project>;
  /** Steps whose completion was reported to analytics. */
  reported: number[];
  /** A card was sent to the provider: the draft may be a booking by now. */
  paying: boolean;
  /** A booking was made in this tab: who comes back to the form reads so above it. */
  booked: boolean;
};

const memoryKey = "helios.booking";
/** Step 2 as it was typed, for other tabs and later visits too, while the server holds a draft worth waiting for. */
const draftKey = "helios.draft";
const nothing: Memory = { step: null, personal: {}, project: {}, reported: [], paying: false, booked: false };

function kept<Content>(storage: Storage, key: string): Partial<Content> {
  try {
    return JSON.parse(storage.getItem(key) ?? "{}") as Partial<Content>;
  } catch {
    return {};
  }
}

export function recall(): Memory {
  return { ...nothing, project: kept<Project>(localStorage, draftKey), ...kept<Memory>(sessionStorage, memoryKey) };
}

export function remember(part: Partial<Memory>): void {
  sessionStorage.setItem(memoryKey, JSON.stringify({ ...recall(), ...part }));
  if (part.project && localStorage.getItem(draftKey) !== null) rememberDraft();
}

/** The server holds a draft now. */
export function rememberDraft(): void {
  localStorage.setItem(draftKey, JSON.stringify(recall().project));
}

/** The server holds step 2 as it was typed: what another tab saves later is not hidden by it. */
export function projectSaved(): void {
  remember({ project: {} });
}

/** The server holds no draft any more: what was typed for it is not for whoever comes next. */
export function forgetDraft(): void {
  localStorage.removeItem(draftKey);
}

/** The draft has become a booking. */
export function forget(): void {
  forgetDraft();
  sessionStorage.setItem(memoryKey, JSON.stringify({ booked: true }));
}

/** Whether there is probably something to restore. */
export function hasDraft(): boolean {
  const { step, personal, project } = recall();
  const typed = Object.entries({ ...personal, ...project }).some(([name, value]) => value && name !== "preferredContact");
  return typed || (step ?? 1) > 1 || localStorage.getItem(draftKey) !== null;
}

/** Saved answers, with what was typed later in place of them. */
export function combined<Values extends Personal | Project>(saved: Partial<Values>, typed: Partial<Values>, blank: Values): Values {
  const entries = Object.keys(blank).map((name) => {
    const key = name as keyof Values;
    return [name, typed[key] || saved[key] || blank[key]];
  });
  return Object.fromEntries(entries) as Values;
}

/** Only the fields that the forms know, as text, from the server's draft. */
export function answersOf(booking: { [name: string]: unknown } | null): { personal: Partial<Personal>; project: Partial<Project> } {
  const pick = <Values extends object>(blank: Values) =>
    Object.fromEntries(Object.keys(blank).map((name) => [name, (booking?.[name] as string | null) ?? ""])) as Partial<Values>;
  return { personal: pick(noPersonal), project: pick(noProject) };
}

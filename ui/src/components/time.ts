/** The business lives on Sydney time; every date on the site is shown in it. */
const businessZone = "Australia/Sydney";

const formats = {
  /** Tuesday, 12 May 2026 */
  long: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  /** 12 May 2026 */
  date: { day: "numeric", month: "long", year: "numeric" },
  /** Tue, 12 May */
  brief: { weekday: "short", day: "numeric", month: "short" },
  /** 7 Dec 2026, for dense tables */
  short: { day: "numeric", month: "short", year: "numeric" },
  /** Tuesday */
  weekday: { weekday: "long" },
  /** 10:00 am */
  time: { hour: "numeric", minute: "2-digit", hour12: true },
  /** Tuesday, 12 May 2026 at 10:00 am */
  full: { weekday: "long", day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit", hour12: true },
  /** 12 May 2026 at 10:00 am */
  stamp: { day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit", hour12: true },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export type TimeFormat = keyof typeof formats;

const made = new Map<string, Intl.DateTimeFormat>();

/** The formatter for these options, made once: that takes far longer than formatting, and a calendar asks hundreds of times. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const known = made.get(key) ?? new Intl.DateTimeFormat(locale, options);
  made.set(key, known);
  return known;
}

/** An instant (ISO with its zone, or Date) in Sydney time, en-AU. */
export function formatTime(instant: string | Date, format: TimeFormat): string {
  return formatter("en-AU", { ...formats[format], timeZone: businessZone }).format(new Date(instant));
}

/** Whether the visitor's clock shows another hour than Sydney's at that instant. */
export function differsFromSydney(instant: string | Date): boolean {
  const hour: Intl.DateTimeFormatOptions = { day: "numeric", hour: "numeric", minute: "numeric" };
  const there = formatter("en-AU", { ...hour, timeZone: businessZone }).format(new Date(instant));
  return there !== formatter("en-AU", hour).format(new Date(instant));
}

/** Whether the visitor's clock shows another hour than Sydney's in summer or in winter. */
export function livesElsewhere(now: Date = new Date()): boolean {
  return [0, 182].some((days) => differsFromSydney(new Date(now.getTime() + days * 86_400_000)));
}

/** Sydney's calendar day of an instant, "2026-05-12". */
export function sydneyDay(instant: string | Date): string {
  return formatter("en-CA", { timeZone: businessZone }).format(new Date(instant));
}

/** Short name of Sydney's time at an instant: "AEST" or, in summer, "AEDT". */
export function sydneyZone(instant: string | Date): string {
  const parts = formatter("en-AU", { timeZone: businessZone, timeZoneName: "short" }).formatToParts(new Date(instant));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** The same instant on the visitor's own clock, with its day: "Monday 11 May, 11:00 pm". */
export function visitorsTime(instant: string | Date): string {
  const format: Intl.DateTimeFormatOptions = { weekday: "long", day: "numeric", month: "long", ...formats.time };
  return formatter("en-AU", format).format(new Date(instant));
}

const spans: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** "3 days ago", "in 2 hours", "just now". `now` is for tests. */
export function relativeTime(instant: string | Date, now: Date = new Date()): string {
  const seconds = (new Date(instant).getTime() - now.getTime()) / 1000;
  const [unit, length] = spans.find(([, size]) => Math.abs(seconds) >= size) ?? [];
  if (!unit || !length) return "just now";
  return new Intl.RelativeTimeFormat("en-AU").format(Math.trunc(seconds / length), unit);
}

/** Days are Sydney's, as "2026-05-12": text, so that no clock of a browser shifts them. */
export type Day = string;

const asDate = (day: Day): Date => new Date(`${day}T00:00:00Z`);
const asDay = (date: Date): Day => date.toISOString().slice(0, 10);

/** Whether a text names a day that exists. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(asDate(text).getTime()) && asDay(asDate(text)) === text;
}

export function addDays(day: Day, count: number): Day {
  const date = asDate(day);
  date.setUTCDate(date.getUTCDate() + count);
  return asDay(date);
}

/** The same day of another month, or that month's last. */
export function addMonths(day: Day, count: number): Day {
  const date = asDate(`${day.slice(0, 7)}-01`);
  date.setUTCMonth(date.getUTCMonth() + count);
  const month = asDay(date).slice(0, 7);
  const wanted = `${month}-${day.slice(8)}`;
  return isDay(wanted) ? wanted : addDays(asDay(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1))), -1);
}

/** The Monday of a day's week. */
export function mondayOf(day: Day): Day {
  return addDays(day, -((asDate(day).getUTCDay() + 6) % 7));
}

export function daysFrom(first: Day, count: number): Day[] {
  return Array.from({ length: count }, (_, number) => addDays(first, number));
}

/** The Monday before a month and how many days of whole weeks hold it. */
export function weeksOfMonth(day: Day): { first: Day; count: number } {
  const begins = `${day.slice(0, 7)}-01`;
  const first = mondayOf(begins);
  const next = addMonths(begins, 1);
  let count = 28;
  while (addDays(first, count) < next) count += 7;
  return { first, count };
}

const formats = {
  /** Mon 23 Nov */
  brief: { weekday: "short", day: "numeric", month: "short" },
  /** Monday, 23 November 2026 */
  long: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  /** 23 November 2026 */
  date: { day: "numeric", month: "long", year: "numeric" },
  /** November 2026 */
  month: { month: "long", year: "numeric" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export function dayText(day: Day, format: keyof typeof formats): string {
  return new Intl.DateTimeFormat("en-AU", { ...formats[format], timeZone: "UTC" }).format(asDate(day));
}

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

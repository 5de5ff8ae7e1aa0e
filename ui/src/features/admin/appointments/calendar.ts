import { useLocation, useSearchParams } from "react-router-dom";
import type { components } from "../../../api/schema.gen";
import { sydneyDay } from "../../../components/time";
import { addDays, addMonths, isDay, mondayOf, weeksOfMonth, type Day } from "./days";

type Schemas = components["schemas"];
export type Calendar = Schemas["Calendar"];
export type Appointment = Schemas["Appointment"];
export type Rules = Schemas["RulesOut"];
export type Consequences = Schemas["Consequences"];
export type Closure = Schemas["ClosureOut"];

export const rulesKey = "/api/admin/availability";

export const shows = [
  { value: "week", label: "Week" },
  { value: "month", label: "Month" },
  { value: "list", label: "List" },
] as const;
export type Show = (typeof shows)[number]["value"];

const listDays = 28;

export type CalendarAddress = {
  show: Show;
  day: Day;
  /** The days that are shown. */
  first: Day;
  last: Day;
  today: Day;
  previous: string;
  next: string;
  to: (change: { show?: Show; day?: Day }) => string;
};

/** What the calendar shows, kept in its address. */
export function useCalendarAddress(): CalendarAddress {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const today = sydneyDay(new Date());
  const asked = params.get("day") ?? "";
  const day = isDay(asked) ? asked : today;
  const show = shows.find(({ value }) => value === params.get("show"))?.value ?? "week";

  function to(change: { show?: Show; day?: Day }): string {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(change)) next.set(name, value);
    if (next.get("show") === "week") next.delete("show");
    if (next.get("day") === today) next.delete("day");
    const query = next.toString();
    return query ? `${pathname}?${query}` : pathname;
  }

  const span = spanOf(show, day);
  const step = (sign: 1 | -1) => (show === "month" ? addMonths(day, sign) : addDays(day, sign * (show === "week" ? 7 : listDays)));
  return { show, day, today, ...span, to, previous: to({ day: step(-1) }), next: to({ day: step(1) }) };
}

function spanOf(show: Show, day: Day): { first: Day; last: Day } {
  if (show === "list") return { first: day, last: addDays(day, listDays - 1) };
  const { first, count } = show === "week" ? { first: mondayOf(day), count: 7 } : weeksOfMonth(day);
  return { first, last: addDays(first, count - 1) };
}

export function calendarKey({ first, last }: { first: Day; last: Day }): string {
  return `/api/admin/appointments?${new URLSearchParams({ first, last })}`;
}

/** How a time stands, in a word: also for those who see no colour. */
export function stateWord({ state, outcome, bookable }: Appointment): string {
  if (outcome === "held") return "Took place";
  if (outcome === "no_show") return "Did not come";
  if (state === "free") return bookable ? "Free" : "Free, for staff";
  return { held: "Held", booked: "Booked", refunded: "Refunded", blocked: "Blocked" }[state];
}

/** What closes a day, or a part of it, in words. */
export function closedBy(day: Day, { holidays, closures }: Calendar): string[] {
  const named = holidays.filter((each) => each.day === day).map(({ name }) => name);
  const closed = closures.filter(({ starts, ends }) => starts < `${day}T24:00` && ends > `${day}T00:00`);
  return [...named, ...closed.map((each) => `Closed${hoursOf(each, day)}: ${each.reason}`)];
}

function hoursOf({ starts, ends }: Closure, day: Day): string {
  const from = starts > `${day}T00:00` ? ` from ${clock(starts.slice(11))}` : "";
  // A closure of whole days ends with the last minute of one.
  const until = ends < `${day}T23:59` ? ` until ${clock(ends.slice(11))}` : "";
  return from + until;
}

/** The time that is offered to be added first: in the afternoon of a day, of the next one that has it ahead. */
export function timeToAdd(day: Day, now: Date): string {
  const today = sydneyDay(now);
  // Seven hours before midnight is five in the afternoon.
  const isOver = sydneyDay(new Date(now.getTime() + 7 * 3_600_000)) > today;
  const soonest = isOver ? addDays(today, 1) : today;
  return `${day < soonest ? soonest : day}T17:00`;
}

/** "16:45" as people write it: "4:45 pm". */
export function clock(time: string): string {
  const [hour = 0, minute = "00"] = [Number(time.slice(0, 2)), time.slice(3)];
  return `${hour % 12 || 12}:${minute} ${hour % 24 < 12 ? "am" : "pm"}`;
}

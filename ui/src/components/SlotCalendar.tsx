import { useState } from "react";
import { DayPicker, useDayPicker, type ChevronProps, type WeekProps } from "react-day-picker";
import { enAU } from "react-day-picker/locale";
import * as css from "./SlotCalendar.module.css";

type Props = {
  /** Days with free times, as "2026-05-12". */
  days: ReadonlySet<string>;
  chosen: string | null;
  /** The day that it opens at while none is chosen. */
  near?: string | undefined;
  today: string;
  onChoose: (day: string) => void;
};

/** The calendar counts in the browser's own midnights, which only stand for a day of the calendar, wherever that is. */
function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
}

function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function Chevron({ orientation }: ChevronProps) {
  return (
    <svg width={24} height={24} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={1.5} aria-hidden="true">
      <path d={orientation === "left" ? "M14.5 5.5 8 12l6.5 6.5" : "M9.5 5.5 16 12l-6.5 6.5"} />
    </svg>
  );
}

/** A week that is past altogether has nothing to choose and only takes room. */
function Week({ week, ...row }: WeekProps) {
  const { today } = useDayPicker().dayPickerProps;
  const last = week.days.at(-1)?.date;
  return <tr {...row} hidden={!!today && !!last && last < today} />;
}

const classNames = {
  root: css.root ?? "",
  months: css.months ?? "",
  month: css.month ?? "",
  button_previous: css.turn ?? "",
  button_next: css.turn ?? "",
  caption_label: css.label ?? "",
  month_grid: css.grid ?? "",
  weekday: css.weekday ?? "",
  day: css.day ?? "",
  day_button: css.number ?? "",
};

/** A month of days; arrow keys move between those with free times, Page Up and Page Down between months. */
export default function SlotCalendar({ days, chosen, near, today, onChoose }: Props) {
  const sorted = [...days].sort();
  const first = sorted[0] ?? today;
  const [shownFor, setShownFor] = useState(chosen);
  const [month, setMonth] = useState(() => dateOf(chosen ?? near ?? first));
  // Chosen elsewhere than in it, the day may be of another month.
  if (chosen !== shownFor) {
    setShownFor(chosen);
    if (chosen) setMonth(dateOf(chosen));
  }
  return (
    <DayPicker
      mode="single"
      required
      selected={chosen ? dateOf(chosen) : undefined}
      onSelect={(date: Date) => onChoose(dayOf(date))}
      disabled={(date) => !days.has(dayOf(date))}
      month={month}
      onMonthChange={setMonth}
      startMonth={dateOf(first < today ? first : today)}
      endMonth={dateOf(sorted.at(-1) ?? today)}
      today={dateOf(today)}
      locale={enAU}
      weekStartsOn={1}
      navLayout="around"
      classNames={classNames}
      components={{ Chevron, Week }}
    />
  );
}

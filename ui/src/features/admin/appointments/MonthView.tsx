import { useEffect, useRef, useState } from "react";
import { AppLink } from "../../../components/AppLink";
import { formatTime, sydneyDay } from "../../../components/time";
import { Unseen } from "../../../components/Unseen";
import { moveByArrows } from "./arrows";
import { closedBy, stateWord, type Appointment, type Calendar, type CalendarAddress } from "./calendar";
import { daysFrom, dayText, weekdays, type Day } from "./days";
import { grouped } from "./grouped";
import * as list from "./ListView.module.css";
import * as css from "./MonthView.module.css";
import { TimeRows } from "./TimeRows";

/** So many names stand in a day; of the others their number does. */
const named = 3;

type Props = { calendar: Calendar; address: CalendarAddress; onOpen: (time: Appointment) => void };

/** A month of whole weeks with the names of those who have a time, and below it all times of the day that is open. */
export function MonthView({ calendar, address, onOpen }: Props) {
  const { first, last, day: chosen, today, to } = address;
  const byDay = grouped(calendar.times, ({ start }) => sydneyDay(start));
  const days = daysFrom(first, 42).filter((day) => day <= last);
  const month = chosen.slice(0, 7);
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<{ day: Day } | null>(null);

  // Who opens a day goes on with its times, which stand below the month.
  useEffect(() => {
    if (!asked || asked.day !== chosen) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.parentElement?.scrollIntoView({ block: "nearest" });
  }, [asked, chosen]);

  return (
    <>
      <div className={css.month} onKeyDown={moveByArrows}>
        {weekdays.map((name) => (
          <p key={name} className={css.weekday} aria-hidden="true">
            {name.slice(0, 3)}
          </p>
        ))}
        {days.map((day, number) => (
          <AppLink
            key={day}
            to={to({ day })}
            className={css.day}
            data-column={number % 7}
            data-row={Math.floor(number / 7)}
            data-other={!day.startsWith(month) || undefined}
            data-open={day === chosen || undefined}
            tabIndex={day === chosen ? 0 : -1}
            aria-current={day === today ? "date" : undefined}
            onClick={() => setAsked({ day })}
          >
            <Unseen>{dayText(day, "long")}</Unseen>
            <span className={css.number} aria-hidden="true">
              {Number(day.slice(8))}
            </span>
            <InDay times={byDay.get(day) ?? []} closed={closedBy(day, calendar)} />
          </AppLink>
        ))}
      </div>
      <section className={list.day} aria-labelledby="open-day">
        <h3 id="open-day" ref={heading} tabIndex={-1}>
          {dayText(chosen, "long")}
        </h3>
        {closedBy(chosen, calendar).map((text) => (
          <p key={text}>{text}</p>
        ))}
        {byDay.has(chosen) ? <TimeRows times={byDay.get(chosen) ?? []} onOpen={onOpen} /> : <p>No times</p>}
      </section>
    </>
  );
}

/** What stands in a day: names and how many more, or where it is narrow a dot for each and their number. */
function InDay({ times, closed }: { times: Appointment[]; closed: string[] }) {
  const theirs = times.filter(({ project }) => project);
  const shown = theirs.slice(0, named);
  const more = theirs.length - shown.length;
  return (
    <>
      {shown.map((time) => (
        <span key={time.id} className={css.line} data-state={time.state}>
          <span className={css.hour}>{formatTime(time.start, "time")}</span>{" "}
          <span className={css.who}>{time.project?.name || time.project?.reference}</span>
          <Unseen> {stateWord(time)}</Unseen>
        </span>
      ))}
      {more > 0 && <span className={css.more}>+{more} more</span>}
      {theirs.length > 0 && (
        <span className={css.dots} aria-hidden="true">
          {shown.map((time) => (
            <span key={time.id} className={css.dot} data-state={time.state} />
          ))}
          {theirs.length}
        </span>
      )}
      {(["free", "blocked"] as const).map((state) => {
        const count = times.filter((time) => time.state === state).length;
        return count > 0 ? (
          <span key={state} className={css.count}>
            {count} {state}
          </span>
        ) : null;
      })}
      {closed.map((text) => (
        <span key={text} className={css.count}>
          {text}
        </span>
      ))}
    </>
  );
}

import { sydneyDay } from "../../../components/time";
import { AppLink } from "../../../components/AppLink";
import { moveByArrows } from "./arrows";
import { closedBy, type Calendar, type CalendarAddress } from "./calendar";
import { daysFrom, dayText, weekdays } from "./days";
import { grouped } from "./grouped";
import { Unseen } from "../../../components/Unseen";
import * as css from "./MonthView.module.css";

/** A month of whole weeks: how many times of each day are whose. A day leads to its week. */
export function MonthView({ calendar, address }: { calendar: Calendar; address: CalendarAddress }) {
  const { first, last, day: chosen, today, to } = address;
  const byDay = grouped(calendar.times, ({ start }) => sydneyDay(start));
  const days = daysFrom(first, 42).filter((day) => day <= last);
  const month = chosen.slice(0, 7);
  const stop = days.includes(today) && today.startsWith(month) ? today : `${month}-01`;
  return (
    <div className={css.month} onKeyDown={moveByArrows}>
      {weekdays.map((name) => (
        <p key={name} className={css.weekday} aria-hidden="true">
          {name.slice(0, 3)}
        </p>
      ))}
      {days.map((day, number) => (
        <AppLink
          key={day}
          to={to({ show: "week", day })}
          className={css.day}
          data-column={number % 7}
          data-row={Math.floor(number / 7)}
          data-other={!day.startsWith(month) || undefined}
          tabIndex={day === stop ? 0 : -1}
          aria-current={day === today ? "date" : undefined}
        >
          <Unseen>{dayText(day, "long")}</Unseen>
          <span className={css.number} aria-hidden="true">
            {Number(day.slice(8))}
          </span>
          {(["booked", "refunded", "held", "free", "blocked"] as const).map((state) => {
            const count = (byDay.get(day) ?? []).filter((time) => time.state === state).length;
            return count > 0 ? (
              <span key={state} className={css.count} data-state={state}>
                {count} <span className={css.word}>{state}</span>
              </span>
            ) : null;
          })}
          {closedBy(day, calendar).map((text) => (
            <span key={text} className={css.closed}>
              {text}
            </span>
          ))}
        </AppLink>
      ))}
    </div>
  );
}

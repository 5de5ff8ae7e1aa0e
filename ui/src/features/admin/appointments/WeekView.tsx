import { useState } from "react";
import { formatTime, sydneyDay } from "../../../components/time";
import { usePhone } from "../usePhone";
import { moveByArrows } from "./arrows";
import { closedBy, stateWord, type Appointment, type Calendar } from "./calendar";
import { daysFrom, dayText, type Day } from "./days";
import { grouped } from "./grouped";
import * as css from "./WeekView.module.css";

type Props = { calendar: Calendar; first: Day; today: Day; onOpen: (time: Appointment) => void };

/** A week's times, a column for each day, a row for each hour that any of them begins at. Where it is narrow, day after day. */
export function WeekView({ calendar, first, today, onOpen }: Props) {
  const phone = usePhone();
  const [last, setLast] = useState<number | null>(null);
  const hours = [...new Set(calendar.times.map(({ start }) => hourOf(start)))].sort();
  const byDay = grouped(calendar.times, ({ start }) => sydneyDay(start));
  // One stop for the tab key; the arrow keys go on from there.
  const stop = calendar.times.find(({ id }) => id === last) ?? calendar.times.find(({ start }) => sydneyDay(start) >= today) ?? calendar.times[0];
  const rows = { gridTemplateRows: `auto auto repeat(${Math.max(hours.length, 1)}, auto)` };
  const days = daysFrom(first, 7);
  // Where day stands after day, the list begins with today.
  const earlier = phone && days.includes(today) ? days.filter((day) => day < today) : [];

  function shown(day: Day) {
    const times = byDay.get(day) ?? [];
    const column = days.indexOf(day);
    const closed = closedBy(day, calendar);
    return (
      <section key={day} className={css.day} data-empty={times.length === 0 || undefined} aria-labelledby={`day-${day}`}>
        <h3 id={`day-${day}`} className={css.name} aria-current={day === today ? "date" : undefined}>
          {dayText(day, "brief")}
          {day === today && <span className={css.today}> Today</span>}
        </h3>
        <div className={css.closed}>
          {closed.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {times.length === 0 && closed.length === 0 && <p className={css.none}>No times</p>}
        </div>
        {times.map((time) => (
          <button
            key={time.id}
            type="button"
            className={css.time}
            style={{ gridRow: hours.indexOf(hourOf(time.start)) + 3 }}
            data-state={time.state}
            data-column={column}
            data-row={hours.indexOf(hourOf(time.start))}
            data-outside={time.outside || undefined}
            tabIndex={time === stop ? 0 : -1}
            onFocus={() => setLast(time.id)}
            onClick={() => onOpen(time)}
          >
            <span className={css.hour}>{formatTime(time.start, "time")}</span>
            <span className={css.state}>{stateWord(time)}</span>
            {time.project && <span className={css.who}>{time.project.name || time.project.reference}</span>}
          </button>
        ))}
      </section>
    );
  }

  return (
    <div className={css.week} style={rows} onKeyDown={moveByArrows}>
      {earlier.length > 0 && (
        <details className={css.earlier}>
          <summary>Earlier this week</summary>
          <div className={css.before}>{earlier.map(shown)}</div>
        </details>
      )}
      {days.slice(earlier.length).map(shown)}
    </div>
  );
}

/** "09:00" of Sydney's clock, to be sorted. */
function hourOf(start: string): string {
  return new Date(start).toLocaleTimeString("en-GB", { timeZone: "Australia/Sydney", hour: "2-digit", minute: "2-digit" });
}

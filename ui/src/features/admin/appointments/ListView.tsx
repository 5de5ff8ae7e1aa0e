import { EmptyState } from "../../../components/EmptyState";
import { formatTime, sydneyDay } from "../../../components/time";
import { stateWord, type Appointment, type Calendar } from "./calendar";
import { dayText } from "./days";
import { grouped } from "./grouped";
import * as css from "./ListView.module.css";

/** Whose times there are, day after day. */
export function ListView({ calendar, onOpen }: { calendar: Calendar; onOpen: (time: Appointment) => void }) {
  const theirs = calendar.times.filter(({ project }) => project);
  if (theirs.length === 0) return <EmptyState>Nobody has a time in these four weeks.</EmptyState>;
  return [...grouped(theirs, ({ start }) => sydneyDay(start))].map(([day, times]) => (
    <section key={day} className={css.day} aria-labelledby={`list-${day}`}>
      <h3 id={`list-${day}`}>{dayText(day, "long")}</h3>
      <ul>
        {times.map((time) => (
          <li key={time.id}>
            <button type="button" className={css.row} onClick={() => onOpen(time)}>
              <span className={css.hour}>{formatTime(time.start, "time")}</span>
              <span className={css.who}>{time.project?.name || time.project?.reference}</span>
              <span>{time.project?.serviceTitle}</span>
              <span className={css.state} data-state={time.state}>
                {stateWord(time)}
                {time.expiresAt && ` until ${formatTime(time.expiresAt, "stamp")}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  ));
}

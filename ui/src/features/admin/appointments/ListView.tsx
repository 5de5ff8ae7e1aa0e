import { EmptyState } from "../../../components/EmptyState";
import { sydneyDay } from "../../../components/time";
import type { Appointment, Calendar } from "./calendar";
import { dayText } from "./days";
import { grouped } from "./grouped";
import * as css from "./ListView.module.css";
import { TimeRows } from "./TimeRows";

/** Whose times there are, day after day. */
export function ListView({ calendar, onOpen }: { calendar: Calendar; onOpen: (time: Appointment) => void }) {
  const theirs = calendar.times.filter(({ project }) => project);
  if (theirs.length === 0) return <EmptyState>Nobody has a time in these four weeks.</EmptyState>;
  return [...grouped(theirs, ({ start }) => sydneyDay(start))].map(([day, times]) => (
    <section key={day} className={css.day} aria-labelledby={`list-${day}`}>
      <h3 id={`list-${day}`}>{dayText(day, "long")}</h3>
      <TimeRows times={times} onOpen={onOpen} />
    </section>
  ));
}

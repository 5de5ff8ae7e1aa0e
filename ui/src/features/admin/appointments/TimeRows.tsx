import { formatTime } from "../../../components/time";
import { stateWord, type Appointment } from "./calendar";
import * as css from "./ListView.module.css";

/** Times in rows: when, whose, for what and how it stands. */
export function TimeRows({ times, onOpen }: { times: Appointment[]; onOpen: (time: Appointment) => void }) {
  return (
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
  );
}

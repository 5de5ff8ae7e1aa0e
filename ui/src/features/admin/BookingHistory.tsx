import { DateTime } from "../../components/DateTime";
import { PROJECT_STATUSES } from "../../api/rules.gen";
import type { BookingDetail, HistoryLine } from "./api";
import * as css from "./BookingHistory.module.css";
import { actorName } from "./labels";
import { Part } from "./Part";

function statusLabel(status: string): string {
  return PROJECT_STATUSES.find(({ value }) => value === status)?.label ?? status;
}

function change({ fromStatus, toStatus }: HistoryLine): string {
  if (!toStatus) return "";
  return fromStatus ? `${statusLabel(fromStatus)} to ${statusLabel(toStatus)}` : statusLabel(toStatus);
}

/** What happened, by whom, newest last. */
export function BookingHistory({ booking }: { booking: BookingDetail }) {
  return (
    <Part title="History">
      <ol className={css.lines}>
        <li className={css.line}>
          <p className={css.note}>Booking begun</p>
          <p>
            <DateTime iso={booking.createdAt} format="stamp" />
          </p>
        </li>
        {booking.history.map((line) => (
          <li key={`${line.createdAt} ${line.note}`} className={css.line}>
            <p className={css.note}>{line.note || change(line)}</p>
            <p>
              {[line.note && change(line), actorName(line.actor)].filter(Boolean).join(", ")},{" "}
              <DateTime iso={line.createdAt} format="stamp" />
            </p>
          </li>
        ))}
      </ol>
    </Part>
  );
}

import * as css from "./DateTime.module.css";
import { differsFromSydney, formatTime, type TimeFormat } from "./time";

type Props = {
  /** ISO instant with its zone, as the server sends it. */
  iso: string;
  format?: TimeFormat;
};

const withHour: readonly TimeFormat[] = ["time", "full", "stamp"];
const hour = /(\d+:\d\d [ap]m)/;

/** A moment in Sydney time; the zone is named when the visitor's clock shows another hour. For screens with loaded data. */
export function DateTime({ iso, format = "date" }: Props) {
  return (
    <time dateTime={iso}>
      {formatTime(iso, format)
        .split(hour)
        .map((part) => (hour.test(part) ? <span key="hour" className={css.hour}>{part}</span> : part))}
      {withHour.includes(format) && differsFromSydney(iso) && " Sydney time"}
    </time>
  );
}

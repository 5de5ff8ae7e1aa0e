import { createContext, use } from "react";
import * as css from "./DateTime.module.css";
import { differsFromSydney, formatTime, type TimeFormat } from "./time";

type Props = {
  /** ISO instant with its zone, as the server sends it. */
  iso: string;
  format?: TimeFormat;
};

const withHour: readonly TimeFormat[] = ["time", "full", "stamp"];
const hour = /(\d+:\d\d [ap]m)/;

/** Whether the page has said once, for all its moments, that they are Sydney's. */
export const ZoneSaid = createContext(false);

/** A moment in Sydney time; the zone is named when the visitor's clock shows another hour, unless the page has said it. For screens with loaded data. */
export function DateTime({ iso, format = "date" }: Props) {
  const said = use(ZoneSaid);
  return (
    <time dateTime={iso}>
      {formatTime(iso, format)
        .split(hour)
        .map((part) => (hour.test(part) ? <span key="hour" className={css.hour}>{part}</span> : part))}
      {!said && withHour.includes(format) && differsFromSydney(iso) && " Sydney time"}
    </time>
  );
}

import { differsFromSydney, formatTime, type TimeFormat } from "./time";

type Props = {
  /** ISO instant with its zone, as the server sends it. */
  iso: string;
  format?: TimeFormat;
};

const withHour: readonly TimeFormat[] = ["time", "full", "stamp"];

/** A moment in Sydney time; the zone is named when the visitor's clock shows another hour. For screens with loaded data. */
export function DateTime({ iso, format = "date" }: Props) {
  return (
    <time dateTime={iso}>
      {formatTime(iso, format)}
      {withHour.includes(format) && differsFromSydney(iso) && " Sydney time"}
    </time>
  );
}

import { Act } from "../Act";
import type { Rules } from "./calendar";
import * as css from "./forms.module.css";

type Range = Pick<Rules["hours"][number], "opens" | "closes">;
type Props = { name: string; hours: readonly Range[]; wrong: string; onChange: (hours: Range[]) => void };

/** The ranges of one weekday, from none to several. A form's midnight at the end of a day is "00:00", the rules' "24:00". */
export function HoursOfDay({ name, hours, wrong, onChange }: Props) {
  const set = (number: number, changes: Partial<Range>) => onChange(hours.map((each, at) => (at === number ? { ...each, ...changes } : each)));
  const latest = hours.at(-1)?.closes;
  const more = hours.length ? "Add hours" : "Closed. Add hours";
  return (
    <fieldset className={css.weekday}>
      <legend>{name}</legend>
      <div className={css.ranges}>
        {hours.map(({ opens, closes }, number) => (
          <div key={number} className={css.range}>
            <input type="time" aria-label={`${name} from`} value={opens} onChange={(event) => set(number, { opens: event.target.value })} />
            to
            <input
              type="time"
              aria-label={`${name} until`}
              value={closes === "24:00" ? "00:00" : closes}
              onChange={(event) => set(number, { closes: event.target.value === "00:00" ? "24:00" : event.target.value })}
            />
            <Act aria-label={`Remove ${name} from ${opens}`} onClick={() => onChange(hours.filter((_, at) => at !== number))}>
              Remove
            </Act>
          </div>
        ))}
        <Act
          aria-label={`${more} on ${name}`}
          onClick={() => onChange([...hours, latest && latest < "16:00" ? { opens: latest, closes: "17:00" } : { opens: "09:00", closes: "16:45" }])}
        >
          {more}
        </Act>
        <p className={css.wrong} aria-live="polite">
          {wrong}
        </p>
      </div>
    </fieldset>
  );
}

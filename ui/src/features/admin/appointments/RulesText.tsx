import { clock, type Rules } from "./calendar";
import { weekdays } from "./days";

/** Rules in words, to be compared. */
export function RulesText({ title, rules }: { title: string; rules: Rules }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {weekdays.map((name, weekday) => {
          const ranges = rules.hours.filter((each) => each.weekday === weekday).map(({ opens, closes }) => `${clock(opens)} to ${clock(closes)}`);
          return (
            <li key={name}>
              {name}: {ranges.join(", ") || "closed"}
            </li>
          );
        })}
        <li>
          {rules.minutes} minutes, {rules.bufferMinutes} between
        </li>
        <li>
          {rules.noticeHours} hours' notice, {rules.horizonWeeks} weeks ahead
        </li>
        <li>{rules.onHolidays ? "Also on public holidays" : "Not on public holidays"}</li>
      </ul>
    </section>
  );
}

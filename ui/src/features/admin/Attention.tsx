import { useRef, useState } from "react";
import { Skeleton } from "../../components/Skeleton";
import { Act } from "./Act";
import * as css from "./Attention.module.css";
import { AttentionRow, type Gone } from "./AttentionRow";
import { attentionKey, useStaffQuery, type AttentionDesk, type AttentionLine } from "./api";
import { cardsOf, firstOf, headingOf, keyOf, urgencies } from "./attentionCards";
import { LoadProblem } from "./LoadProblem";
import { usePhone } from "./usePhone";
import { useRowKeys } from "./useRowKeys";

const everyMs = 60_000;
const shownOnPhone = 4;

/** What waits for staff, a card for each project, the most urgent first. What was put away here stays in its place until the page is left, to be taken back. */
export function Attention() {
  const { data, error, mutate } = useStaffQuery<AttentionDesk>(attentionKey, { refreshInterval: everyMs });
  const place = useRef<HTMLElement>(null);
  useRowKeys(place);
  const phone = usePhone();
  const [all, setAll] = useState(false);
  const [acted, setActed] = useState<readonly { line: AttentionLine; gone: Gone }[]>([]);
  if (error && !data) return <LoadProblem what="What needs attention" error={error} retry={() => void mutate()} />;
  if (!data) {
    return (
      <section className={css.attention} aria-busy="true" aria-label="Needs attention">
        <h2 className={css.title}>Needs attention</h2>
        <Skeleton shape="field" count={3} />
      </section>
    );
  }
  const open = new Set(data.lines.map(keyOf));
  const put = acted.filter(({ line }) => !open.has(keyOf(line)));
  const gone = new Map(put.map((each) => [keyOf(each.line), each.gone]));
  const away = data.snoozed.filter((line) => !gone.has(keyOf(line)));
  const snoozed = new Map(data.snoozed.map((line) => [keyOf(line), line]));
  const shown = [...data.lines, ...put.map(({ line }) => snoozed.get(keyOf(line)) ?? line)];
  const every = cardsOf(shown);
  const cards = phone && !all ? firstOf(every, shownOnPhone) : every;
  const more = every.slice(cards.length).reduce((count, { lines }) => count + lines.length, 0);

  function note(line: AttentionLine, what: Gone) {
    setActed((before) => [...before.filter((each) => keyOf(each.line) !== keyOf(line)), { line, gone: what }]);
  }

  return (
    <section ref={place} className={css.attention} aria-labelledby="attention">
      <h2 className={css.title} id="attention">
        Needs attention{" "}
        {data.lines.length > 0 && (
          <span className={css.count}>
            {data.lines.length}
            {data.cut && "+"}
          </span>
        )}
      </h2>
      {error && <p role="status">The list could not be loaded anew: it may be some minutes old.</p>}
      {shown.length === 0 && <p className={css.calm}>Nothing waits.</p>}
      {urgencies.map((urgency) => {
        const here = cards.filter((card) => card.urgency === urgency);
        if (here.length === 0) return null;
        return (
          <section key={urgency} aria-labelledby={`attention-${urgency}`}>
            <h3 className={css.group} id={`attention-${urgency}`} data-urgency={urgency}>
              {headingOf(urgency, here.map(({ lines }) => ({ lines: lines.filter((line) => !gone.has(keyOf(line))) })))}
            </h3>
            {here.map((card) => (
              <ul key={card.key} className={css.list}>
                {card.lines.map((line) => (
                  <AttentionRow key={keyOf(line)} line={line} moments={data.moments} gone={gone.get(keyOf(line))} onGone={note} />
                ))}
              </ul>
            ))}
          </section>
        );
      })}
      {more > 0 && (
        <div>
          <Act onClick={() => setAll(true)}>Show {more} more</Act>
        </div>
      )}
      {data.cut && <p className={css.calm}>There is more of some kinds; it follows as these are done.</p>}
      {away.length > 0 && (
        <details className={css.away}>
          <summary>Put off ({away.length})</summary>
          <ul className={css.list}>
            {away.map((line) => (
              <AttentionRow key={keyOf(line)} line={line} moments={data.moments} gone="snoozed" onGone={note} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

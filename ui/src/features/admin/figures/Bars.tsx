import { AppLink } from "../../../components/AppLink";
import { toList } from "../address";
import * as css from "./Bars.module.css";
import type { Tone } from "./Columns";
import * as tones from "./tones.module.css";

type Part = { count: number; tone: Tone; to: string; word?: string };
type Props = { name: string; first: string; second: string; rows: readonly { label: string; parts: readonly Part[] }[] };

/** A table whose numbers are drawn as well. */
export function Bars({ name, first, second, rows }: Props) {
  const most = Math.max(1, ...rows.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0)));
  return (
    <table className={css.bars} aria-label={name}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <td aria-hidden />
          <th scope="col">{second}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, parts }) => {
          let before = 0;
          return (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className={css.drawn} aria-hidden>
                <svg className={`${css.bar} ${tones.toned}`}>
                  {parts.map(({ count, tone }) => {
                    const from = before;
                    before += count;
                    return <rect key={tone} data-tone={tone} x={`${(100 * from) / most}%`} width={`${(100 * count) / most}%`} height="100%" />;
                  })}
                </svg>
              </td>
              <td className={css.counts}>
                {parts.map(({ count, word, to }) => (
                  <AppLink key={to} to={to} state={toList} aria-label={`${count}${word ? ` ${word}` : ""}: ${label}`}>
                    {count} {word}
                  </AppLink>
                ))}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

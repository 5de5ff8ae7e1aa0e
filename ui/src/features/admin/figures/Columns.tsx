import { scaleBand, scaleLinear } from "d3-scale";
import { useNavigate } from "react-router-dom";
import { toList } from "../address";
import * as css from "./Columns.module.css";
import * as tones from "./tones.module.css";

export type Tone = "green" | "indigo" | "amber" | "red" | "grey";
type Column = { key: string; name: string; to: string; said: string; parts: readonly { value: number; tone: Tone }[] };
type Props = {
  columns: readonly Column[];
  /** How a value of the axis is written. */
  label: (value: number) => string;
  /** Only whole numbers stand at the axis. */
  whole?: boolean;
  legend?: readonly { tone: Tone; name: string }[];
};

const size = { width: 560, height: 220, left: 60, bottom: 26, top: 10 };

/** Columns over time, for the eye and the pointer: the table behind them has the same for the keyboard and the ear. */
export function Columns({ columns, label, whole = false, legend }: Props) {
  const navigate = useNavigate();
  const totals = columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const x = scaleBand<string>()
    .domain(columns.map(({ key }) => key))
    .range([size.left, size.width])
    .paddingInner(0.3)
    .paddingOuter(0.1);
  const y = scaleLinear()
    .domain([0, Math.max(...totals, whole ? 4 : 1)])
    .nice(4)
    .range([size.height - size.bottom, size.top]);
  return (
    <>
      <svg className={`${css.columns} ${tones.toned}`} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden>
        {y
          .ticks(4)
          .filter((tick) => !whole || Number.isInteger(tick))
          .map((tick) => (
            <g key={tick} transform={`translate(0 ${y(tick)})`}>
              <line className={css.line} x1={size.left} x2={size.width} />
              <text className={css.value} x={size.left - 8} dy="0.32em">
                {label(tick)}
              </text>
            </g>
          ))}
        {columns.map(({ key, name, to, said, parts }) => {
          const left = x(key) ?? 0;
          let below = 0;
          return (
            <g key={key} className={css.column} onClick={() => void navigate(to, { state: toList })}>
              <title>{said}</title>
              <rect className={css.touch} x={left - 6} y={size.top} width={x.bandwidth() + 12} height={size.height - size.top} />
              {parts.map(({ value, tone }) => {
                const foot = y(below);
                below += value;
                return <rect key={tone} data-tone={tone} x={left} y={y(below)} width={x.bandwidth()} height={foot - y(below)} />;
              })}
              <text className={css.name} x={left + x.bandwidth() / 2} y={size.height - 6}>
                {name}
              </text>
            </g>
          );
        })}
      </svg>
      {legend && (
        <ul className={`${css.legend} ${tones.toned}`}>
          {legend.map(({ tone, name }) => (
            <li key={tone} data-tone={tone}>
              {name}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

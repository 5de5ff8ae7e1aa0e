import * as css from "./Included.module.css";

/** What a service includes, line by line. */
export function Included({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={css.included}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

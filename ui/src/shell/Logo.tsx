import { useSite } from "../site/SiteContext";
import * as css from "./Logo.module.css";

/** The sun over a datum line, and the name. Decorative strokes are hidden from screen readers; the name is read. */
export function Logo() {
  const site = useSite();
  return (
    <span className={css.logo}>
      <svg className={css.mark} viewBox="0 0 44 40" aria-hidden="true" focusable="false">
        <circle className={css.sun} cx="22" cy="17" r="13" />
        <path className={css.datum} d="M0 34.25h44" />
        <path className={css.datum} d="M4 34.25 8 39M14 34.25l4 4.75M24 34.25l4 4.75M34 34.25l4 4.75" />
      </svg>
      <span className={css.name}>{site["business.shortName"]}</span>
    </span>
  );
}

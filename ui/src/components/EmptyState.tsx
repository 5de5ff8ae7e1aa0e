import type { ReactNode } from "react";
import * as css from "./EmptyState.module.css";

type Props = {
  /** What is not there, in a sentence. */
  children: ReactNode;
  /** What to do next: a Button or a ButtonLink. */
  action?: ReactNode;
};

/** Where a list would be: an empty plot under the sun, and the next step. */
export function EmptyState({ children, action }: Props) {
  return (
    <div className={css.empty}>
      <svg className={css.plot} viewBox="0 0 120 72" aria-hidden="true" focusable="false">
        <circle className={css.sun} cx="92" cy="16" r="9" />
        <path className={css.ghost} d="M38 58V36l22-16 22 16v22" />
        <path className={css.ground} d="M4 58h112M14 58l-5 6M26 58l-5 6M98 58l-5 6M110 58l-5 6" />
      </svg>
      <p>{children}</p>
      {action}
    </div>
  );
}

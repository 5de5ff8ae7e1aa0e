import type { ReactNode } from "react";
import * as css from "./ActionBar.module.css";

type Props = {
  /** What is chosen so far; read out when it changes. */
  note: ReactNode;
  /** Why the choice could not be had: said in its place, where the eye and the thumb are. */
  problem?: string;
  /** Nothing is chosen yet, and nothing can be done: it waits at its place and covers no choice. */
  idle?: boolean;
  children: ReactNode;
};

/** What was chosen and the way on: in reach while the choice is made above, on a phone of the thumb. */
export function ActionBar({ note, problem, idle = false, children }: Props) {
  return (
    <div className={css.bar} data-idle={idle || undefined} data-toasts="off">
      <p className={css.note} role="status">
        {!problem && note}
      </p>
      <p className={css.problem} role="alert">
        {problem}
      </p>
      <div className={css.buttons}>{children}</div>
    </div>
  );
}

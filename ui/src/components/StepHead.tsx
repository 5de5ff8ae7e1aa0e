import { useEffect, useRef } from "react";
import * as css from "./StepHead.module.css";
import { Stepper } from "./Stepper";

type Props = {
  /** Names of the steps, in order; `titles` stand above what they ask. */
  steps: readonly string[];
  titles: readonly string[];
  /** The open step, from 1. */
  current: number;
};

/** The progress and the title of the open step, which names its section by `step-title`. */
export function StepHead({ steps, titles, current }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(current);

  // A step that the visitor has gone to is announced by moving the focus to its heading; the first one shown is not.
  useEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest("section")?.scrollIntoView({ block: "start", behavior: "instant" });
  }, [current]);

  return (
    <>
      <Stepper steps={steps} current={current} />
      <div className={css.head}>
        <span className={css.number} aria-hidden="true">
          {current}
        </span>
        <h2 ref={heading} id="step-title" tabIndex={-1}>
          {titles[current - 1]}
        </h2>
      </div>
    </>
  );
}

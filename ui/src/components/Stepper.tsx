import * as css from "./Stepper.module.css";

type Props = {
  /** Names of the steps, in order. */
  steps: readonly string[];
  /** The open step, from 1. */
  current: number;
};

/** Progress drawn as a dimension line: a tick for each step, and the sun at the open one. */
export function Stepper({ steps, current }: Props) {
  return (
    <div className={css.stepper}>
      <p className={css.count} aria-live="polite">
        Step {current} of {steps.length}
      </p>
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={1}
        aria-valuemax={steps.length}
        aria-valuenow={current}
        aria-valuetext={`Step ${current} of ${steps.length}: ${steps[current - 1] ?? ""}`}
      >
        <ol className={css.line}>
          {steps.map((name, index) => (
            <li key={name} className={css.step} data-state={stateOf(index + 1, current)}>
              <span className={css.name}>{name}</span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

function stateOf(step: number, current: number): "done" | "open" | "ahead" {
  if (step === current) return "open";
  return step < current ? "done" : "ahead";
}

import { CONSULTATION_POLICY } from "../api/rules.gen";
import * as css from "./ConsultationPolicy.module.css";

/** How often a consultation can be moved and what cancelling it costs, before it is paid. */
export function ConsultationPolicy() {
  return <p className={css.policy}>{CONSULTATION_POLICY.short}</p>;
}

/** The same beside the times of one that is paid, where these come first. `moved`: it was moved before. */
export function FoldedPolicy({ moved }: { moved: boolean }) {
  return (
    <details className={css.policy}>
      <summary>{moved ? "It cannot be moved online afterwards" : "Moving and cancelling"}</summary>
      <p>{moved ? CONSULTATION_POLICY.cancel : CONSULTATION_POLICY.short}</p>
    </details>
  );
}

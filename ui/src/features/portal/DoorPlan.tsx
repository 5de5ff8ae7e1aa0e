import * as css from "./DoorPlan.module.css";

/** A door in plan, standing open, and the light that falls through it. */
export function DoorPlan() {
  return (
    <svg className={css.plan} viewBox="0 0 400 260" aria-hidden="true" focusable="false">
      <path className={css.light} d="M150 132 96 250h208l-54-118z" />
      <circle className={css.sun} cx="200" cy="36" r="20" />
      <path className={css.ray} d="M188 60 150 132M212 60l38 72" />
      <path className={css.wall} d="M20 120h130v24H20zM250 120h130v24H250z" />
      <path className={css.hatch} d="M28 144l24-24M52 144l24-24M76 144l24-24M100 144l24-24M124 144l24-24M258 144l24-24M282 144l24-24M306 144l24-24M330 144l24-24M354 144l24-24" />
      <path className={css.leaf} d="M150 144v100h7V144z" />
      <path className={css.swing} d="M157 244A100 100 0 0 0 250 144" />
      <path className={css.size} d="M150 96h100M150 90v12M250 90v12" />
    </svg>
  );
}

import type { ReactNode } from "react";
import { PROJECT_STATUSES } from "../api/statuses.gen";
import { statusLabel } from "./statusLabel";
import * as css from "./StatusBadge.module.css";

export type BadgeTone = "blue" | "amber" | "purple" | "indigo" | "green" | "grey" | "red";

/** A small tinted pill. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span className={css.badge} data-tint={tone}>
      {children}
    </span>
  );
}

/** The pill of a project's status; an unknown one is title-cased and grey. `label`: other words for it, with their colour where those are another status's. */
export function StatusBadge({ status, label }: { status: string; label?: string }) {
  const known = PROJECT_STATUSES.find((each) => each.label === label) ?? PROJECT_STATUSES.find(({ value }) => value === status);
  return <Badge tone={known?.colour ?? "grey"}>{label ?? statusLabel(status)}</Badge>;
}

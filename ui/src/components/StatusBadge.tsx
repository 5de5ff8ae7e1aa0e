import type { ReactNode } from "react";
import * as css from "./StatusBadge.module.css";

export type BadgeTone = "blue" | "amber" | "purple" | "indigo" | "green" | "grey" | "red";

/** Labels and colours of a project's states, as the specification names them. */
const projectStates: Record<string, { label: string; tone: BadgeTone }> = {
  inquiry: { label: "Enquiry", tone: "blue" },
  pending_documents: { label: "Pending Documents", tone: "amber" },
  pending_payment: { label: "Pending Payment", tone: "purple" },
  scheduled: { label: "Scheduled", tone: "indigo" },
  in_progress: { label: "In Progress", tone: "green" },
  completed: { label: "Completed", tone: "grey" },
  cancelled: { label: "Cancelled", tone: "red" },
};

/** "pending_documents" -> "Pending Documents". */
export function titleCase(name: string): string {
  return name
    .split(/[_\s]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/** A small tinted pill. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span className={css.badge} data-tint={tone}>
      {children}
    </span>
  );
}

/** The pill of a project's status; an unknown one is title-cased and grey. */
export function StatusBadge({ status }: { status: string }) {
  const { label, tone } = projectStates[status] ?? { label: titleCase(status), tone: "grey" as const };
  return <Badge tone={tone}>{label}</Badge>;
}

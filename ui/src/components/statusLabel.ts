import { PROJECT_STATUSES } from "../api/statuses.gen";

/** "pending_documents" -> "Pending Documents". */
export function titleCase(name: string): string {
  return name
    .split(/[_\s]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/** What a project's status is called; an unknown one in title case. */
export function statusLabel(status: string): string {
  return PROJECT_STATUSES.find(({ value }) => value === status)?.label ?? titleCase(status);
}

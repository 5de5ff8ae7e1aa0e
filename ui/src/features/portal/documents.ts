import type { ClientDocument, Project } from "./api";

export const typeLabels: Record<ClientDocument["documentType"], string> = {
  contract: "Contract",
  proposal: "Proposal",
  inspection_report: "Inspection report",
  requirements: "Requirements",
  other: "Other",
};

/** Whether documents can be added to a project. */
export function takesDocuments({ status }: Pick<Project, "status">): boolean {
  return status !== "completed" && status !== "cancelled";
}

import type { ClientDocument, Need, Project } from "./api";

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

/** Of those that take documents the first that waits for one, or else the first. */
export function waitsFirst<One extends Pick<Project, "id">>(projects: readonly One[], needs: readonly Pick<Need, "projectId" | "state">[]): One | undefined {
  const waits = new Set(needs.filter(({ state }) => state === "missing").map(({ projectId }) => projectId));
  return projects.find(({ id }) => waits.has(id)) ?? projects[0];
}

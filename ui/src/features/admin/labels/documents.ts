import type { DocumentFile } from "../api";

/** Who put a document there. "visitor": the browser that filled in the form, signed in or not. */
export const uploaders: Record<DocumentFile["uploadedBy"], string> = {
  visitor: "with the online form",
  client: "by the client, signed in",
  staff: "by staff",
};

/** The same in a narrow column. */
export const senders: typeof uploaders = { visitor: "Online form", client: "Client", staff: "Staff" };

const types: Record<DocumentFile["documentType"], string> = {
  contract: "Contract",
  proposal: "Proposal",
  inspection_report: "Inspection report",
  requirements: "Requirements",
  other: "Other",
};

export const documentTypes = Object.entries(types).map(([value, label]) => ({ value, label }));

export function documentType(type: DocumentFile["documentType"]): string {
  return types[type];
}

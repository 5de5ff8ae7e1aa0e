import { titleCase } from "../../../components/statusLabel";
import type { AttentionLine } from "../api";

const alertLabels: Record<string, string> = {
  "mail.delayed": "Letters are late",
  client_differs: "Sent with other details than we keep",
  paid_twice: "Paid too much",
  payment_stuck: "A payment cannot be settled",
  refund_failed: "A refund did not go through",
  dispute: "A payment is disputed",
  refunded: "Refunded",
  paid_cancelled: "Paid after it was cancelled",
  refund_due: "Cancelled but paid",
  shared_lost: "Its shared consultation is cancelled",
  bill_open: "Cancelled with an open bill",
  proposal_accepted: "A next service was chosen",
  backup_failed: "The backup failed",
  backup_disagrees: "Something disagrees",
  proposal_declined: "A proposal was declined",
};

const attentionLabels: Record<Exclude<AttentionLine["kind"], "news">, string> = {
  contact: "Get in touch",
  time: "Paid, but without a time",
  consultation: "Consultation over",
  review: "Contract review",
  hold: "A time is given up",
  enquiry: "Enquiry",
  messages: "Client messages",
  letter: "A letter was not delivered",
  part_paid: "Paid, but not its price",
  overdue: "Overdue invoice",
  transfer: "Transfer not matched",
  documents: "Unopened documents",
  checklist: "Checklist complete",
  email_change: "New email address",
  deletion: "Asks to be deleted",
  backup: "No backup last night",
  setting: "Settings",
};

/** What a line is about, in a few words. */
export function attentionLabel({ kind, label }: AttentionLine): string {
  return kind === "news" ? alertLabel(label) : attentionLabels[kind];
}

function alertLabel(kind: string): string {
  return alertLabels[kind] ?? titleCase(kind.replaceAll(".", "_")).replace(/(?<=.)\b[A-Z]/g, (letter) => letter.toLowerCase());
}

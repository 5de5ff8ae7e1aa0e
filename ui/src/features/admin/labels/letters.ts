import { titleCase } from "../../../components/statusLabel";
import type { Badge } from "./Badge";

export const letterKinds: Record<string, string> = {
  booking_confirmed: "Confirmation and receipt",
  credentials: "Portal sign-in",
  staff_booking_notice: "Notice to staff",
  transfer_details: "Transfer details",
  from_us: "Written by us",
  payment_refunded: "Refund notice",
  refund_failed: "Refund came back",
  money_kept: "Money kept",
  enquiry_received: "Enquiry received",
  enquiry_notice: "Enquiry notice to staff",
  consultation_confirmed: "Consultation confirmed",
  consultation_moved: "Time of the consultation",
  consultation_cancelled: "Consultation cancelled",
  choose_another_time: "Asked for another time",
  hold_expired: "Time kept no longer",
  held_time_moved: "Another time kept",
  payment_received: "Transfer received",
  transfer_not_come: "Transfer not arrived",
  other_price_received: "Paid, but not its price",
  paid_twice: "Paid too much",
  paid_after_closing: "Paid after it was closed",
  way_back: "Way back to what was begun",
  ownership_question: "Is this yours?",
  password_reset: "Link to choose a password",
  email_change_old: "Change of address, to the old one",
  email_change_new: "Change of address, to the new one",
  email_corrected: "Address of the booking corrected",
  email_was_slip: "Mistyped address told so",
  email_known: "Address known already",
  email_changed: "Address changed",
  password_changed: "Password changed",
  service_proposed: "Proposal of a next service",
  service_paid: "Next service paid",
  staff_service_paid: "Notice to staff",
  consultation_meets_otherwise: "Another way to meet",
  time_given_back: "Time given back",
  client_erased: "Data erased",
  reminder: "Reminder of the day before",
  staff_consultation_notice: "Notice to staff",
  staff_consultation_changed: "Notice to staff",
  project_goes_on: "News of the project",
  enquiry_answered: "Answer to the enquiry",
  bill_issued: "Bill",
  bill_withdrawn: "Bill withdrawn",
  bill_paid: "Bill paid",
  withdrawn_bill_paid: "Withdrawn bill paid",
  documents_shared: "Documents shared",
  documents_needed: "Asked for documents",
  review_begun: "Review begun",
  messages_from_us: "New messages",
  messages_from_client: "Messages, to staff",
};

export function letterKind(kind: string): string {
  return letterKinds[kind] ?? titleCase(kind);
}

const letterStates: Record<string, Badge> = {
  queued: { label: "Waiting", tone: "amber" },
  sending: { label: "Being sent", tone: "blue" },
  sent: { label: "Sent", tone: "green" },
  filed: { label: "Filed, not sent", tone: "grey" },
  failed: { label: "Failed", tone: "red" },
};

/** How a letter stands; one that nobody has tried to send waits for staff, and has not failed. */
export function letterState(status: string, attempts?: number): Badge {
  if (status === "failed" && attempts === 0) return { label: "Held back", tone: "amber" };
  return letterStates[status] ?? { label: titleCase(status), tone: "grey" };
}

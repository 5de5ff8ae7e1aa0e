import { megabytes } from "../../components/uploads";
import type { BadgeTone } from "../../components/StatusBadge";
import { titleCase } from "../../components/StatusBadge";
import type { BookingLine, Consultation, Payment, PaymentStatus } from "./api";

type Badge = { label: string; tone: BadgeTone };

const alertLabels: Record<string, string> = {
  "mail.unset": "Letters are not sent",
  "mail.delayed": "Letters are late",
  "mail.failed": "A letter was not delivered",
  client_differs: "Sent with other details than we keep",
  paid_twice: "Paid twice",
  paid_other_price: "Paid, but not its price",
  payment_stuck: "A payment cannot be settled",
  refund_failed: "A refund did not go through",
  dispute: "A payment is disputed",
  refunded: "Refunded",
  needs_time: "Paid, but without a time",
  paid_cancelled: "Paid after it was cancelled",
  refund_due: "Cancelled but paid",
};

/** What an alert is about, in a few words. */
export function alertLabel(kind: string): string {
  return alertLabels[kind] ?? titleCase(kind.replaceAll(".", "_")).replace(/(?<=.)\b[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Alerts about money are not put away by a slip of the hand. */
export function concernsMoney(kind: string): boolean {
  return kind.startsWith("payment") || kind.startsWith("paid") || kind.startsWith("refund") || kind === "dispute";
}

const letterKinds: Record<string, string> = {
  booking_confirmed: "Confirmation and receipt",
  credentials: "Portal sign-in",
  staff_booking_notice: "Notice to staff",
  transfer_details: "Transfer details",
  payment_refunded: "Refund notice",
  refund_failed: "Refund came back",
  enquiry_received: "Enquiry received",
  enquiry_notice: "Enquiry notice to staff",
  consultation_confirmed: "Consultation confirmed",
  consultation_moved: "Time of the consultation",
  consultation_cancelled: "Consultation cancelled",
  choose_another_time: "Asked for another time",
  hold_expired: "Time kept no longer",
  payment_received: "Transfer received",
  other_price_received: "Paid, but not its price",
  paid_twice: "Paid twice",
  paid_after_closing: "Paid after it was closed",
  way_back: "Way back to what was begun",
  ownership_question: "Is this yours?",
  reminder: "Reminder of the day before",
  staff_consultation_notice: "Notice to staff",
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

export function letterState(status: string): Badge {
  return letterStates[status] ?? { label: titleCase(status), tone: "grey" };
}

const paymentStates: Record<PaymentStatus, Badge> = {
  pending: { label: "Not paid", tone: "purple" },
  processing: { label: "Processing", tone: "amber" },
  completed: { label: "Paid", tone: "green" },
  failed: { label: "Failed", tone: "red" },
  refunded: { label: "Refunded", tone: "grey" },
};

export function paymentState(status: PaymentStatus): Badge {
  return paymentStates[status];
}

const providers: Record<string, string> = { stripe: "Card", sandbox: "Card (sandbox, no real money)", bank: "Bank transfer", credit: "Booking fee's credit" };

export function paymentMethod({ provider }: Payment): string {
  return providers[provider] ?? titleCase(provider);
}

type BookingStanding = Pick<BookingLine, "status" | "projectStatus" | "paymentStatus">;

/** The pill of a booking that is no project yet; null once its project has a status of its own. */
export function bookingState({ status, projectStatus, paymentStatus }: BookingStanding): Badge | null {
  if (status === "draft" && paymentStatus === "processing") return { label: "Payment processing", tone: "amber" };
  if (status === "draft") return { label: "Unfinished", tone: "grey" };
  if (projectStatus) return null;
  return status === "awaiting" ? { label: "Awaiting transfer", tone: "purple" } : { label: "Confirmed", tone: "green" };
}

/** Why a time is kept, or what a project without one waits for. */
export function consultationState({ kind, transfer, money, lacksTime }: Pick<Consultation, "kind" | "transfer" | "money" | "lacksTime">): Badge {
  if (kind === "paid" && money.owedCents > 0) return { label: "Time kept, paid in part", tone: "amber" };
  if (kind === "paid") return { label: "Booked", tone: "indigo" };
  if (kind === "card") return { label: "Held for a card payment", tone: "blue" };
  if (kind === "transfer") return { label: "Held for a transfer", tone: "purple" };
  if (transfer) return { label: "Awaiting transfer", tone: "amber" };
  if (lacksTime) return { label: "Paid, needs a time", tone: "red" };
  if (money.dueBackCents > 0) return { label: "Paid too much", tone: "amber" };
  return money.owedCents > 0 ? { label: "Paid in part", tone: "amber" } : { label: "Nothing owed", tone: "grey" };
}

const actors: Record<string, string> = { booking: "Booking", payments: "Payments", system: "Helios" };

export function actorName(actor: string): string {
  return actors[actor] ?? actor;
}

/** Bytes in the unit that says most: "594 bytes", "58 KB", "2.41 MB". */
export function sizeLabel(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1_048_576 ? `${Math.round(bytes / 1024)} KB` : megabytes(bytes);
}

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
export function consultationState({ kind, transfer }: Pick<Consultation, "kind" | "transfer">): Badge {
  if (kind === "paid") return { label: "Booked", tone: "indigo" };
  if (kind === "card") return { label: "Held for a card payment", tone: "blue" };
  if (kind === "transfer") return { label: "Held for a transfer", tone: "purple" };
  return transfer ? { label: "Awaiting transfer", tone: "amber" } : { label: "Paid, needs a time", tone: "red" };
}

type Outcome = NonNullable<Consultation["transfer"]>["outcome"];

type Consequence = { before: string; after: string };

const transferOutcomes: Record<Outcome, Consequence> = {
  pays: {
    before: "The project becomes paid, and a confirmation is written to the client.",
    after: "The letter to the client is in the outbox.",
  },
  without_time: {
    before: "The project becomes paid. Its time is no longer to be had: a letter asks the client to choose another one.",
    after: "The letter to the client is in the outbox: it asks for another time.",
  },
  second: {
    before: "The project is paid already: the money is noted as a second payment, with an alert that it is to be given back.",
    after: "It is a second payment: please give it back.",
  },
  other_price: {
    before:
      "The price has changed since: the money is noted, a letter says so to the client, and an alert asks you to agree on the difference with them.",
    after: "The letter to the client is in the outbox. It is not the price: please agree on the difference.",
  },
  closed: {
    before: "The project is closed: the money is noted, a letter to the client is written, and an alert asks you to decide about it.",
    after: "The letter to the client is in the outbox. Please decide about a refund.",
  },
};

/** Where the address is said not to be theirs, so that no letter is written; of a second payment none is written to anybody. */
const withoutLetter: Partial<Record<Outcome, Consequence>> = {
  pays: {
    before: "The project becomes paid. No letter is written, since its address is said to be somebody else's: please call them.",
    after: "No letter was written: please call them.",
  },
  without_time: {
    before:
      "The project becomes paid. Its time is no longer to be had, and no letter is written, since its address is said to be somebody else's: please call them.",
    after: "No letter was written: please call them and agree on another time.",
  },
  other_price: {
    before:
      "The price has changed since: the money is noted, and an alert asks you to agree on the difference with the client. No letter is written, since its address is said to be somebody else's: please call them.",
    after: "No letter was written. It is not the price: please call them and agree on the difference.",
  },
  closed: {
    before:
      "The project is closed: the money is noted, and an alert asks you to decide about it. No letter is written, since its address is said to be somebody else's.",
    after: "No letter was written. Please decide about a refund.",
  },
};

/** What marking a transfer as received will do, and what it has done. */
export function consequenceOf({ outcome, isDisowned }: NonNullable<Consultation["transfer"]>): Consequence {
  return (isDisowned && withoutLetter[outcome]) || transferOutcomes[outcome];
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

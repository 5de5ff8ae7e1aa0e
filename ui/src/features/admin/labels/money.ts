import { titleCase } from "../../../components/statusLabel";
import type { Payment, PaymentStatus, ProjectLine } from "../api";
import type { Badge } from "./Badge";

const paymentStates: Record<PaymentStatus, Badge> = {
  pending: { label: "Not paid", tone: "purple" },
  processing: { label: "Processing", tone: "amber" },
  completed: { label: "Paid", tone: "green" },
  failed: { label: "Failed", tone: "red" },
  refunded: { label: "Refunded", tone: "grey" },
};

/** How a payment stands; one that was given up before anybody paid has not failed. */
export function paymentState({ provider, status, providerStatus, lastError, givenUp, byBill }: Payment): Badge {
  // A bill says where a transfer goes; nobody has chosen one.
  if (byBill) return { label: "Not paid", tone: "purple" };
  if (provider === "bank" && status === "pending") return givenUp ? { label: "Given up", tone: "grey" } : { label: "Awaited", tone: "purple" };
  // No bank tells of a transfer that failed: staff had noted one that nobody was asked for.
  if (provider === "bank" && status === "failed") return { label: "Marked by mistake", tone: "grey" };
  return status === "failed" && providerStatus === "canceled" && !lastError ? { label: "Withdrawn", tone: "grey" } : paymentStates[status];
}

const providers: Record<string, string> = { stripe: "Card", sandbox: "Card (sandbox, no real money)", bank: "Bank transfer", credit: "Booking fee's credit" };

export function paymentMethod({ provider }: Payment): string {
  return providers[provider] ?? titleCase(provider);
}

type Money = ProjectLine["money"];

/** How an order stands. */
export const orderStates: Record<Money, Badge> = {
  unpaid: { label: "Not paid", tone: "purple" },
  part_paid: { label: "Paid in part", tone: "amber" },
  paid: { label: "Paid", tone: "green" },
  part_refunded: { label: "Refunded in part", tone: "grey" },
  refunded: { label: "Refunded", tone: "grey" },
};

/** How the money stands for what a project was begun with. */
export function moneyState({ money, isAwaited, paymentStatus }: { money: Money; isAwaited: boolean; paymentStatus: PaymentStatus }): Badge {
  if (money === "unpaid" && paymentStatus === "processing") return { label: "Bank deciding", tone: "amber" };
  return isAwaited && money === "unpaid" ? { label: "Awaiting transfer", tone: "purple" } : orderStates[money];
}

/** The words of a status where the specification's do not fit: what is paid, or asked for, is no mere enquiry any more. As the client reads it (`app.projects.rules.status_label`). */
export function statusWord(status: string, money: Money, isAsked: boolean): { label?: string } {
  if (status !== "inquiry") return {};
  if (money === "paid" || money === "part_refunded") return { label: "To be scheduled" };
  return money === "part_paid" || (money === "unpaid" && isAsked) ? { label: "Pending Payment" } : {};
}

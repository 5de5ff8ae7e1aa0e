/** The booking as the browser remembers it after paying: no document's content, no secret. */
export type LatestBooking = {
  /** Of a project that was paid for at the checkout. */
  projectId?: number;
  fullName: string;
  email: string;
  phone: string;
  address: string;
  preferredContact: string;
  serviceType: string;
  projectType: string;
  projectValue: string;
  message: string;
  /** ISO instant, or null while no time is set. */
  consultationSlot: string | null;
  /** Names only. */
  files: string[];
  /** `amount` in dollars; `status` is "completed" once the provider said so. */
  payment: { amount: number; currency: string; status: string; processor: string; transactionId: string };
};

const bookingKey = "latestBooking";
const paidKey = "paymentProcessed";
const transactionKey = "transactionId";

/** Notes that the visitor has paid, under the specified names. */
export function rememberPayment(transactionId: string): void {
  localStorage.setItem(paidKey, "true");
  localStorage.setItem(transactionKey, transactionId);
}

export function storeLatestBooking(booking: LatestBooking): void {
  localStorage.setItem(bookingKey, JSON.stringify(booking));
}

/** Forgets who booked here, and that they have paid. */
export function forgetLatestBooking(): void {
  for (const key of [bookingKey, paidKey, transactionKey]) localStorage.removeItem(key);
}

/** The remembered booking, or null when there is none that can be read. */
export function readLatestBooking(): LatestBooking | null {
  try {
    const stored = JSON.parse(localStorage.getItem(bookingKey) ?? "null") as LatestBooking | null;
    return stored?.email && stored.payment?.transactionId ? stored : null;
  } catch {
    return null;
  }
}

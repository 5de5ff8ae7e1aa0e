/** A paid project as the browser remembers it: what /success shows without the server, and no more. */
type LatestBooking = {
  /** Of a project that was paid for at the checkout. */
  projectId?: number;
  email: string;
  serviceType: string;
  projectType: string;
  /** ISO instant, or null while no time is set. */
  consultationSlot: string | null;
  /** `amount` in dollars; `status` is "completed" once the provider said so. */
  payment: { amount: number; currency: string; status: string; processor: string; transactionId: string };
};

/** What was booked with the form is remembered as it was filled in: no document's content, no secret. */
type FilledBooking = LatestBooking & {
  fullName: string;
  phone: string;
  address: string;
  preferredContact: string;
  projectValue: string;
  message: string;
  /** Names only. */
  files: string[];
};

/** What is read back: of either. */
export type Remembered = LatestBooking & Partial<FilledBooking>;

const bookingKey = "latestBooking";
const paidKey = "paymentProcessed";
const transactionKey = "transactionId";

/** Notes that the visitor has paid, under the specified names. */
export function rememberPayment(transactionId: string): void {
  localStorage.setItem(paidKey, "true");
  localStorage.setItem(transactionKey, transactionId);
}

export function storeLatestBooking(booking: LatestBooking | FilledBooking): void {
  localStorage.setItem(bookingKey, JSON.stringify(booking));
}

/** Forgets who booked here, and that they have paid. */
export function forgetLatestBooking(): void {
  for (const key of [bookingKey, paidKey, transactionKey]) localStorage.removeItem(key);
}

/** The remembered booking, or null when there is none that can be read. */
export function readLatestBooking(): Remembered | null {
  try {
    const stored = JSON.parse(localStorage.getItem(bookingKey) ?? "null") as Remembered | null;
    return stored?.email && stored.payment?.transactionId ? stored : null;
  } catch {
    return null;
  }
}

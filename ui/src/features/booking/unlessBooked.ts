import { ApiError } from "../../api/client";
import { hasBooked, loadBooking, savePersonal, type Booking } from "./bookingApi";
import type { Personal } from "./bookingRules";

/** Whether the draft has become a booking, paid for here or in another tab. */
async function isBooked(): Promise<boolean> {
  return (await loadBooking()) === null && (await hasBooked());
}

/** Sends step `from`, or answers null when the draft has become a booking: what was typed must not begin a second one. */
export async function unlessBooked(from: number, begun: boolean, send: () => Promise<Booking>, personal: Personal): Promise<Booking | null> {
  try {
    // The first step is the one that the server takes without a draft.
    if (from === 1 && begun && (await isBooked())) return null;
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    if (await isBooked()) return null;
    if (from !== 2) throw error;
    // The server has no draft any more: it is begun again from what was typed.
    await savePersonal(personal);
    return send();
  }
}

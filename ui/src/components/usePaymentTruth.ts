import { useEffect, useRef, useState } from "react";
import { askPayment } from "../api/payments";
import { mayChange, statusLearned, type CardStatus } from "./cardAnswer";

const second = 1000;
const minute = 60 * second;
const firstPause = 2 * second;
const longestPause = 15 * second;
/** Nobody expects an answer at any moment any more; the server's limit for one browser is 120 asks an hour. */
const latePause = minute;
const lateAfter = 5 * minute;
const givesUpAfter = 30 * minute;
/** A charge that is still on its way to the provider has arrived by then. */
const believedAfter = 15 * second;

/** How long to wait before the next ask, in milliseconds; `asked`: what the server asks for. */
function pauseAfter(waited: number, pause: number, asked: number): number {
  const longest = waited < lateAfter ? longestPause : latePause;
  return Math.min(Math.max(Math.min(pause, longest), asked), givesUpAfter - waited);
}

/**
 * For a payment whose answer was lost: `learn` asks the server until it knows, `unknown` is true meanwhile. That nothing
 * was charged is believed when it is told for a while, since the charge itself may still be on its way. Learns null of
 * a payment that the server does not know, and when it could not tell for half an hour.
 */
export function usePaymentTruth(): { unknown: boolean; learn: (paymentIntent: string) => Promise<CardStatus | null> } {
  const [unknown, setUnknown] = useState(false);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  async function learn(paymentIntent: string): Promise<CardStatus | null> {
    setUnknown(true);
    const began = Date.now();
    let toldSince: number | null = null;
    for (let pause = firstPause; ; pause *= 1.5) {
      const { state, missing, retryAfter } = await askPayment(paymentIntent);
      const now = Date.now();
      if (state) toldSince ??= now;
      if (state && (!mayChange(state) || now - (toldSince ?? now) >= believedAfter)) {
        setUnknown(false);
        return statusLearned(state);
      }
      const waited = now - began;
      if (missing || waited >= givesUpAfter) return null;
      await new Promise((resolve) => setTimeout(resolve, pauseAfter(waited, pause, retryAfter * second)));
      // Nobody looks at this page any more: its promise may stay open.
      if (gone.current) return new Promise(() => {});
    }
  }

  return { unknown, learn };
}

import { useEffect, useRef, useState } from "react";
import { settlePayment } from "../api/payments";
import { mayChange, statusLearned, type CardStatus } from "./cardAnswer";

const firstPause = 2000;
const longestPause = 15_000;

/**
 * For a payment whose answer was lost: `learn` asks the server until it knows, `unknown` is true meanwhile. That nothing
 * was charged is believed when it is told twice, since the charge itself may still be on its way.
 */
export function usePaymentTruth(): { unknown: boolean; learn: (paymentIntent: string) => Promise<CardStatus> } {
  const [unknown, setUnknown] = useState(false);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  async function learn(paymentIntent: string): Promise<CardStatus> {
    setUnknown(true);
    let toldBefore = false;
    for (let pause = firstPause; ; pause = Math.min(pause * 1.5, longestPause)) {
      const state = await settlePayment(paymentIntent);
      if (state && (toldBefore || !mayChange(state))) {
        setUnknown(false);
        return statusLearned(state);
      }
      toldBefore = state !== null;
      await new Promise((resolve) => setTimeout(resolve, pause));
      // Nobody looks at this page any more: its promise may stay open.
      if (gone.current) return new Promise(() => {});
    }
  }

  return { unknown, learn };
}

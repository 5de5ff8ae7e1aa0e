import type { Arrived } from "../api/payments";
import { DateTime } from "./DateTime";
import { audText } from "./Money";

/** What of a payment went back, and when. */
export function Given({ arrived }: { arrived: Arrived }) {
  const { state, refundedCents, refundedAt } = arrived;
  return (
    <>
      {audText(refundedCents)} {state === "refunded" ? "was refunded" : "of it was refunded"}
      {refundedAt && (
        <>
          {" "}
          on <DateTime iso={refundedAt} />
        </>
      )}
      {state === "refunded" && ", to the card or account that it was paid from"}.
    </>
  );
}

/** What came, where it is not the price. */
export function Difference({ arrived }: { arrived: Arrived }) {
  return (
    <>
      {audText(arrived.amountCents)} has arrived, and the price to pay is {audText(arrived.priceCents)}. Please do not pay again: we call you to
      agree on the difference, or on giving the money back.
      {arrived.refundedCents > 0 && (
        <>
          {" "}
          <Given arrived={arrived} />
        </>
      )}
    </>
  );
}

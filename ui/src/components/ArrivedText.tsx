import type { Arrived } from "../api/payments";
import { DateTime } from "./DateTime";

/** "250.00 AUD", as receipts write it. */
export function audText(dollars: number): string {
  return `${dollars.toLocaleString("en-AU", { minimumFractionDigits: 2 })} AUD`;
}

/** What of a payment went back, and when. */
export function Given({ arrived }: { arrived: Arrived }) {
  const { state, refunded, refundedAt } = arrived;
  return (
    <>
      {audText(refunded)} {state === "refunded" ? "was refunded" : "of it was refunded"}
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
      {audText(arrived.amount)} has arrived, and the price to pay is {audText(arrived.price)}. Please do not pay again: we call you to
      agree on the difference, or on giving the money back.
      {arrived.refunded > 0 && (
        <>
          {" "}
          <Given arrived={arrived} />
        </>
      )}
    </>
  );
}

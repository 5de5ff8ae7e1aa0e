import type { Arrived } from "../api/payments";
import { DateTime } from "./DateTime";
import { audText } from "./Money";

/** What a page is headed with that says first how it stands with the money. */
export const headings = { refunded: "Your payment was refunded", other_price: "Your payment is not the price" };

/** What went back of all that came, and when, and what of it is too much and still to go back; nothing where neither is. */
export function Given({ arrived }: { arrived: Arrived }) {
  const { state, refundedCents, refundedAt, dueBackCents } = arrived;
  const due = dueBackCents > 0 && <>{audText(dueBackCents)} came too much: we are in touch about giving it back.</>;
  if (refundedCents === 0) return due;
  return (
    <>
      {audText(refundedCents)} {state === "refunded" ? "was refunded" : "of it was refunded"}
      {refundedAt && (
        <>
          {" "}
          on <DateTime iso={refundedAt} />
        </>
      )}
      {state === "refunded" && ", to the card or account that it was paid from"}. Banks usually show it within 10 business days.
      {due && <> {due}</>}
    </>
  );
}

/** Whether what came is not simply the price: some went back, or is to. */
export const hasMoved = ({ refundedCents, dueBackCents }: Arrived) => refundedCents > 0 || dueBackCents > 0;

/** What came, where it is not the price. */
export function Difference({ arrived }: { arrived: Arrived }) {
  return (
    <>
      {audText(arrived.amountCents)} has arrived, and the price to pay is {audText(arrived.priceCents)}
      {arrived.owedCents > 0
        ? `: ${audText(arrived.owedCents)} is still owed. Please do not pay again: we call you to agree on the difference, or on giving the money back.`
        : "."}
      {hasMoved(arrived) && (
        <>
          {" "}
          <Given arrived={arrived} />
        </>
      )}
    </>
  );
}

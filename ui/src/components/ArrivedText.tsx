import type { Arrived } from "../api/payments";
import { DateTime } from "./DateTime";
import { audText } from "./Money";

/** What a page is headed with that says first how it stands with the money. */
export const headings = { refunded: "Your payment was refunded", other_price: "Your payment is not the price" };

const backTo = {
  card: "to the card that it was paid with",
  transfer: "by bank transfer",
  both: "to the card and by bank transfer, as it was paid",
};

/** What went back of all that came, when and where to, and what of it is too much and still to go back; nothing where neither is. */
export function Given({ arrived }: { arrived: Arrived }) {
  const { state, amountCents, priceCents, refundedCents, refundedAt, refundedTo, dueBackCents } = arrived;
  const due = dueBackCents > 0 && (
    <>
      The price is {audText(priceCents)} inc. GST, and {audText(dueBackCents)} of the {audText(amountCents)} that came{" "}
      {refundedCents > 0 ? "is still too much" : "is too much"}: we are in touch about giving it back.
    </>
  );
  if (refundedCents === 0) return due;
  const surplus = state === "paid" && dueBackCents === 0;
  return (
    <>
      {audText(refundedCents)} {state === "refunded" ? "was refunded" : "of it was refunded"}
      {refundedAt && (
        <>
          {" "}
          on <DateTime iso={refundedAt} />
        </>
      )}
      {refundedTo && `, ${backTo[refundedTo]}`}. {surplus && `That had come too much: the price of ${audText(priceCents)} stays paid. `}
      Banks usually show it within 10 business days.
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

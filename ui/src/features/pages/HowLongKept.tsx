import { KEPT } from "../../api/rules.gen";

function years(count: number): string {
  return count === 1 ? "one year" : `${count} years`;
}

/** How long what kind of data is kept, from the constants by which the server lets go of it. */
export function HowLongKept() {
  return (
    <>
      <h3>How long we keep it</h3>
      <ul>
        <li>
          A booking or onboarding that you begin and do not pay for, with its files: {KEPT.unpaidDays} days after you or we last did
          anything about it, then it is erased. After {KEPT.wayBackDays} days we remind you of it by email, at most once, with a way back
          to it, if you gave an address. We also write when a consultation time that we kept for you ends unpaid. One that you chose to pay for by bank transfer is not abandoned: it is kept for at least {KEPT.transferDays}{" "}
          days from that choice, since the money may come late. What remains of a payment that was begun
          says its amount, date and number, and not who you are.
        </li>
        <li>
          What was paid for, and payments, invoices, letters, messages, enquiries and the record of who saw or changed what: at least{" "}
          {KEPT.recordYears} years, as tax and limitation laws require. Of somebody who asks to be deleted, less: see “Access and correction”.
        </li>
        <li>
          Passwords in letters, and links to choose one: until they are used, and no longer than about {KEPT.secretDays} days; copies in files go within an hour
          of that.
        </li>
        <li>
          Where two records turn out to be of one person and we join them: what stood in the other one, {KEPT.mergedDays} days, in which we can
          undo it; its name and email, as long as the details of the client.
        </li>
        <li>A document that we delete: {KEPT.deletedDays} days, in which we can undo it, then it is erased.</li>
        <li>Network addresses in our records of bookings: {KEPT.addressDays} days.</li>
        <li>Notes to our staff that are dealt with, and times that you held and let go: {years(KEPT.seenYears)}.</li>
      </ul>
    </>
  );
}

import { useState } from "react";
import { REFUND_TEXT_RULES } from "../../../api/staffRules.gen";
import { formatCents } from "../../../components/Money";
import { formatTime } from "../../../components/time";
import { useFiledNote, type ProjectMoney } from "../api";
import { ActButton } from "./acts";
import * as css from "./OrderSums.module.css";
import ReasonDialog from "./ReasonDialog";

type Transfer = ProjectMoney["transfers"][number];
type Of = { name: string; reference: string };

/** Takes back that transfers came: folded away, as it is seldom needed. */
export function MarkedByMistake({ of, money }: { of: Of; money: ProjectMoney }) {
  const came = money.transfers.filter(({ leftCents }) => leftCents > 0);
  if (came.length === 0) return null;
  return (
    <details>
      <summary className={css.unawaited}>A transfer was marked by mistake?</summary>
      {came.map((transfer) => (
        <NotCome key={transfer.paymentId} of={of} transfer={transfer} isDisowned={money.prospect.isDisowned} named={came.length > 1} />
      ))}
    </details>
  );
}

/** What follows for what the transfer was for. */
function follows({ reference, amountCents, dueBackCents }: Transfer, of: Of): string {
  if (dueBackCents >= amountCents) return `${reference} stays paid with what else came.`;
  if (reference !== of.reference) return `The bill ${reference} is owed again, and its transfer is awaited. Its tax invoice stands.`;
  return (
    `${reference} is not paid with it, and a transfer that was asked for is awaited again. If it was paid by then, its consultation is no longer ` +
    "confirmed: a time ahead is kept for the transfer like any other, that of a booking fee is free again, and " +
    "its tax invoice is taken back with an adjustment note."
  );
}

function NotCome({ of, transfer, isDisowned, named }: { of: Of; transfer: Transfer; isDisowned: boolean; named: boolean }) {
  const [asking, setAsking] = useState(false);
  const filed = useFiledNote();
  const sum = formatCents(transfer.amountCents);
  const which = `the ${sum} of ${formatTime(transfer.paidAt, "date")}`;
  const label = `This was a mistake: ${named ? which : "the transfer"} has not come`;
  return (
    <>
      <ActButton label={label} about={transfer.reference} refusal={transfer.notComeRefusal} onClick={() => setAsking(true)} />
      <ReasonDialog
        open={asking}
        title="This transfer has not come?"
        url={`/api/admin/payments/${transfer.paymentId}/not-come`}
        more={{ seen: transfer.paidAt }}
        rule={REFUND_TEXT_RULES.mistake}
        name="reason"
        label="Reason, for staff"
        confirmLabel="It has not come"
        danger
        done="Taken back"
        told={`${sum} from ${of.name}, ${transfer.reference}, has not come. ${isDisowned ? "No letter was written." : `The letter to the client is in the outbox.${filed}`}`}
        onClose={() => setAsking(false)}
      >
        <p>
          {which.replace("the ", "The ")} from <strong>{of.name}</strong> for <strong>{transfer.reference}</strong> was marked as received. {follows(transfer, of)}
        </p>
        <p>
          {isDisowned ? "No letter is written, since its address is said to be somebody else's." : "A letter tells the client that it was our mistake."} No money
          moves by this. If the money did come and went back, please record a refund instead.
        </p>
      </ReasonDialog>
    </>
  );
}

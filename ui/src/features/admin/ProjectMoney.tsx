import { useState } from "react";
import { formatCents } from "../../components/Money";
import { formatTime } from "../../components/time";
import { AmountDialog } from "./AmountDialog";
import type { ProjectMoney as Money } from "./api";
import { ifGivenBack, ifItComes } from "./consequences";
import * as css from "./Consultations.module.css";

type Of = { projectId: number; name: string; reference: string };

/** What came for a project, what went back and what is left to do about it, with the acts of staff. */
export function ProjectMoney({ of, money }: { of: Of; money: Money }) {
  const open = money.transfers.filter(({ leftCents }) => leftCents > 0);
  return (
    <>
      {money.paidCents > 0 && (
        <p>
          {formatCents(money.paidCents)} came
          {money.refundedCents > 0 && `, ${formatCents(money.refundedCents)} was given back`}
          {money.owedCents > 0 && (
            <>
              : <strong>{formatCents(money.owedCents)} still owed</strong>
            </>
          )}
          {money.dueBackCents > 0 && (
            <>
              : <strong>{formatCents(money.dueBackCents)} to give back</strong>
            </>
          )}
        </p>
      )}
      {money.mayRecord && <RecordTransfer of={of} money={money} />}
      {open.map((transfer) => (
        <RecordRefund key={transfer.paymentId} of={of} money={money} transfer={transfer} named={open.length > 1} />
      ))}
    </>
  );
}

function RecordTransfer({ of, money }: { of: Of; money: Money }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className={css.act} aria-label={`Record a transfer: ${of.reference}`} onClick={() => setAsking(true)}>
        Record a transfer
      </button>
      <AmountDialog
        open={asking}
        title="Record a transfer?"
        url={`/api/admin/projects/${of.projectId}/transfers`}
        label="What came, in dollars"
        confirmLabel="Record transfer"
        start={money.owedCents || null}
        follows={(cents) => ifItComes(money.prospect, cents)}
        done="Transfer recorded"
        from={`from ${of.name}, ${of.reference}`}
        onClose={() => setAsking(false)}
      >
        <p>
          Money from <strong>{of.name}</strong> for <strong>{of.reference}</strong> is on the account that nobody was asked for, or the
          rest of what is owed.
        </p>
      </AmountDialog>
    </>
  );
}

type RefundProps = { of: Of; money: Money; transfer: Money["transfers"][number]; named: boolean };

function RecordRefund({ of, money, transfer, named }: RefundProps) {
  const [asking, setAsking] = useState(false);
  const left = transfer.leftCents;
  const which = `the ${formatCents(transfer.amountCents)} of ${formatTime(transfer.paidAt, "date")}`;
  const words = named ? `Record a refund of ${which}` : "Record a refund";
  return (
    <>
      <button
        type="button"
        className={css.act}
        aria-label={`${words}: ${of.reference}`}
        onClick={() => setAsking(true)}
      >
        {words}
      </button>
      <AmountDialog
        open={asking}
        title="Record a refund?"
        url={`/api/admin/payments/${transfer.paymentId}/refunds`}
        label="What was sent back, in dollars"
        confirmLabel="Record refund"
        start={money.dueBackCents > 0 ? Math.min(money.dueBackCents, left) : left}
        left={left}
        follows={(cents) => ifGivenBack(money, cents)}
        done="Refund recorded"
        from={`to ${of.name}, ${of.reference}`}
        onClose={() => setAsking(false)}
      >
        <p>
          Please send it from the firm&apos;s account first: no money moves from here. {formatCents(left)} of {which} from{" "}
          <strong>{of.name}</strong> for <strong>{of.reference}</strong> can be given back.
        </p>
      </AmountDialog>
    </>
  );
}

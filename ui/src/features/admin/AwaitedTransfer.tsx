import { useState } from "react";
import { formatCents } from "../../components/Money";
import { formatTime } from "../../components/time";
import { AmountDialog } from "./AmountDialog";
import type { Consultation } from "./api";
import { ifItComes } from "./consequences";
import * as css from "./Consultations.module.css";

type Props = {
  from: Pick<Consultation, "name" | "reference" | "money">;
  transfer: NonNullable<Consultation["transfer"]>;
  /** What stands between the sum and the day on which it was asked for. */
  since: string;
};

/** A transfer, and the act that notes its arrival: asked about with client, sum, reference and consequence in sight. */
export function AwaitedTransfer({ from, transfer, since }: Props) {
  const [asking, setAsking] = useState(false);
  const amount = formatCents(transfer.amountCents);
  return (
    <>
      <p>
        <strong>{amount}</strong> {since} {formatTime(transfer.askedAt, "date")}
      </p>
      <button
        type="button"
        className={css.act}
        aria-label={`Mark transfer received: ${from.reference}`}
        onClick={() => setAsking(true)}
      >
        Mark transfer received
      </button>
      <AmountDialog
        open={asking}
        title="Mark transfer received?"
        url={`/api/admin/payments/${transfer.paymentId}/receive-transfer`}
        label="What came, in dollars"
        confirmLabel="Mark received"
        start={transfer.amountCents}
        follows={(cents) => ifItComes(from.money.prospect, cents)}
        done="Transfer received"
        from={`from ${from.name}, ${from.reference}`}
        onClose={() => setAsking(false)}
      >
        <p>
          <strong>{amount}</strong> was asked for from <strong>{from.name}</strong> with the reference <strong>{from.reference}</strong>.
        </p>
      </AmountDialog>
    </>
  );
}

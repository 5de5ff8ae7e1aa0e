import { Suspense, useState } from "react";
import { formatCents } from "../../components/Money";
import { formatTime } from "../../components/time";
import { lazily } from "../../lazily";
import { Act } from "./Act";
import { ifItComes, type Prospect } from "./consequences";

const AmountDialog = lazily(() => import("./AmountDialog"));

type Props = {
  from: { name: string; reference: string; prospect: Prospect };
  transfer: { paymentId: number; amountCents: number; askedAt: string };
  /** Nobody waits for it any more. */
  givenUp?: boolean;
  /** It is for a bill. */
  isBill?: boolean;
};

/** A transfer, and the act that notes its arrival: asked about with client, sum, reference and consequence in sight. */
export function AwaitedTransfer({ from, transfer, givenUp = false, isBill = false }: Props) {
  const [asking, setAsking] = useState(false);
  const amount = formatCents(transfer.amountCents);
  return (
    <>
      <p>
        <strong>{amount}</strong> {givenUp ? "was asked for by transfer on" : isBill ? "asked for by the bill on" : "awaited since"} {formatTime(transfer.askedAt, "date")}
        {givenUp && ", and is not awaited any more"}
      </p>
      <Act aria-label={`Mark transfer received: ${from.reference}`} onClick={() => setAsking(true)}>
        Mark transfer received
      </Act>
      <Suspense fallback={null}>
        {asking && (
          <AmountDialog
            title="Mark transfer received?"
            url={`/api/admin/payments/${transfer.paymentId}/receive-transfer`}
            label="What came, in dollars"
            confirmLabel="Mark received"
            start={transfer.amountCents}
            follows={(cents) => ifItComes(from.prospect, cents, isBill)}
            done="Transfer received"
            from={`from ${from.name}, ${from.reference}`}
            onClose={() => setAsking(false)}
          >
            <p>
              <strong>{amount}</strong> was asked for from <strong>{from.name}</strong> with the reference <strong>{from.reference}</strong>.
            </p>
          </AmountDialog>
        )}
      </Suspense>
    </>
  );
}

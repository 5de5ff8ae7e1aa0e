import { Suspense, useState } from "react";
import { formatCents } from "../../components/Money";
import { formatTime } from "../../components/time";
import { lazily } from "../../lazily";
import { Act } from "./Act";
import type { ReceivableTransfer } from "./ReceiveDialog";

const ReceiveDialog = lazily(() => import("./ReceiveDialog"));

type Props = ReceivableTransfer & {
  transfer: { askedAt: string };
  /** Nobody waits for it any more. */
  givenUp?: boolean;
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
        {asking && <ReceiveDialog from={from} transfer={transfer} isBill={isBill} onClose={() => setAsking(false)} />}
      </Suspense>
    </>
  );
}

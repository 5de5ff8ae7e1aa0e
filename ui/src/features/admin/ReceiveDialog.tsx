import { formatCents } from "../../components/Money";
import AmountDialog from "./AmountDialog";
import { ifItComes, type Prospect } from "./consequences";

export type ReceivableTransfer = {
  from: { name: string; reference: string; prospect: Prospect };
  transfer: { paymentId: number; amountCents: number };
  /** It is for a bill. */
  isBill?: boolean;
};

/** Asks what came of a transfer that was asked for, and says what follows from that. */
export default function ReceiveDialog({ from, transfer, isBill = false, onClose }: ReceivableTransfer & { onClose: () => void }) {
  const amount = formatCents(transfer.amountCents);
  return (
    <AmountDialog
      title="Mark transfer received?"
      url={`/api/admin/payments/${transfer.paymentId}/receive-transfer`}
      label="What came, in dollars"
      confirmLabel="Mark received"
      start={transfer.amountCents}
      follows={(cents) => ifItComes(from.prospect, cents, isBill)}
      done="Transfer received"
      from={`from ${from.name}, ${from.reference}`}
      onClose={onClose}
    >
      <p>
        <strong>{amount}</strong> was asked for from <strong>{from.name}</strong> with the reference <strong>{from.reference}</strong>.
      </p>
    </AmountDialog>
  );
}

import { useState } from "react";
import { useSWRConfig } from "swr";
import { errorText } from "../../api/client";
import { ConfirmDialog } from "../../components/Dialog";
import { formatCents } from "../../components/Money";
import { formatTime } from "../../components/time";
import { toast } from "../../components/toast";
import { isStaffData, useFiledNote, usePost, type Consultation } from "./api";
import * as css from "./Consultations.module.css";
import { consequenceOf } from "./labels";

type Props = {
  from: Pick<Consultation, "name" | "reference">;
  transfer: NonNullable<Consultation["transfer"]>;
  /** What stands between the sum and the day on which it was asked for. */
  since: string;
};

/** A transfer, and the act that notes its arrival: asked about with client, sum, reference and consequence in sight. */
export function AwaitedTransfer({ from, transfer, since }: Props) {
  const post = usePost();
  const { mutate } = useSWRConfig();
  const filed = useFiledNote();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const amount = formatCents(transfer.amountCents);
  const { before, after } = consequenceOf(transfer);

  async function receive() {
    setBusy(true);
    try {
      await post(`/api/admin/payments/${transfer.paymentId}/receive-transfer`);
      toast({ title: "Transfer received", body: `${amount} from ${from.name}, ${from.reference}. ${after}${after.includes("outbox") ? filed : ""}` });
      await mutate(isStaffData);
    } catch (error) {
      toast({
        title: "The transfer was not marked",
        body: errorText(error, "The server does not answer. Please try again."),
        variant: "destructive",
      });
    }
    setBusy(false);
    setAsking(false);
  }

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
      <ConfirmDialog
        open={asking}
        title="Mark transfer received?"
        confirmLabel="Mark received"
        busy={busy}
        onConfirm={() => void receive()}
        onCancel={() => setAsking(false)}
      >
        <p>
          <strong>{amount}</strong> from <strong>{from.name}</strong> with the reference <strong>{from.reference}</strong> is on the
          account.
        </p>
        <p>{before} This cannot be taken back here.</p>
      </ConfirmDialog>
    </>
  );
}

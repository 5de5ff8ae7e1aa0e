import { useState } from "react";
import { useSWRConfig } from "swr";
import { errorText } from "../../api/client";
import { ConfirmDialog } from "../../components/Dialog";
import { Badge } from "../../components/StatusBadge";
import { formatTime } from "../../components/time";
import { toast } from "../../components/toast";
import { isStaffData, usePost, type Ownership } from "./api";
import * as css from "./Ownership.module.css";

/** That nobody has proved whose this is, and the act of staff who have made sure: asked about, since it shows files to a client. */
export function Unproved({ ownership }: { ownership: Ownership }) {
  const post = usePost();
  const { mutate } = useSWRConfig();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { projectId, reference, name, email, clientName, disownedAt } = ownership;

  async function confirm() {
    setBusy(true);
    try {
      await post(`/api/admin/projects/${projectId}/confirm-client`);
      toast({ title: "Confirmed", body: `${reference} belongs to the client of ${email} now.` });
      await mutate(isStaffData);
    } catch (error) {
      toast({
        title: "It was not confirmed",
        body: errorText(error, "The server does not answer. Please try again."),
        variant: "destructive",
      });
    }
    setBusy(false);
    setAsking(false);
  }

  return (
    <div className={css.note}>
      <Badge tone={disownedAt ? "red" : "amber"}>{disownedAt ? "Said not to be theirs" : "Not proved"}</Badge>
      <p>
        {disownedAt && `Whoever reads ${email} said so on ${formatTime(disownedAt, "date")}. `}
        {clientName ? `Typed as ${name}; the address is ${clientName}'s.` : "Nobody has proved that this address is theirs."} The
        portal does not show it.
      </p>
      <button type="button" className={css.act} aria-label={`Confirm this is theirs: ${reference}`} onClick={() => setAsking(true)}>
        Confirm this is theirs
      </button>
      <ConfirmDialog
        open={asking}
        title="Confirm this is theirs?"
        confirmLabel="Confirm"
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        <p>
          <strong>{reference}</strong>, its files and its time will show in the client portal of <strong>{email}</strong>.{" "}
          {clientName
            ? `The client's details stay as we keep them: ${clientName}.`
            : `The client's name and phone become what was typed here: ${name}.`}
        </p>
        <p>Make sure first, on a phone number that you know. This cannot be taken back here.</p>
      </ConfirmDialog>
    </div>
  );
}

import { ConfirmDialog } from "../../../components/Dialog";
import { formatTime } from "../../../components/time";
import type { ProjectRecord } from "../api";
import { ActButton, useAct } from "./acts";

type Props = { clientId: number; change: ProjectRecord["client"]["details"]["emailChange"] };

/** A change of the client's address that waits, and the word of staff for a client who cannot read the old one any more. */
export function EmailChange({ clientId, change }: Props) {
  const { ask, dialog } = useAct(
    `/api/admin/clients/${clientId}/email-change/vouch`,
    {
      done: "Confirmed for the old address",
      body: "The new address has to say yes itself, by the link that it was sent.",
      failed: "It was not confirmed",
    },
    { newAddress: change?.newAddress },
  );
  if (!change) return null;
  return (
    <div>
      <p>
        A change to <strong>{change.newAddress}</strong> waits until {formatTime(change.expiresAt, "stamp")}:{" "}
        {change.oldConfirmed ? "the old address has said yes" : "the old address has not said yes"},{" "}
        {change.newConfirmed ? "the new one too" : "the new one has not"}.
      </p>
      {!change.oldConfirmed && <ActButton label="Confirm for the old address" about={change.newAddress} onClick={ask} />}
      <ConfirmDialog {...dialog} title="Confirm for the old address?" confirmLabel="Confirm">
        <p>
          For a client who cannot read the old address any more and has told you, on a phone number that you know, that they want{" "}
          <strong>{change.newAddress}</strong>. Once the new address has said yes too, it is what they sign in with, and a letter tells the old one.
        </p>
      </ConfirmDialog>
    </div>
  );
}

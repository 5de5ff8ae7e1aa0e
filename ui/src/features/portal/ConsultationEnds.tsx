import { useState } from "react";
import { errorText, request } from "../../api/client";
import { AppLink } from "../../components/AppLink";
import { Button } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { ConfirmDialog } from "../../components/Dialog";
import { Said } from "../../components/Said";
import { toast } from "../../components/toast";
import { projectPage } from "../../paths";
import { appointmentAddress, useRefresh, type Appointment } from "./api";
import * as css from "./Consultation.module.css";

export type DialogProps = { appointment: Appointment; open: boolean; onClose: () => void };
export const notReached = "We could not reach the server. Nothing has changed; please try again.";

/** Asks before the time alone is given back. */
export function GiveBackDialog({ appointment, open, onClose }: DialogProps) {
  const { id, date, reference, serviceTitle } = appointment;
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();

  async function giveBack() {
    setBusy(true);
    try {
      await request("POST", `${appointmentAddress(id)}/give-back`, { date });
      onClose();
      toast({ title: "Your time is given back", body: "Choose another one whenever it suits you. We have sent you an email about it." });
    } catch (error) {
      toast({ title: "Your time is not given back", body: errorText(error, notReached), variant: "destructive" });
    }
    setBusy(false);
    await refresh();
  }

  return (
    <ConfirmDialog
      open={open}
      title="Give this time back?"
      confirmLabel="Give the time back"
      cancelLabel="Keep it"
      busy={busy}
      onConfirm={() => void giveBack()}
      onCancel={onClose}
    >
      <p>
        Your consultation on{" "}
        <strong>
          <DateTime iso={date} format="full" />
        </strong>{" "}
        will not take place. Its time is free for others at once.
      </p>
      <p>
        Your project {reference} ({serviceTitle}) and what you paid for it stay as they are: you choose another time here, without
        paying again. This counts as the one time that you can move it online.
      </p>
    </ConfirmDialog>
  );
}

/** Asks before a consultation is cancelled with its project, and offers what keeps that. */
export function CancelDialog({ appointment, open, onClose, onMove, onGiveBack }: DialogProps & { onMove: () => void; onGiveBack: () => void }) {
  const { id, date, reference, serviceTitle, money, moveRefusal, giveBackRefusal } = appointment;
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();

  async function cancel() {
    setBusy(true);
    try {
      await request("POST", `${appointmentAddress(id)}/cancel`, { date });
      onClose();
      toast({ title: "Your consultation is cancelled", body: "We have sent you an email about it." });
    } catch (error) {
      toast({ title: "Your consultation is not cancelled", body: errorText(error, notReached), variant: "destructive" });
    }
    setBusy(false);
    await refresh();
  }

  return (
    <ConfirmDialog
      open={open}
      title="Cancel this consultation?"
      confirmLabel="Cancel the consultation"
      cancelLabel="Keep it"
      danger
      busy={busy}
      onConfirm={() => void cancel()}
      onCancel={onClose}
    >
      {moveRefusal ? (
        <p>
          Does only the time not suit? <Said text={moveRefusal} /> Or{" "}
          <AppLink to={`${projectPage(id)}#messages`} onClick={onClose}>
            write to us
          </AppLink>
          : we agree on another one, and your project stays as it is.
        </p>
      ) : (
        <>
          <p>Does only the time not suit? You can choose another one, and your project and what you paid stay as they are.</p>
          <p className={css.buttons}>
            <Button variant="secondary" onClick={onMove}>
              Choose another time
            </Button>
            {!giveBackRefusal && (
              <Button variant="secondary" onClick={onGiveBack}>
                Choose one later
              </Button>
            )}
          </p>
        </>
      )}
      <p>
        Your consultation on{" "}
        <strong>
          <DateTime iso={date} format="full" />
        </strong>{" "}
        will not take place, and the project {reference} ({serviceTitle}) is cancelled with it. Its time is free for others at once. This
        cannot be undone online.
      </p>
      <p>{money}</p>
    </ConfirmDialog>
  );
}

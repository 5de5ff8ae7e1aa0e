import { useState } from "react";
import { errorText } from "../../api/client";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/Dialog";
import { toast } from "../../components/toast";
import { useFiledNote, usePost, type BookingDetail } from "./api";
import * as css from "./ClientSignIn.module.css";
import { Part } from "./Part";

type Props = { booking: BookingDetail };

/** A new temporary password for a client who cannot sign in; nothing while there is no client. */
export function ClientSignIn({ booking }: Props) {
  const post = usePost();
  const filed = useFiledNote();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (booking.clientId === null) return null;

  async function send() {
    setBusy(true);
    try {
      await post(`/api/admin/clients/${booking.clientId}/sign-in`);
      toast({ title: "A new sign-in is in the outbox", body: `The letter with it is for ${booking.email}.${filed}` });
    } catch (error) {
      toast({
        title: "No new sign-in was sent",
        body: errorText(error, "The server does not answer. Please try again."),
        variant: "destructive",
      });
    }
    setBusy(false);
    setAsking(false);
  }

  return (
    <Part title="Portal sign-in">
      <div className={css.offer}>
        <p>For a client who cannot sign in: a new temporary password, by letter.</p>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Send a new sign-in
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title="Send a new sign-in?"
        confirmLabel="Send a new sign-in"
        busy={busy}
        onConfirm={() => void send()}
        onCancel={() => setAsking(false)}
      >
        <p>
          {booking.fullName} gets a letter at {booking.email} with a temporary password that is valid for 7 days. The password they
          have now stops working at once, and wherever they are signed in, they are signed out.
          {filed && " No mail server is set (mail.host): the letter is filed, not sent, until one is."}
        </p>
      </ConfirmDialog>
    </Part>
  );
}

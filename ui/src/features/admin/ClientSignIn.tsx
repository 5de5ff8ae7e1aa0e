import { useState } from "react";
import { errorText } from "../../api/client";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/Dialog";
import { toast } from "../../components/toast";
import { useFiledNote, usePost, type BookingDetail } from "./api";
import * as css from "./ClientSignIn.module.css";
import { Part } from "./Part";

type Props = { booking: BookingDetail };

/** A temporary password for a client who cannot sign in; nothing while there is no client. */
export function ClientSignIn({ booking }: Props) {
  const post = usePost();
  const filed = useFiledNote();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (booking.clientId === null) return null;
  const hasSignIn = booking.ownership?.hasSignIn ?? false;
  // What was typed may be a stranger's; the letter goes to the client of the address.
  const name = booking.ownership?.clientName ?? booking.fullName;
  const offer = hasSignIn ? "Send a new sign-in" : "Send a sign-in";

  async function send() {
    setBusy(true);
    try {
      await post(`/api/admin/clients/${booking.clientId}/sign-in`);
      toast({ title: hasSignIn ? "A new sign-in is in the outbox" : "A sign-in is in the outbox", body: `The letter with it is for ${booking.email}.${filed}` });
    } catch (error) {
      toast({
        title: hasSignIn ? "No new sign-in was sent" : "No sign-in was sent",
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
        <p>{hasSignIn ? "For a client who cannot sign in: a new temporary password" : "This client has none yet: a temporary password"}, by letter.</p>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {offer}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={`${offer}?`}
        confirmLabel={offer}
        busy={busy}
        onConfirm={() => void send()}
        onCancel={() => setAsking(false)}
      >
        <p>
          {name} gets a letter at {booking.email} with a temporary password that is valid for 7 days.
          {hasSignIn && " The password they have now stops working at once, and wherever they are signed in, they are signed out."}
          {filed && " No mail server is set (mail.host): the letter is filed, not sent, until one is."}
        </p>
      </ConfirmDialog>
    </Part>
  );
}

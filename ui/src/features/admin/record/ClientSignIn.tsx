import { ConfirmDialog } from "../../../components/Dialog";
import { Act } from "../Act";
import { useFiledNote } from "../api";
import { useAct } from "./acts";

/** `name`: whose address it is; what was typed may be a stranger's. */
type Props = { client: { id: number; name: string; email: string; signIn: string } };

/** A temporary password for a client who cannot sign in, or has no sign-in yet. */
export function ClientSignIn({ client }: Props) {
  const filed = useFiledNote();
  const hasSignIn = client.signIn !== "none";
  const offer = hasSignIn ? "Send a new sign-in" : "Send a sign-in";
  const { ask, dialog } = useAct(`/api/admin/clients/${client.id}/sign-in`, {
    done: hasSignIn ? "A new sign-in is in the outbox" : "A sign-in is in the outbox",
    body: `The letter with it is for ${client.email}.${filed}`,
    failed: hasSignIn ? "No new sign-in was sent" : "No sign-in was sent",
  });

  return (
    <>
      <Act onClick={ask}>{offer}</Act>
      <ConfirmDialog {...dialog} title={`${offer}?`} confirmLabel={offer}>
        <p>
          {client.name} gets a letter at {client.email} with a temporary password that is valid for 7 days.
          {hasSignIn && " The password they have now stops working at once, and wherever they are signed in, they are signed out."}
          {filed && " No mail server is set (mail.host): the letter is filed, not sent."}
        </p>
      </ConfirmDialog>
    </>
  );
}

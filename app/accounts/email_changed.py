"""What follows once both readers have confirmed another address of a client."""

from datetime import datetime

from app.accounts.details import keep_old
from app.accounts.email_change_rows import AddressSide, EmailChange
from app.accounts.left_behind import leave_behind
from app.accounts.models import Client
from app.accounts.resetting import PasswordReset
from app.accounts.session_rows import shut_out
from app.audit.actions import note
from app.audit.models import Act
from app.mail import letters, secrets
from app.mail.actions import post
from app.mail.content import Firm
from app.mail.models import Letter


def take_effect(change: EmailChange, now: datetime) -> None:
    """The new address is the client's, who is told so at both. Joins the caller's `write()`."""
    client = change.client
    keep_old(client, {"email": change.new_address}, now)
    _take_over(client, Client.with_email(change.new_address), now)
    Client.update(email=change.new_address, updated_at=now).where(Client.id == client.id).execute()
    leave_behind(client, change.old_address, now)
    # A link to set a password may lie in the old mailbox, and what is signed in may be somebody else's by now.
    PasswordReset.delete().where(PasswordReset.client == client.id).execute()
    secrets.forget_of_client(client.id)
    shut_out(client, but_asking=change.id)
    note(client.actor(), Act.EMAIL_CHANGED, client.get_id(), now)
    for side, address in ((AddressSide.OLD, change.old_address), (AddressSide.NEW, change.new_address)):
        told = letters.email_changed(Firm.present(), to=address, name=client.name, new=change.new_address)
        post(told, f"email-change-{change.id}-made-{side}", now, client_id=client.id, proved=True)


def _take_over(client: Client, typed: Client | None, now: datetime) -> None:
    """What was typed under the address before is beside its client now, and as unproved as it was."""
    if typed is None:
        return
    for key, model in Client._meta.backrefs.items():
        model.update({key: client.id}).where(key == typed.id).execute()
    Letter.update(client_id=client.id).where(Letter.client_id == typed.id).execute()
    typed.delete_instance()
    note(client.actor(), Act.EMAIL_TAKEN_OVER, client.get_id(), now, f"from {typed.get_id()}, whom nothing proved")

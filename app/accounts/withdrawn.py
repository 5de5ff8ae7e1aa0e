"""A sign-in that was sent to a mailbox by mistake."""

from datetime import datetime

from app.accounts.emptied import NO_SIGN_IN
from app.accounts.models import Client
from app.accounts.resetting import PasswordReset
from app.accounts.session_rows import shut_out
from app.db import write
from app.mail import secrets


def withdraw_sign_in(client: Client, now: datetime) -> None:
    """Let nobody sign in as `client`, of whom nothing is proved any more; joins the caller's `write()`.

    What their letters hold is forgotten, and a link to choose a password is worth nothing.
    """
    with write():
        secrets.forget_of_client(client.id)
        PasswordReset.delete().where(PasswordReset.client == client.id).execute()
        shut_out(client)
        Client.update(**NO_SIGN_IN, proved_at=None, updated_at=now).where(Client.id == client.id).execute()

"""The letter that tells a client that their password was replaced."""

from datetime import datetime

from app.accounts.models import Client
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Firm


def tell_of_new_password(client: Client, now: datetime) -> None:
    """Write to the client whose password was just replaced; joins the caller's `write()`."""
    draft = letters.password_changed(Firm.present(), to=client.email, name=client.name, changed_at=now)
    post(draft, f"password-changed-{client.password_stamp()}", now, client_id=client.id, proved=True)

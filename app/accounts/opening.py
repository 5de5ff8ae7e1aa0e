"""Giving a client a sign-in: a temporary password, its hash and the letter that brings it.

Hashing takes time and must hold up no writer. So a payment's own transaction only notes that a sign-in is due; the
password and the letter follow right after its commit or, where the process died there, by a job.
"""

from datetime import datetime
from functools import partial

from app import clock
from app.accounts import browsers, passwords
from app.accounts.emptied import NOTHING_DUE
from app.accounts.finding import find_client
from app.accounts.models import Client
from app.accounts.rules import TEMPORARY_PASSWORD_LASTS, temporary_password
from app.accounts.session_rows import shut_out
from app.alerts import trouble
from app.audit.actions import HELIOS, Actor, note
from app.audit.models import Act
from app.db import after_commit, write
from app.mail import letters, secrets
from app.mail.actions import post
from app.mail.content import Firm


def grant_access(
    client: Client, visitor: str | None, now: datetime, project_id: int, booking_id: int | None = None
) -> bool:
    """Let a client who has no sign-in, or only an expired one, be given one; returns whether its letter is to come.

    Joins the caller's `write()`; the letter, about this project and booking, is written after the commit.
    visitor: the browser whose payment it is, which no stranger's guesses may keep out.
    Only a verified payment leads here, so that nobody opens an account on a stranger's address for nothing.
    """
    if client.access_due_at is None and client.needs_password(now):
        client.access_due_at = now
        with write():
            Client.update(
                access_due_at=now,
                access_due_project_id=project_id,
                access_due_booking_id=booking_id,
                updated_at=now,
            ).where(Client.id == client.id).execute()
            browsers.remember_payer(client, visitor, now)
            after_commit(partial(_open, client.id))
    return client.access_due_at is not None


def open_due() -> int:
    """Give every client their sign-in who is still due one; returns how many. Safe to repeat, and from many threads."""
    due = list(Client.select(Client.id).where(Client.access_due_at.is_null(False)))
    return trouble.each(
        "sign-ins", "sending the sign-in", due, lambda client: _open(client.id), lambda c: f"Client {c.id}"
    )


def _open(client_id: int) -> bool:
    """Give a client the sign-in that they are due; False when somebody was faster."""
    if _due(client_id) is None:
        return False
    drawn = temporary_password()
    hashed = passwords.hash_password(drawn)
    now = clock.now()
    with write():
        # Read again under the lock: of two at once, the one whose letter it is has to be the one whose hash is kept.
        client = _due(client_id)
        if client is not None:
            occasion = f"credentials-{client_id}-{client.access_due_at.isoformat()}"
            _give(client, drawn, hashed, occasion, HELIOS, now)
    return client is not None


def _due(client_id: int) -> Client | None:
    found: Client | None = Client.get_or_none(Client.id == client_id, Client.access_due_at.is_null(False))
    return found


def send_sign_in(client_id: int, by: Actor) -> Client:
    """Give a client a new temporary password and post the letter with it; AppError 404 when there is none.

    What they had is worth nothing at once: the old password, a link to reset it, every session. The letter goes to the
    address of the account, whoever asked.
    """
    drawn = temporary_password()
    hashed = passwords.hash_password(drawn)
    now = clock.now()
    with write():
        client = find_client(client_id)
        shut_out(client)
        _give(client, drawn, hashed, f"sign-in-{client_id}-{now.isoformat()}", by, now)
    return client


def _give(client: Client, password: str, hashed: str, occasion: str, by: Actor, now: datetime) -> None:
    """Replace what a client signs in with by a temporary password, and write its letter; runs inside `write()`."""
    expires_at = now + TEMPORARY_PASSWORD_LASTS
    Client.update(
        password_hash=hashed,
        password_change_required=True,
        temporary_password_expires=expires_at,
        **NOTHING_DUE,
        updated_at=now,
    ).where(Client.id == client.id).execute()
    secrets.forget_of_client(client.id)
    note(by, Act.SIGN_IN_SENT, client.get_id(), now)
    letter = letters.credentials(
        Firm.present(),
        to=client.email,
        name=client.name,
        temporary_password=password,
        expires_at=expires_at,
        valid_days=TEMPORARY_PASSWORD_LASTS.days,
        renewed=by != HELIOS and client.password_hash is not None,
    )
    about = (client.access_due_booking_id, client.id, client.access_due_project_id)
    post(letter, occasion, now, *about, proved=client.proved_at is not None)

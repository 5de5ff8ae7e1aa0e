"""The link with which a client chooses a password when they no longer know theirs.

Asking only writes the address down, whoever's it is, so that neither the answer nor its time tells who is a client; a
job writes the letters. A link is good for the password that it was made under: whatever replaces that password ends
every link, and asking again ends none.
"""

from datetime import datetime
from typing import Any

import peewee

from app import clock
from app.accounts import links, passwords
from app.accounts.models import Client
from app.accounts.new_password import tell_of_new_password
from app.accounts.rules import (
    LINK_GONE,
    LINK_LASTS,
    LINK_LETTERS,
    LINK_PAGE,
    PASSWORD_TEMPORARY,
    chosen_problems,
    digest,
    email_key,
)
from app.accounts.session_rows import shut_out
from app.alerts import trouble
from app.audit.actions import HELIOS, note
from app.audit.models import Act
from app.db import write
from app.errors import invalid, not_found
from app.mail import letters
from app.mail import secrets as kept_secrets
from app.mail.actions import post
from app.mail.content import Firm
from app.mail.models import Letter
from app.mail.rules import mailbox
from app.rows import BaseModel, UtcDateTimeField

KIND = "password_reset"
PER_RUN = 200


class PasswordReset(BaseModel):
    """Somebody asked for a link; from `client_id` on there is one, in a letter."""

    id = peewee.AutoField()
    address = peewee.TextField()
    asked_at = UtcDateTimeField()
    client: Any = peewee.ForeignKeyField(Client, column_name="client_id", null=True)
    client_id: Any
    token_hash = peewee.TextField(null=True, unique=True)
    password_stamp = peewee.TextField(null=True)
    expires_at = UtcDateTimeField(null=True)

    class Meta:
        table_name = "password_resets"


def ask(address: str, now: datetime) -> None:
    """Somebody wants a link for this address."""
    with write():
        PasswordReset.create(address=email_key(address), asked_at=now)


def answer_asked() -> int:
    """Write the letters that were asked for; returns how many. Safe to repeat."""
    waiting = PasswordReset.token_hash.is_null()
    asked = list(PasswordReset.select().where(waiting).order_by(PasswordReset.id).limit(PER_RUN))
    return trouble.each("resets", "sending a link to set a password", asked, _answer, lambda row: f"Request {row.id}")


def _answer(asked: PasswordReset) -> bool:
    """Write one letter; False, and nothing kept, where nobody may sign in or that mailbox has had its share."""
    now, link = clock.now(), links.draw(LINK_PAGE)
    with write():
        client = Client.with_email(asked.address)
        late = asked.asked_at <= now - LINK_LASTS
        # Each of these letters holds a link that is still good.
        enough = Letter.written_to(mailbox(asked.address), KIND, now - LINK_LASTS) >= LINK_LETTERS
        if client is None or client.password_hash is None or late or enough:
            asked.delete_instance()
            return False
        expires_at = now + LINK_LASTS
        PasswordReset.update(
            client=client,
            token_hash=link.token_hash,
            password_stamp=client.password_stamp(),
            expires_at=expires_at,
        ).where(PasswordReset.id == asked.id).execute()
        draft = letters.password_reset(
            Firm.present(), to=client.email, name=client.name, link=link.address, expires_at=expires_at
        )
        post(
            draft,
            f"password-reset-{link.token_hash}",
            now,
            client_id=client.id,
            proved=client.proved_at is not None,
        )
        note(HELIOS, Act.RESET_LINK_SENT, client.get_id(), now)
    return True


def whose(token: str, now: datetime) -> Client:
    """The client of a link that is still good; changes nothing. AppError 404 for every other."""
    found: PasswordReset | None = PasswordReset.get_or_none(
        PasswordReset.token_hash == digest(token), PasswordReset.expires_at > now
    )
    if found is None or found.client.password_stamp() != found.password_stamp:
        raise not_found(LINK_GONE)
    client: Client = found.client
    return client


def choose_password(token: str, new: str, confirm: str) -> Client:
    """Give the link's client the password that they chose; their sessions and every link of theirs end.

    AppError 404 for a link that is not good (any more), 422 by field for a password that breaks a rule.
    """
    now = clock.now()
    client = whose(token, now)
    problems = chosen_problems(new, confirm, passwords.is_common(new), client.own_names())
    if not problems and client.password_change_required and passwords.verify(client.password_hash, new):
        problems = {"newPassword": PASSWORD_TEMPORARY}
    if problems:
        raise invalid(problems)
    hashed = passwords.hash_password(new)
    with write():
        # Asked again under the lock: of two with the same link, one is in time.
        client = whose(token, now)
        client.replace_password(hashed, now)
        shut_out(client)
        kept_secrets.forget_of_client(client.id)
        tell_of_new_password(client, now)
        note(client.actor(), Act.PASSWORD_CHANGED, client.get_id(), now, "by the link of a letter")
    return client

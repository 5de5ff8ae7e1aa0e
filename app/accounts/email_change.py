"""Changing the address that a client signs in with: nothing happens until whoever reads the old one and whoever reads
the new one have said so.

Neither link does anything alone and neither signs anybody in, so they may wait a day for two mailboxes, where the link
that sets a password has an hour. A change ends with the password that it was asked under: a client whose sign-in was
used by somebody else stops it with another one.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import peewee

from app.accounts import links
from app.accounts.email_change_rows import AddressSide, EmailChange
from app.accounts.email_changed import take_effect
from app.accounts.finding import find_client
from app.accounts.models import Client
from app.accounts.rules import (
    EMAIL_ANOTHER,
    EMAIL_CHANGE_LASTS,
    EMAIL_CHANGE_PAGE,
    EMAIL_CHANGES_A_DAY,
    EMAIL_OTHER,
    EMAIL_SAME,
    EMAIL_TAKEN,
    TOO_MANY_EMAIL_CHANGES,
    digest,
    email_key,
)
from app.accounts.rules import EMAIL_CHANGE_GONE as GONE
from app.audit.actions import Actor, note
from app.audit.models import Act
from app.db import write
from app.errors import AppError, invalid, not_found, too_many
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Firm


def ask(
    client_id: int, address: str, key: str, now: datetime, within: Callable[[], object] | None = None
) -> EmailChange:
    """Write to both addresses; an earlier change that waits is given up. Once for each `key`.

    Whether the new address is known to us, nobody learns but its reader. within: runs first in the transaction, and may
    refuse: the password was looked at before. AppError 404 for a client who is erased, 422 for the present address, 409
    for another one under the same key, 429 after several in a day.
    """
    new = email_key(address)
    with write():
        if within is not None:
            within()
        client = find_client(client_id)
        if new == client.email:
            raise invalid({"email": EMAIL_SAME})
        mine = EmailChange.client == client.id
        known_key: EmailChange | None = EmailChange.get_or_none(mine, EmailChange.ask_key == key)
        if known_key is not None:
            if known_key.new_address != new:
                raise AppError("another_address", 409, EMAIL_ANOTHER)
            return known_key
        lately = EmailChange.select().where(mine, EmailChange.asked_at > now - EMAIL_CHANGE_LASTS)
        if lately.count() >= EMAIL_CHANGES_A_DAY:
            oldest: Any = lately.order_by(EmailChange.id).first()
            raise too_many(TOO_MANY_EMAIL_CHANGES, (oldest.asked_at + EMAIL_CHANGE_LASTS - now).total_seconds())
        _close(mine, now)
        old_link, new_link = links.draw(EMAIL_CHANGE_PAGE), links.draw(EMAIL_CHANGE_PAGE)
        known = _is_taken(new)
        change: EmailChange = EmailChange.create(
            client=client,
            ask_key=key,
            old_address=client.email,
            new_address=new,
            password_stamp=client.password_stamp(),
            old_token_hash=old_link.token_hash,
            new_token_hash=None if known else new_link.token_hash,
            asked_at=now,
            expires_at=now + EMAIL_CHANGE_LASTS,
        )
        firm, until = Firm.present(), change.expires_at
        to_old = letters.email_change_old(
            firm, to=client.email, name=client.name, new=new, link=old_link.address, expires_at=until
        )
        to_new = (
            letters.email_known(firm, to=new)
            if known
            else letters.email_change_new(firm, to=new, link=new_link.address, expires_at=until)
        )
        post(to_old, f"email-change-{change.id}-old", now, client_id=client.id, proved=True)
        post(to_new, f"email-change-{change.id}-new", now, client_id=client.id)
        note(client.actor(), Act.EMAIL_CHANGE_ASKED, client.get_id(), now)
    return change


def take_back(client: Client, now: datetime) -> None:
    """The client does not want it any more; repeatable."""
    with write():
        if _close(EmailChange.client == client.id, now):
            note(client.actor(), Act.EMAIL_CHANGE_STOPPED, client.get_id(), now)


def look(token: str, now: datetime) -> tuple[EmailChange, AddressSide]:
    """The change of a link, and whose link it is; changes nothing. AppError 404 where it is neither open nor made."""
    change, side = _of(token, now)
    if not (change.is_good(now) or change.is_made):
        raise not_found(GONE)
    return change, side


def answer(token: str, confirms: bool, now: datetime) -> tuple[EmailChange, AddressSide]:
    """Whoever reads one of the addresses says yes, or stops it; the second yes makes the change. Repeatable.

    AppError 404 as in `look`, 409 where somebody else has the new address: whoever reads the old one learns that only
    once whoever reads the new one has said yes.
    """
    with write():
        change, side = _of(token, now) if not confirms else look(token, now)
        if not change.is_made:
            client = change.client
            if confirms:
                _confirm(change, side, client.actor(), now)
            elif _close(EmailChange.id == change.id, now):
                note(client.actor(), Act.EMAIL_CHANGE_STOPPED, client.get_id(), now, f"by the {side} address")
        return EmailChange.get_by_id(change.id), side


def _of(token: str, now: datetime) -> tuple[EmailChange, AddressSide]:
    kept = digest(token)
    found: EmailChange | None = EmailChange.get_or_none(
        (EmailChange.old_token_hash == kept) | (EmailChange.new_token_hash == kept), EmailChange.expires_at > now
    )
    if found is None:
        raise not_found(GONE)
    return found, AddressSide.OLD if found.old_token_hash == kept else AddressSide.NEW


def vouch(client_id: int, address: str, by: Actor, now: datetime) -> None:
    """Staff have made sure that a client who cannot read the old address any more wants the change to
    `address`; repeatable.

    The new address still has to be confirmed by its reader. AppError 404 where nothing waits, 409 where somebody else
    has it, or where the change that waits is to another address than the one they were told.
    """
    with write():
        change = EmailChange.of_client(client_id, now)
        if change is None:
            raise not_found("No change of this client's email address waits to be confirmed.")
        if change.new_address != email_key(address):
            raise AppError("other_address", 409, EMAIL_OTHER, {"newAddress": EMAIL_OTHER})
        if _is_taken(change.new_address):
            raise AppError("email_taken", 409, EMAIL_TAKEN)
        _confirm(change, AddressSide.OLD, by, now)


def _is_taken(address: str) -> bool:
    """Whether somebody has an address: who only typed it, without any proof, keeps it from nobody."""
    known = Client.with_email(address)
    return known is not None and not known.is_only_typed


def _confirm(change: EmailChange, side: AddressSide, by: Actor, now: datetime) -> None:
    new_has_said = side is AddressSide.NEW or change.new_confirmed_at is not None
    if new_has_said and _is_taken(change.new_address):
        raise AppError("email_taken", 409, EMAIL_TAKEN)
    field = f"{side}_confirmed_at"
    if getattr(change, field) is None:
        setattr(change, field, now)
        note(by, Act.EMAIL_CHANGE_CONFIRMED, change.client.get_id(), now, f"the {side} address")
    if change.is_confirmed:
        change.closed_at = now
        take_effect(change, now)
    change.save()


def _close(which: peewee.Expression, now: datetime) -> int:
    return int(EmailChange.update(closed_at=now).where(which, EmailChange.closed_at.is_null()).execute())

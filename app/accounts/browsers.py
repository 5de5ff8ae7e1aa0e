"""The browsers that an account has signed in from, or was paid for from: strangers' guesses cannot keep these out."""

import secrets
from datetime import datetime

import peewee

from app.accounts.models import Account
from app.accounts.rules import KNOWN_BROWSER_LASTS, KNOWN_BROWSERS, digest
from app.db import write
from app.rows import BaseModel, UtcDateTimeField


class KnownBrowser(BaseModel):
    """A browser that `subject` ('client:7') has signed in from; `key_hash` is the hash of its cookie's value."""

    id = peewee.AutoField()
    subject = peewee.TextField()
    key_hash = peewee.TextField()
    created_at = UtcDateTimeField()
    used_at = UtcDateTimeField()

    class Meta:
        table_name = "known_browsers"


# No account is called so, and no row has it: it is asked for as an account is, since how long that takes would tell
# which names there are.
NOBODY = "nobody"


def _row(who: Account | None, key_hash: str) -> KnownBrowser | None:
    subject = NOBODY if who is None else who.get_id()
    found: KnownBrowser | None = KnownBrowser.get_or_none(
        KnownBrowser.subject == subject, KnownBrowser.key_hash == key_hash
    )
    return found


def _of_cookie(who: Account | None, key: str | None) -> KnownBrowser | None:
    return _row(who, digest(key)) if key and len(key) <= 64 else None


def _of_visitor(visitor: str) -> str:
    # No cookie's value has this for its hash: what a visitor is called is no secret of their browser's.
    return f"visitor:{digest(visitor)}"


def known(who: Account | None, key: str | None, visitor: str | None = None) -> str | None:
    """What stands for the account's browser; None for any other.

    key: its cookie's value; visitor: what its session is called in what it made (`sessions.visitor_id`).
    """
    row = _of_cookie(who, key)
    if row is None and visitor:
        row = _row(who, _of_visitor(visitor))
    return row.key_hash if row else None


def remember_payer(who: Account, visitor: str | None, now: datetime) -> None:
    """Keep the browser whose payment opened the account, which has not signed in yet. Joins the caller's `write()`."""
    if visitor and known(who, None, visitor) is None:
        with write():
            KnownBrowser.create(subject=who.get_id(), key_hash=_of_visitor(visitor), created_at=now, used_at=now)


def remember(who: Account, key: str | None, now: datetime) -> str:
    """Keep the browser that `who` signs in from and return its cookie's value. Joins the caller's `write()`.

    key: the value it came with, which goes on only if this account has used it: anybody can plant a cookie.
    The browsers that were used longest ago are forgotten beyond `KNOWN_BROWSERS`.
    """
    with write():
        row = _of_cookie(who, key)
        if row is not None and key is not None:
            KnownBrowser.update(used_at=now).where(KnownBrowser.id == row.id).execute()
            return key
        drawn = secrets.token_urlsafe(32)
        KnownBrowser.create(subject=who.get_id(), key_hash=digest(drawn), created_at=now, used_at=now)
        mine = KnownBrowser.select(KnownBrowser.id).where(KnownBrowser.subject == who.get_id())
        surplus = mine.order_by(KnownBrowser.used_at.desc(), KnownBrowser.id.desc()).offset(KNOWN_BROWSERS)
        KnownBrowser.delete().where(KnownBrowser.id.in_(surplus)).execute()
    return drawn


def forget(who: Account) -> None:
    """Forget every browser of an account. Joins the caller's `write()`."""
    with write():
        KnownBrowser.delete().where(KnownBrowser.subject == who.get_id()).execute()


def sweep(now: datetime) -> int:
    """Forget the browsers that have not been used for `KNOWN_BROWSER_LASTS`; returns how many."""
    with write():
        return int(KnownBrowser.delete().where(KnownBrowser.used_at < now - KNOWN_BROWSER_LASTS).execute())

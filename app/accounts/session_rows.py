"""The rows of the `sessions` table."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import peewee

from app import clock
from app.accounts import browsers
from app.accounts.models import Admin, Client
from app.accounts.rules import digest
from app.audit.actions import note
from app.audit.models import Act
from app.db import write
from app.rows import BaseModel, JsonField, UtcDateTimeField

SWEPT_AT_ONCE = 1000


class SessionRow(BaseModel):
    """A browser's session; `sid` is the hash of the cookie's value, `subject` e.g. 'client:7' when signed in."""

    sid = peewee.TextField(primary_key=True)
    sess: Any = JsonField()
    expire = UtcDateTimeField()
    subject = peewee.TextField(null=True)

    class Meta:
        table_name = "sessions"


def end(key: str) -> bool:
    """Kill one session; False when there is none."""
    with write():
        return bool(SessionRow.delete().where(SessionRow.sid == digest(key)).execute())


def is_open(key: str, who: Client | Admin) -> bool:
    """Whether a session is there in which this account is signed in."""
    return bool(_of(who).where(SessionRow.sid == digest(key)).exists())


def sweep() -> int:
    """Delete expired sessions, and browsers that are not used any more, without holding the lock for long.

    Returns how many.
    """
    now = clock.now()
    expired = SessionRow.select(SessionRow.sid).where(SessionRow.expire < now).limit(SWEPT_AT_ONCE)
    swept = browsers.sweep(now)
    while True:
        with write():
            ended = int(SessionRow.delete().where(SessionRow.sid.in_(expired)).execute())
        swept += ended
        if ended < SWEPT_AT_ONCE:
            return swept


ASKED = "email_change"  # in the session of whoever has asked for a change of address: which one


def shut_out(who: Client | Admin, but_asking: int | None = None) -> None:
    """End every session of an account and forget its browsers. Joins the caller's `write()`.

    but_asking: the change of address whose asking session goes on.
    """
    with write():
        ended = [row.sid for row in _of(who) if but_asking is None or row.sess.get(ASKED) != but_asking]
        SessionRow.delete().where(SessionRow.sid.in_(ended)).execute()
        browsers.forget(who)


@dataclass(frozen=True)
class SignedIn:
    """One browser that an account is signed in in: `name` finds it and opens nothing, `browser` is in words of ours.

    `since` is None, and the browser only that, for a session that began before these were kept.
    """

    name: str
    browser: str
    since: datetime | None
    is_this: bool


def signed_in(who: Client | Admin, present: str, now: datetime) -> list[SignedIn]:
    """Where an account is signed in, this browser first and then the newest. present: the present session's `sid`."""
    found = [_shown(row, present) for row in _of(who).where(SessionRow.expire > now)]
    return sorted(
        found, key=lambda each: (each.is_this, each.since is not None and each.since.isoformat()), reverse=True
    )


def sign_out_others(who: Client | Admin, present: str, name: str | None, now: datetime) -> None:
    """End one other session of an account, all of them for None; the present one stays. Repeatable."""
    with write():
        others = [row.sid for row in _of(who) if row.sid != present and name in (None, digest(row.sid))]
        if others:
            SessionRow.delete().where(SessionRow.sid.in_(others)).execute()
            note(who.actor(), Act.SESSIONS_ENDED, who.get_id(), now, str(len(others)))


def _of(who: Client | Admin) -> Any:
    return SessionRow.select().where(SessionRow.subject == who.get_id())


def _shown(row: SessionRow, present: str) -> SignedIn:
    began = row.sess.get("began")
    since = datetime.fromisoformat(began) if began else None
    return SignedIn(digest(row.sid), row.sess.get("browser", "A browser"), since, row.sid == present)

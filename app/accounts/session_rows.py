"""The rows of the `sessions` table."""

import hashlib
from typing import Any

import peewee

from app import clock
from app.accounts import browsers
from app.accounts.models import Admin, Client
from app.db import BaseModel, JsonField, UtcDateTimeField, write

SWEPT_AT_ONCE = 1000


class SessionRow(BaseModel):
    """A browser's session; `sid` is the hash of the cookie's value, `subject` e.g. 'client:7' when signed in."""

    sid = peewee.TextField(primary_key=True)
    sess: Any = JsonField()
    expire = UtcDateTimeField()
    subject = peewee.TextField(null=True)

    class Meta:
        table_name = "sessions"


def digest(key: str) -> str:
    """What the table keeps of a cookie's value, so that a copy of it signs nobody in."""
    return hashlib.sha256(key.encode()).hexdigest()


def end(key: str) -> bool:
    """Kill one session; False when there is none."""
    with write():
        return bool(SessionRow.delete().where(SessionRow.sid == digest(key)).execute())


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


def shut_out(who: Client | Admin) -> None:
    """End every session of an account and forget its browsers. Joins the caller's `write()`."""
    with write():
        SessionRow.delete().where(SessionRow.subject == who.get_id()).execute()
        browsers.forget(who)

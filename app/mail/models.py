"""The outbox: every letter is a row before it is sent, and stays one."""

from collections.abc import Collection
from datetime import datetime
from enum import StrEnum
from typing import Any

import peewee

from app.db import database
from app.rows import BaseModel, UtcDateTimeField, stored


class LetterStatus(StrEnum):
    """Where a letter is. 'filed': kept as a file, because no mail server is set."""

    QUEUED = "queued"
    SENDING = "sending"
    SENT = "sent"
    FILED = "filed"
    FAILED = "failed"


class Letter(BaseModel):
    """A letter. `next_attempt_at` is when a queued one is due, and until when a sending one is somebody's.

    `not_before`: until then its cause can be undone, and it with it; null where it cannot.
    """

    id = peewee.AutoField()
    kind = peewee.TextField()
    dedupe_key = peewee.TextField(unique=True)
    recipient = peewee.TextField()
    reader = peewee.TextField(default="")  # mail.rules.mailbox of the recipient: by it letters are counted
    subject = peewee.TextField()
    text = peewee.TextField()
    html = peewee.TextField()
    secret = peewee.BooleanField(default=False)
    reply_to = peewee.TextField(null=True)
    calendar = peewee.TextField(null=True)
    message_id = peewee.TextField(unique=True)
    status = peewee.TextField(default=LetterStatus.QUEUED)
    attempts = peewee.IntegerField(default=0)
    next_attempt_at = UtcDateTimeField()
    not_before = UtcDateTimeField(null=True)
    last_error = peewee.TextField(null=True)
    booking_id = peewee.IntegerField(null=True)
    client_id = peewee.IntegerField(null=True)
    project_id = peewee.IntegerField(null=True)
    created_at = UtcDateTimeField()
    sent_at = UtcDateTimeField(null=True)

    class Meta:
        table_name = "letters"

    @property
    def scrubbed(self) -> bool:
        """Whether the body was removed after delivery, because it held a secret."""
        return bool(self.secret) and self.html == ""

    @classmethod
    def written_to(cls, reader: str, kind: str, since: datetime) -> int:
        """How many letters of this kind, about what nothing proves yet, were written to a mailbox after `since`."""
        proved = "COALESCE(project_id, 0) IN (SELECT id FROM projects WHERE proved_at IS NOT NULL)"
        ours = f"reader = ? AND created_at > ? AND kind = ? AND NOT {proved}"
        asked = database.execute_sql(f"SELECT COUNT(*) FROM letters WHERE {ours}", (reader, stored(since), kind))
        return int(asked.fetchone()[0])

    @classmethod
    def waiting(cls, kind: str, project_id: int) -> Any:
        """The query for a project's letters of a kind that wait for a moment before they leave."""
        waits = cls.status == LetterStatus.QUEUED, cls.attempts == 0, cls.not_before.is_null(False)
        return cls.select(cls.id).where(cls.project_id == project_id, cls.kind == kind, *waits)

    def as_read(self) -> peewee.Expression:
        """What finds this row as long as nobody has claimed or tried it since it was read: of several, one wins."""
        same = (Letter.status == self.status) & (Letter.attempts == self.attempts)
        return (Letter.id == self.id) & same


def is_posted(dedupe_key: str) -> bool:
    """Whether the letter of that occasion was written already."""
    return bool(Letter.select().where(Letter.dedupe_key == dedupe_key).exists())


def written_at(dedupe_keys: Collection[str]) -> dict[str, datetime]:
    """When the letters of those occasions were written, by occasion."""
    if not dedupe_keys:
        return {}
    rows: Any = Letter.select(Letter.dedupe_key, Letter.created_at).where(Letter.dedupe_key.in_(list(dedupe_keys)))
    return {row.dedupe_key: row.created_at for row in rows}


def next_due(now: datetime) -> Letter | None:
    """The queued letter that has waited longest past its moment."""
    waits_no_more = Letter.not_before.is_null() | (Letter.not_before <= now)
    found: Letter | None = (
        Letter.select()
        .where(Letter.status == LetterStatus.QUEUED, Letter.next_attempt_at <= now, waits_no_more)
        .order_by(Letter.next_attempt_at, Letter.id)
        .first()
    )
    return found


def letter_written(project_id: int, kinds: Collection[str]) -> datetime | None:
    """When the newest of a project's letters of these kinds was written, None when there is none."""
    newest = _newest(project_id, kinds, Letter.created_at)
    return newest.created_at if newest else None


def recipient_of(project_id: int, kinds: Collection[str]) -> str:
    """Where the newest of a project's letters of these kinds went, '' when there is none."""
    newest = _newest(project_id, kinds, Letter.recipient)
    return newest.recipient if newest else ""


def is_on_its_way(project_id: int, kind: str) -> bool:
    """Whether the newest of a project's letters of this kind is sent or about to be: not given up, nor held back."""
    newest = _newest(project_id, (kind,), Letter.status)
    return newest is not None and newest.status != LetterStatus.FAILED


def _newest(project_id: int, kinds: Collection[str], column: Any) -> Letter | None:
    ours = (Letter.project_id == project_id) & Letter.kind.in_(kinds)
    newest: Letter | None = Letter.select(column).where(ours).order_by(Letter.id.desc()).first()
    return newest

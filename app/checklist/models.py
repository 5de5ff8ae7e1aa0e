"""What a project still needs from its client: one row for each document that is asked for."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

import peewee

from app.checklist.rules import NeedState, state
from app.documents.models import Document
from app.rows import BaseModel, UtcDateTimeField


class Need(BaseModel):
    """A document that a project needs. `asked_by`: a user name, or 'catalogue' where the service names it.

    A document that names it ticks it; else the client does not have it (`declined_at`), or staff need it no longer.
    """

    id: Any = peewee.AutoField()
    project_id = peewee.IntegerField()
    title = peewee.TextField()
    asked_by = peewee.TextField()
    asked_at = UtcDateTimeField()
    declined_at = UtcDateTimeField(null=True)
    withdrawn_at = UtcDateTimeField(null=True)

    class Meta:
        table_name = "needs"

    @classmethod
    def is_missing(cls) -> Any:
        """Of a need: it is still to come."""
        sent = peewee.fn.EXISTS(Document.select().where(Document.need_id == cls.id, Document.is_kept()))
        return cls.declined_at.is_null() & cls.withdrawn_at.is_null() & ~sent

    @classmethod
    def missing_of(cls, project_id: int) -> list["Need"]:
        """What a project still lacks, as it was asked."""
        return list(cls.select().where(cls.project_id == project_id, cls.is_missing()).order_by(cls.id))

    @classmethod
    def missing_among(cls, project_ids: Collection[int]) -> dict[int, list[str]]:
        """What each of these projects lacks, in one query; those that lack anything only."""
        found = defaultdict[int, list[str]](list)
        for need in cls.select().where(cls.project_id.in_(list(project_ids)), cls.is_missing()).order_by(cls.id):
            found[need.project_id].append(need.title)
        return found


def states(needs: Iterable[Need]) -> dict[int, NeedState]:
    """How each of these needs stands, in one query."""
    rows = list(needs)
    of_them = Document.need_id.in_([need.id for need in rows]) & Document.is_kept()
    ticked: Any = Document.select(Document.need_id).where(of_them).tuples()
    sent = {number for (number,) in ticked}
    return {
        need.id: state(need.id in sent, need.declined_at is not None, need.withdrawn_at is not None) for need in rows
    }

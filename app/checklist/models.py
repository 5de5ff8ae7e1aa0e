"""What a project still needs from its client: one row for each document that is asked for."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

import peewee

from app.checklist.rules import NeedState, state
from app.documents.models import Document
from app.rows import BaseModel, Prepared, UtcDateTimeField, these


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
        return _MISSING.rows([project_id])

    @classmethod
    def missing_among(cls, project_ids: Collection[int]) -> dict[int, list[str]]:
        """What each of these projects lacks, in one query; those that lack anything only."""
        found = defaultdict[int, list[str]](list)
        for need in _MISSING.rows(project_ids):
            found[need.project_id].append(need.title)
        return found


def _missing(project_ids: peewee.SQL) -> Any:
    return Need.select().where(Need.project_id.in_(these(project_ids)), Need.is_missing()).order_by(Need.id)


_MISSING = Prepared(_missing)


def states(needs: Iterable[Need]) -> dict[int, NeedState]:
    """How each of these needs stands, in one query."""
    rows = list(needs)
    sent = {number for (number,) in _TICKED.rows(need.id for need in rows)} if rows else set[int]()
    return {
        need.id: state(need.id in sent, need.declined_at is not None, need.withdrawn_at is not None) for need in rows
    }


def _ticked(need_ids: peewee.SQL) -> Any:
    return Document.select(Document.need_id).where(Document.need_id.in_(these(need_ids)), Document.is_kept()).tuples()


_TICKED = Prepared(_ticked)

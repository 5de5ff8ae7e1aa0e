"""Merges of clients."""

import json
from datetime import datetime
from typing import Any

import peewee

from app.accounts.models import Client
from app.merging.rules import UNDO_LASTS
from app.rows import BaseModel, UtcDateTimeField


class Merge(BaseModel):
    """Everything of `other` moved to `kept`; JSON: `former` is other's row, `moved` the ids by table, `taken` what was
    taken from other's details for kept's, as column to [before, since].

    These three are '' once they are not needed any more: undone, too old, or one of both was erased.
    """

    id = peewee.AutoField()
    kept: Any = peewee.ForeignKeyField(Client, column_name="kept_id")
    kept_id: Any
    other: Any = peewee.ForeignKeyField(Client, column_name="other_id")
    other_id: Any
    merge_key = peewee.TextField(unique=True)
    other_name = peewee.TextField()
    other_email = peewee.TextField()
    former = peewee.TextField()
    moved = peewee.TextField()
    taken = peewee.TextField()
    merged_at = UtcDateTimeField()
    merged_by = peewee.TextField()
    undone_at = UtcDateTimeField(null=True)
    undone_by = peewee.TextField(null=True)

    class Meta:
        table_name = "client_merges"

    @property
    def undo_until(self) -> datetime:
        """From when on it stays as it is."""
        until: datetime = self.merged_at + UNDO_LASTS
        return until

    @property
    def moves(self) -> dict[str, list[int]]:
        """The ids of what moved, by table; {} once they are forgotten."""
        found: dict[str, list[int]] = json.loads(self.moved or "{}")
        return found

    @classmethod
    def into(cls, client_id: int) -> "list[Merge]":
        """What was merged into a client, newest first."""
        return list(cls.select().where(cls.kept == client_id).order_by(cls.merged_at.desc(), cls.id.desc()))

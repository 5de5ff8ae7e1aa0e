"""Alerts: what staff must know and may have to act on."""

from typing import Any

import peewee

from app.db import BaseModel, UtcDateTimeField


class Alert(BaseModel):
    """Something for staff to look at; open until somebody resolves it. One row per `dedupe_key`."""

    id = peewee.AutoField()
    kind = peewee.TextField()
    dedupe_key = peewee.TextField(unique=True)
    message = peewee.TextField()
    link = peewee.TextField(null=True)
    created_at = UtcDateTimeField()
    resolved_at = UtcDateTimeField(null=True)
    resolved_by = peewee.TextField(null=True)

    class Meta:
        table_name = "alerts"


LISTED = 25  # of the open alerts; the others follow as these are resolved


def open_alerts() -> list[Alert]:
    """The newest alerts that nobody has resolved, newest first."""
    return list(_open().order_by(Alert.created_at.desc(), Alert.id.desc()).limit(LISTED))


def count_open() -> int:
    """How many alerts nobody has resolved."""
    return int(_open().count())


def is_open(kind: str) -> bool:
    """Whether an alert of that kind is on the list."""
    return bool(_open().where(Alert.kind == kind).exists())


def _open() -> Any:
    return Alert.select().where(Alert.resolved_at.is_null())

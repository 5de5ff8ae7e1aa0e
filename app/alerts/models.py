"""Alerts: what staff must know and may have to act on."""

import peewee

from app.rows import BaseModel, UtcDateTimeField


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


def open_alerts(most: int = -1) -> list[Alert]:
    """The newest alerts that nobody has resolved, newest first."""
    unresolved = Alert.select().where(Alert.resolved_at.is_null())
    return list(unresolved.order_by(Alert.created_at.desc(), Alert.id.desc()).limit(most))

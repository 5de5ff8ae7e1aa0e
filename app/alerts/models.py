"""Alerts: what staff must know and may have to act on."""

import peewee

from app.rows import BaseModel, UtcDateTimeField

# What clients make as many of as they like: it never keeps money or trouble from where staff look first.
MADE_BY_CLIENTS = ("client_differs", "document_declined", "proposal_accepted", "proposal_declined")


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


def is_open(dedupe_key: str) -> bool:
    """Whether staff are asked or told of it, and nobody has resolved it."""
    return bool(Alert.select().where(Alert.dedupe_key == dedupe_key, Alert.resolved_at.is_null()).exists())


def open_alerts(most: int = -1) -> list[Alert]:
    """The alerts that nobody has resolved, newest first; what clients alone have made after all others."""
    unresolved = Alert.select().where(Alert.resolved_at.is_null())
    by_weight = Alert.kind.in_(MADE_BY_CLIENTS), Alert.created_at.desc(), Alert.id.desc()
    return list(unresolved.order_by(*by_weight).limit(most))

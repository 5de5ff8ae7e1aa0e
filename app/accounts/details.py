"""What is corrected about a client. What was kept before stays on record: what, from what to what, when and by whom."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import peewee

from app.accounts.finding import find_client
from app.accounts.models import Client
from app.audit.actions import Actor, note
from app.audit.models import Act
from app.db import write
from app.errors import AppError
from app.rows import BaseModel, UtcDateTimeField

CHANGED = "Somebody else has changed these details meanwhile. Nothing of yours was saved yet."


class DetailChange(BaseModel):
    """One field of a client's row that was changed; `field` is its column, '' stands for nothing.

    `changed_by`: a user name, '' for the client.
    """

    id = peewee.AutoField()
    client: Any = peewee.ForeignKeyField(Client, column_name="client_id")
    client_id: Any
    field = peewee.TextField()
    old = peewee.TextField()
    new = peewee.TextField()
    changed_at = UtcDateTimeField()
    changed_by = peewee.TextField(default="")

    class Meta:
        table_name = "detail_changes"

    @classmethod
    def of_client(cls, client_id: int) -> Any:
        """The query of a client's changes, newest first."""
        return cls.select().where(cls.client == client_id).order_by(cls.id.desc())


def correct(
    client_id: int, told: Mapping[str, str], now: datetime, by: Actor | None = None, seen: int | None = None
) -> Client:
    """Keep what was told about a client, by column and checked; what is the same changes nothing. Repeatable.

    by: the member of staff who corrects it, None for the client; seen: the version that they had before them.
    AppError 404 when there is no such client, 409 when somebody has changed the details since that version.
    """
    with write():
        client = find_client(client_id)
        differs = [field for field, value in told.items() if value != (getattr(client, field) or "")]
        if differs and seen is not None and seen != client.version:
            raise AppError("changed_meanwhile", 409, CHANGED)
        changed = keep_old(client, told, now, by.name if by else "")
        if changed:
            values = {"company": None} if changed.get("company") == "" else {}
            Client.update(**{**changed, **values}, updated_at=now).where(Client.id == client_id).execute()
            note(by or client.actor(), Act.DETAILS_CHANGED, client.get_id(), now, ", ".join(changed))
        return Client.get_by_id(client_id)


def keep_old(client: Client, told: Mapping[str, str], now: datetime, by: str = "") -> dict[str, str]:
    """Write down what `told` changes of a client's row, raise its version, and return that.

    Joins the caller's `write()`.
    """
    changed = {field: value for field, value in told.items() if value != (getattr(client, field) or "")}
    with write():
        for field, value in changed.items():
            old = getattr(client, field) or ""
            DetailChange.create(client=client, field=field, old=old, new=value, changed_at=now, changed_by=by)
        if changed:
            Client.update(version=Client.version + 1).where(Client.id == client.id).execute()
    return changed

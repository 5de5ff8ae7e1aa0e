"""The rows of the changes of clients' email addresses."""

from datetime import datetime
from enum import StrEnum
from typing import Any

import peewee

from app.accounts.models import Client
from app.rows import BaseModel, UtcDateTimeField


class AddressSide(StrEnum):
    """Which of the two addresses a link went to."""

    OLD = "old"
    NEW = "new"


class EmailChange(BaseModel):
    """A change that was asked for; without `closed_at` it is open, and closed with both confirmations it was made.

    `new_token_hash` is None where the new address is known to us already: its letter has no link.
    """

    id = peewee.AutoField()
    client: Any = peewee.ForeignKeyField(Client, column_name="client_id")
    client_id: Any
    ask_key = peewee.TextField()
    old_address = peewee.TextField()
    new_address = peewee.TextField()
    password_stamp = peewee.TextField()
    old_token_hash = peewee.TextField(unique=True)
    new_token_hash = peewee.TextField(null=True, unique=True)
    old_confirmed_at: Any = UtcDateTimeField(null=True)
    new_confirmed_at: Any = UtcDateTimeField(null=True)
    asked_at = UtcDateTimeField()
    expires_at = UtcDateTimeField()
    closed_at: Any = UtcDateTimeField(null=True)

    class Meta:
        table_name = "email_changes"

    @property
    def is_confirmed(self) -> bool:
        """Whether both addresses have said so."""
        return self.old_confirmed_at is not None and self.new_confirmed_at is not None

    @property
    def is_made(self) -> bool:
        """Whether it was made."""
        return self.closed_at is not None and self.is_confirmed

    def is_good(self, now: datetime) -> bool:
        """Whether it may still be confirmed."""
        same = self.client.password_stamp() == self.password_stamp and self.client.email == self.old_address
        return same and self.closed_at is None and self.expires_at > now

    @classmethod
    def of_client(cls, client_id: int, now: datetime) -> "EmailChange | None":
        """The client's change that waits to be confirmed."""
        found = cls.one("client_id = ? AND closed_at IS NULL", client_id)
        return found if found is not None and found.is_good(now) else None

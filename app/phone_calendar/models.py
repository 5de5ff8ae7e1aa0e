"""The private addresses of staff's calendars."""

from typing import Any

import peewee

from app.accounts.models import Admin
from app.accounts.rules import digest
from app.phone_calendar.rules import Choice
from app.rows import BaseModel, UtcDateTimeField


class CalendarAddress(BaseModel):
    """Where the calendar of one member of staff fetches the consultations; nobody has two.

    `token_hash` is of the address's secret part. `password_stamp`: of the password that its owner had when it was made;
    as a session, it ends with that. `used_at`: when a calendar last asked here, to within `rules.USE_NOTED_EVERY`.
    """

    id = peewee.AutoField()
    admin: Any = peewee.ForeignKeyField(Admin, column_name="admin_id", unique=True)
    admin_id: Any
    token_hash = peewee.TextField(unique=True)
    password_stamp = peewee.TextField()
    shows_names = peewee.BooleanField(default=False)
    shows_blocked = peewee.BooleanField(default=False)
    made_at = UtcDateTimeField()
    used_at = UtcDateTimeField(null=True)

    class Meta:
        table_name = "calendar_addresses"

    @property
    def choice(self) -> Choice:
        """What its owner wants to see."""
        return Choice(bool(self.shows_names), bool(self.shows_blocked))

    @property
    def is_over(self) -> bool:
        """Whether it ended by itself: its owner left, or has another password."""
        return self.admin.removed_at is not None or self.password_stamp != self.admin.password_stamp()

    @classmethod
    def of(cls, admin: Admin) -> "CalendarAddress | None":
        """That of a member of staff, over or not."""
        found: CalendarAddress | None = cls.get_or_none(cls.admin == admin.id)
        return found

    @classmethod
    def opened_by(cls, token: str) -> "CalendarAddress | None":
        """The one whose secret part is `token`, while it works."""
        found: CalendarAddress | None = cls.get_or_none(cls.token_hash == digest(token))
        return None if found is None or found.is_over else found

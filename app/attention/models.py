"""What staff did with what waits for them."""

from datetime import datetime
from typing import Any

import peewee

from app.accounts.models import Admin
from app.attention.rules import Line, Matter
from app.rows import BaseModel, UtcDateTimeField


class Handling(BaseModel):
    """What was done with one line. `reason`: why that waited when it was put off or done; another one brings it back.

    A row is kept as long as its line is there: `actions.tidy`.
    """

    id = peewee.AutoField()
    kind: Any = peewee.TextField()
    subject: Any = peewee.TextField()
    reason: Any = peewee.TextField(default="")
    taken_by: Any = peewee.ForeignKeyField(Admin, null=True, column_name="taken_by", backref="taken")
    snoozed_until: Any = UtcDateTimeField(null=True)
    done_at: Any = UtcDateTimeField(null=True)
    done_by: Any = peewee.TextField(null=True)
    done_why: Any = peewee.TextField(default="")

    class Meta:
        table_name = "attention"

    @classmethod
    def all_of_them(cls) -> "dict[tuple[str, str], Handling]":
        """Every row, by what it is about, with who has taken it."""
        rows = cls.select(cls, Admin).left_outer_join(Admin, on=(cls.taken_by == Admin.id))
        return {(row.kind, row.subject): row for row in rows.order_by(cls.kind, cls.subject)}

    @classmethod
    def about(cls, kind: Matter, subject: str) -> "Handling | None":
        """What was done with a line, None where nothing was."""
        found: Handling | None = cls.get_or_none(cls.kind == kind, cls.subject == subject)
        return found

    def hides(self, line: Line, now: datetime) -> bool:
        """Whether the line is done, or put off until later."""
        return self.is_done(line) or self.is_snoozed(line, now)

    def is_done(self, line: Line) -> bool:
        """Whether the line is done, for the very reason that it has."""
        return self.done_at is not None and self.reason == line.reason

    def is_snoozed(self, line: Line, now: datetime) -> bool:
        """Whether the line is put off until later, for the very reason that it has."""
        return self.snoozed_until is not None and self.snoozed_until > now and self.reason == line.reason

"""The rules for consultation times as they are kept, one version after the other."""

from datetime import datetime

import peewee

from app.db import write
from app.rows import BaseModel, UtcDateTimeField
from app.slots.hours import Closure, Hours, Rules

NUMBERS = ("minutes", "buffer_minutes", "notice_hours", "horizon_weeks", "on_holidays")


class Availability(BaseModel):
    """The one row of the rules' numbers. `version` rises with every change; `changed_by`: the user name of whom."""

    id = peewee.AutoField()
    version = peewee.IntegerField()
    minutes = peewee.IntegerField()
    buffer_minutes = peewee.IntegerField()
    notice_hours = peewee.IntegerField()
    horizon_weeks = peewee.IntegerField()
    on_holidays = peewee.BooleanField()
    changed_at = UtcDateTimeField(null=True)
    changed_by = peewee.TextField(default="")

    class Meta:
        table_name = "availability"

    @classmethod
    def present(cls) -> "Availability":
        """The row."""
        row = cls.one("id = 1")
        assert row is not None  # made with its table
        return row

    @classmethod
    def numbers(cls) -> Rules:
        """The rules' numbers alone, for who asks how long a time is or until when it can be booked."""
        row = cls.present()
        return Rules(**{name: getattr(row, name) for name in NUMBERS})

    @classmethod
    def rules(cls) -> Rules:
        """The rules in force."""
        return cls.present().whole()

    def whole(self) -> Rules:
        """The rules of this version, as long as it is the present one."""
        times = list(OneOff.select().order_by(OneOff.start))
        return Rules(
            **{name: getattr(self, name) for name in NUMBERS},
            hours=tuple(
                Hours(each.weekday, each.opens, each.closes)
                for each in OpenHours.select().order_by(OpenHours.weekday, OpenHours.opens)
            ),
            closures=tuple(
                Closure(each.starts_at, each.ends_at, each.reason)
                for each in ClosedTime.select().order_by(ClosedTime.starts_at, ClosedTime.ends_at, ClosedTime.reason)
            ),
            added=frozenset(each.start for each in times if each.is_added),
            blocked=frozenset(each.start for each in times if not each.is_added),
        ).tidy()

    @classmethod
    def put(cls, rules: Rules, by: str, now: datetime) -> None:
        """Keep other rules instead, as the next version. Within the caller's `write()`."""
        with write():
            numbers = {name: getattr(rules, name) for name in NUMBERS}
            cls.update(**numbers, version=cls.version + 1, changed_at=now, changed_by=by).execute()
            for table in (OpenHours, ClosedTime, OneOff):
                table.delete().execute()
            hours = [{"weekday": each.weekday, "opens": each.opens, "closes": each.closes} for each in rules.hours]
            closures = [
                {"starts_at": each.starts, "ends_at": each.ends, "reason": each.reason} for each in rules.closures
            ]
            times = [{"start": start, "is_added": True} for start in sorted(rules.added)]
            times += [{"start": start, "is_added": False} for start in sorted(rules.blocked)]
            for table, rows in ((OpenHours, hours), (ClosedTime, closures), (OneOff, times)):
                if rows:
                    table.insert_many(rows).execute()


class OpenHours(BaseModel):
    """A range of a weekday, in minutes since Sydney's midnight; 0 is Monday."""

    id = peewee.AutoField()
    weekday = peewee.IntegerField()
    opens = peewee.IntegerField()
    closes = peewee.IntegerField()

    class Meta:
        table_name = "availability_hours"


class ClosedTime(BaseModel):
    """From when until when nothing can be booked, with staff's reason."""

    id = peewee.AutoField()
    starts_at = UtcDateTimeField()
    ends_at = UtcDateTimeField()
    reason = peewee.TextField()

    class Meta:
        table_name = "availability_closures"


class OneOff(BaseModel):
    """A single time that staff added to what the hours give, or took out of it."""

    id = peewee.AutoField()
    start = UtcDateTimeField(unique=True)
    is_added = peewee.BooleanField()

    class Meta:
        table_name = "availability_times"

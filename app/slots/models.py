"""Consultation times and who keeps them."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

import peewee
from peewee import fn

from app.rows import BaseModel, Prepared, UtcDateTimeField, stored, these
from app.slots.availability import Availability
from app.slots.hours import LONGEST_MINUTES
from app.slots.rules import Attendance, HoldKind, LostTime


class Slot(BaseModel):
    """A consultation time of so many minutes; `is_booked` also while it is only held.

    `blocked` times are nobody's to take: the rules do not ask for them, or not any more, or staff took them out. One
    that is booked all the same was so before.
    """

    id = peewee.AutoField()
    date = UtcDateTimeField(unique=True)
    is_booked = peewee.BooleanField(default=False)
    project_id = peewee.IntegerField(null=True, unique=True)
    blocked = peewee.BooleanField(default=False)
    minutes = peewee.IntegerField(default=45)

    class Meta:
        table_name = "available_slots"

    @property
    def ends(self) -> datetime:
        """When its consultation is over."""
        return self.date + timedelta(minutes=self.minutes)

    @classmethod
    def lasts_after(cls, now: datetime) -> Any:
        """The condition that it is still to come or under way at `now`."""
        ends = fn.strftime("%Y-%m-%dT%H:%M:%fZ", cls.date, cls.minutes.concat(" minutes"))
        return (cls.date > now - timedelta(minutes=LONGEST_MINUTES)) & (ends > stored(now))

    @classmethod
    def free(cls, now: datetime) -> list["Slot"]:
        """Every time that can be booked at `now`, soonest first.

        Not offered are times that are kept for somebody, paid or not, that staff have blocked, and that are too near or
        too far. How many one browser, network or stranger may keep hides no time: see `caps.check_caps`.
        """
        return list(cls._bookable(now))

    @classmethod
    def free_rows(cls, now: datetime) -> list[dict[str, Any]]:
        """The same times as rows by column: every visitor's list of hundreds is made of them in a third of the time."""
        return list(cls._bookable(now).dicts())

    @classmethod
    def _bookable(cls, now: datetime) -> Any:
        first, last = Availability.numbers().bookable(now)
        query = cls.select().where(cls.is_booked == False, cls.blocked == False, cls.date.between(first, last))
        return query.order_by(cls.date)

    @classmethod
    def to_give(cls, now: datetime) -> list["Slot"]:
        """Every time that staff can give at `now`, soonest first: also those too near or too far to be booked."""
        query = cls.select().where(cls.is_booked == False, cls.blocked == False, cls.date > now)
        return list(query.order_by(cls.date))


class Hold(BaseModel):
    """A time kept for a project until `expires_at` (None: for good), unless it was released.

    `outcome`: whether the consultation took place, once staff have said so. `given_back`: its client released it, to
    choose another one later. `ends_unproved_at`: of a time that is kept for good only because a part of the price came
    and it was said whose the project is: when it ends should that be taken back.
    """

    id = peewee.AutoField()
    slot: Any = peewee.ForeignKeyField(Slot, backref="holds", column_name="slot_id")
    slot_id: Any
    project_id = peewee.IntegerField()
    visitor_id = peewee.TextField()
    address = peewee.TextField(default="")
    kind: Any = peewee.TextField()
    created_at = UtcDateTimeField()
    expires_at = UtcDateTimeField(null=True)
    released_at = UtcDateTimeField(null=True)
    outcome: Any = peewee.TextField(null=True)
    ends_unproved_at = UtcDateTimeField(null=True)
    given_back = peewee.BooleanField(default=False)

    class Meta:
        table_name = "slot_holds"

    @classmethod
    def of_project(cls, project_id: int) -> "Hold | None":
        """The project's one open hold."""
        return cls.one("project_id = ? AND released_at IS NULL", project_id)

    @classmethod
    def unpaid_of(cls, project_id: Any) -> Any:
        """Of a project, by its id or its column: its time is only held, to end unless it is paid for."""
        unpaid = cls.select().where(cls.project_id == project_id, cls.released_at.is_null())
        return fn.EXISTS(unpaid.where(cls.expires_at.is_null(False)))

    @classmethod
    def unpaid_among(cls, project_ids: Collection[int]) -> "dict[int, Hold]":
        """The open holds of these projects' times that end unless they are paid for, with their times, by project."""
        return {hold.project_id: hold for hold in _UNPAID_AMONG.rows(project_ids)}

    @classmethod
    def missed_among(cls, project_ids: Collection[int]) -> set[int]:
        """Those of these projects to whose consultation their client did not come, as staff noted it."""
        return {number for (number,) in _MISSED_AMONG.rows(project_ids)}

    @classmethod
    def held_among(cls, project_ids: Collection[int]) -> dict[int, datetime]:
        """When the consultation of each of these projects began, of those that staff noted as held."""
        return dict(_HELD_AMONG.rows(project_ids))

    @classmethod
    def last_of_project(cls, project_id: int) -> "Hold | None":
        """The project's newest hold, open or not."""
        found: Hold | None = cls.select().where(cls.project_id == project_id).order_by(cls.id.desc()).first()
        return found

    @classmethod
    def was_given_back(cls, project_id: int) -> bool:
        """Whether the project's client gave a time of theirs back, which counts as their one move."""
        return cls.one("project_id = ? AND given_back = 1", project_id) is not None

    @classmethod
    def minutes_among(cls, project_ids: Collection[int]) -> dict[int, int]:
        """How long each project's consultation is: as its newest time, or as the rules say where it had none."""
        usual, holds = Availability.numbers().minutes, cls.last_among(project_ids)
        return {each: holds[each].slot.minutes if each in holds else usual for each in project_ids}

    @classmethod
    def last_among(cls, project_ids: Collection[int]) -> "dict[int, Hold]":
        """The newest hold of each of these projects, open or not, with its time."""
        return {hold.project_id: hold for hold in _LAST_AMONG.rows(project_ids)}

    def brings(self, now: datetime) -> Slot | LostTime:
        """The time that a payment at `now` brings the project whose newest hold this is, or why it brings none."""
        slot: Slot = self.slot
        passed = slot.date <= now
        gone = self.released_at is not None and (slot.is_booked or slot.blocked)
        return LostTime(slot.date, passed) if passed or gone else slot

    @classmethod
    def first_for_transfer(cls, project_id: int) -> datetime | None:
        """When the project was given its first time that was kept for a transfer."""
        kept = cls.select().where(cls.project_id == project_id, cls.kind == HoldKind.TRANSFER)
        first = kept.order_by(cls.id).first()
        return first.created_at if first else None

    @classmethod
    def unpaid(cls, now: datetime) -> "list[Hold]":
        """Every time that is kept unpaid, with its slot, those that end soonest first."""
        kept = cls.select(cls, Slot).join(Slot).where(cls.released_at.is_null(), cls.expires_at > now)
        return list(kept.order_by(cls.expires_at))

    @classmethod
    def of_strangers(cls, now: datetime, but: int) -> "list[Hold]":
        """The unpaid ones of projects that nobody has proved to be their client's, without those of project `but`."""
        unproved = peewee.SQL("t1.project_id IN (SELECT id FROM projects WHERE proved_at IS NULL)")
        kept = cls.select(cls, Slot).join(Slot).where(cls.released_at.is_null(), cls.expires_at > now)
        return list(kept.where(unproved, cls.project_id != but))


def _unpaid_among(project_ids: peewee.SQL) -> Any:
    unpaid = Hold.project_id.in_(these(project_ids)), Hold.released_at.is_null(), Hold.expires_at.is_null(False)
    return Hold.select(Hold, Slot).join(Slot).where(*unpaid)


def _missed_among(project_ids: peewee.SQL) -> Any:
    missed = Hold.project_id.in_(these(project_ids)), Hold.released_at.is_null(), Hold.outcome == Attendance.NO_SHOW
    return Hold.select(Hold.project_id).where(*missed).tuples()


def _held_among(project_ids: peewee.SQL) -> Any:
    held = Hold.project_id.in_(these(project_ids)), Hold.released_at.is_null(), Hold.outcome == Attendance.HELD
    return Hold.select(Hold.project_id, Slot.date).join(Slot).where(*held).tuples()


def _last_among(project_ids: peewee.SQL) -> Any:
    newest = Hold.select(fn.MAX(Hold.id)).where(Hold.project_id.in_(these(project_ids))).group_by(Hold.project_id)
    return Hold.select(Hold, Slot).join(Slot).where(Hold.id.in_(newest))


_UNPAID_AMONG, _MISSED_AMONG = Prepared(_unpaid_among), Prepared(_missed_among)
_HELD_AMONG, _LAST_AMONG = Prepared(_held_among), Prepared(_last_among)

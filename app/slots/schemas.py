"""The contract of consultation times."""

from datetime import datetime

from app.http import Bare, RowId, Schema


class SlotOut(Schema):
    """A consultation time; `date` is its start in UTC, it lasts so many `minutes`."""

    id: int
    date: datetime
    minutes: int
    is_booked: bool


class SlotList(Bare[list[SlotOut]]):
    """The times that can be booked, soonest first."""


class SlotBooking(Schema):
    """For which project; without it, the one this browser submitted last."""

    project_id: RowId | None = None


class SlotBooked(Schema):
    """The time is kept for the project."""

    id: int
    date: datetime
    is_booked: bool
    project_id: int
    expires_at: datetime | None

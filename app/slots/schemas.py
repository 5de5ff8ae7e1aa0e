"""The contract of consultation times."""

from datetime import datetime

from pydantic import RootModel

from app.http import Schema


class SlotOut(Schema):
    """A consultation time; `date` is its start in UTC, it lasts 45 minutes."""

    id: int
    date: datetime
    is_booked: bool


class SlotList(RootModel[list[SlotOut]]):
    """The times that can be booked, soonest first."""

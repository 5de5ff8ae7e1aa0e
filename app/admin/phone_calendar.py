"""A staff member's own private calendar address, over HTTP. Nobody sees or ends that of somebody else."""

from datetime import datetime
from typing import Literal

from flask import Blueprint
from flask_login import current_user

from app import clock
from app.http import Ok, Schema, Who, route
from app.phone_calendar import actions
from app.phone_calendar.models import CalendarAddress
from app.phone_calendar.rules import Choice

phone_calendar = Blueprint("admin_phone_calendar", __name__)
PATH = "/api/admin/calendar-address"


class CalendarChoice(Schema):
    """Whether the calendar shows who the clients are, and when nothing can be booked."""

    shows_names: bool = False
    shows_blocked: bool = False

    def kept(self) -> Choice:
        """As it is kept."""
        return Choice(self.shows_names, self.shows_blocked)


class CalendarAddressOut(CalendarChoice):
    """One's own address without its secret part, which nobody can read again.

    `state`: "over" where it ended with the password it was made under. `used_at`: when a calendar last asked there.
    """

    state: Literal["none", "works", "over"]
    made_at: datetime | None
    used_at: datetime | None


class CalendarAddressMade(Schema):
    """The whole address, told this once."""

    address: str


@route(phone_calendar, "POST", PATH, who=Who.STAFF, body=CalendarChoice, answer=CalendarAddressMade, status=201)
def make_calendar_address(body: CalendarChoice) -> CalendarAddressMade:
    """Make oneself a private calendar address; the one before it ends."""
    return CalendarAddressMade(address=actions.make(current_user, body.kept(), clock.now()))


@route(phone_calendar, "PATCH", PATH, who=Who.STAFF, body=CalendarChoice, answer=Ok, refusals=(404,))
def choose_for_calendar(body: CalendarChoice) -> Ok:
    """Choose what one's calendar shows; repeating it changes nothing."""
    actions.choose(current_user, body.kept(), clock.now())
    return Ok()


@route(phone_calendar, "DELETE", PATH, who=Who.STAFF, answer=Ok)
def end_calendar_address() -> Ok:
    """End one's address; repeating it changes nothing."""
    actions.end(current_user, clock.now())
    return Ok()


@route(phone_calendar, "GET", PATH, who=Who.STAFF, answer=CalendarAddressOut)
def show_calendar_address() -> CalendarAddressOut:
    """How one's own address stands."""
    row = CalendarAddress.of(current_user)
    if row is None:
        return CalendarAddressOut(state="none", made_at=None, used_at=None)
    return CalendarAddressOut(
        state="over" if row.is_over else "works",
        made_at=row.made_at,
        used_at=row.used_at,
        shows_names=row.shows_names,
        shows_blocked=row.shows_blocked,
    )

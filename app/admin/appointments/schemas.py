"""The calendar of consultations and the rules for its times, as staff see and change them."""

from dataclasses import replace
from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from app import checked
from app.admin.appointments.wall import TimeOfDay, Wall
from app.http import RowId, Schema, whole
from app.projects.rules import ProjectStatus
from app.slots.hours import BOUNDS, REASON, Hours, Rules
from app.slots.rules import Attendance


class CalendarDays(Schema):
    """Which days of the calendar: Sydney's, both included, 62 at most."""

    first: checked.Day
    last: checked.Day


TheirState = Literal["held", "booked", "refunded"]


class TheirProject(Schema):
    """Whose time it is.

    `meeting`: how it happens, and on which number; `adviser`: the name of who looks after it, '' for nobody.
    """

    id: int
    reference: str
    name: str
    service_title: str
    status: ProjectStatus
    meeting: str
    adviser: str


class Appointment(Schema):
    """A time of the calendar; `start` in UTC.

    `state`: "refunded" where all that was paid for a booked one went back, so that staff and client agree whether it
    takes place.
    `bookable`: clients can book it now, too; staff can give any free one. `outside`: the rules do not ask for it, so
    it is not free again when it is given up. `expires_at`: until when a held one is kept.
    """

    id: int
    start: datetime
    minutes: int
    state: Literal["free", "blocked"] | TheirState
    bookable: bool
    outside: bool
    expires_at: datetime | None
    project: TheirProject | None
    outcome: Attendance | None


class ClosureOut(Schema):
    """When nothing can be booked, in Sydney's time, and why."""

    starts: Wall
    ends: Wall
    reason: str


class Holiday(Schema):
    """A public holiday of New South Wales."""

    day: date
    name: str


class Calendar(Schema):
    """The times of the asked-for days, in order, and what closes some of these days."""

    times: list[Appointment]
    closures: list[ClosureOut]
    holidays: list[Holiday]


class HoursRange(Schema):
    """A range of a weekday; 0 is Monday."""

    weekday: Annotated[int, Field(ge=0, le=6, strict=True), BeforeValidator(whole)]
    opens: TimeOfDay
    closes: TimeOfDay


class RulesOut(Schema):
    """The rules in force. `changed_by`: the user name of who changed them last, '' for nobody yet."""

    version: int
    changed_at: datetime | None
    changed_by: str
    hours: list[HoursRange]
    minutes: int
    buffer_minutes: int
    notice_hours: int
    horizon_weeks: int
    on_holidays: bool
    closures: list[ClosureOut]


def _told(name: str) -> WithJsonSchema:
    """What the API's document says of a number of the rules, which are judged together."""
    least, most = BOUNDS[name]
    return WithJsonSchema({"type": "integer", "minimum": least, "maximum": most})


class RulesIn(Schema):
    """Other rules. `version`: which ones they were made from; `saves`: not only to learn what would follow."""

    version: RowId
    saves: bool
    hours: Annotated[list[HoursRange], Field(max_length=100)]
    minutes: Annotated[int, Field(strict=True), _told("minutes")]
    buffer_minutes: Annotated[int, Field(strict=True), _told("bufferMinutes")]
    notice_hours: Annotated[int, Field(strict=True), _told("noticeHours")]
    horizon_weeks: Annotated[int, Field(strict=True), _told("horizonWeeks")]
    on_holidays: bool

    def instead_of(self, present: Rules) -> Rules:
        """These rules with the closures and single times of the present ones."""
        return replace(
            present,
            hours=tuple(Hours(each.weekday, each.opens, each.closes) for each in self.hours),
            minutes=self.minutes,
            buffer_minutes=self.buffer_minutes,
            notice_hours=self.notice_hours,
            horizon_weeks=self.horizon_weeks,
            on_holidays=self.on_holidays,
        )


class ClosureIn(Schema):
    """A closure in Sydney's time, up to a moment that is open again. `saves`: not only to learn what would follow."""

    starts: Wall
    ends: Wall
    reason: Annotated[str, checked.text(REASON)] = checked.demanded()
    saves: bool


class ClosureEnd(ClosureOut):
    """A closure that is taken back, as it was told. `saves`: not only to learn what would follow."""

    saves: bool


class Touched(Schema):
    """A time that is somebody's and that the rules would not make. `was`: so it is already."""

    start: datetime
    state: TheirState
    project: TheirProject
    was: bool


class Consequences(Schema):
    """What follows of a change: which free times come and go, whose times stay outside the rules; `told`: the rest."""

    appear: list[datetime]
    disappear: list[datetime]
    touched: list[Touched]
    told: list[str]


class TimeAdded(Schema):
    """A single time, in Sydney's time."""

    start: Wall


class TimeOffered(Schema):
    """Whether a time that is nobody's is free or taken out of the calendar. `saves` as of a closure."""

    offered: bool
    saves: bool


class OutcomeNoted(Schema):
    """What became of the consultation that began at `start`."""

    start: checked.Moment
    outcome: Attendance

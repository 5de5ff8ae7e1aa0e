"""What a staff member's own calendar is told of the consultations, and for how long."""

from dataclasses import dataclass
from datetime import datetime, timedelta

SHOWN_BACK, SHOWN_AHEAD = timedelta(days=60), timedelta(days=365)
# Calendars that follow what they are told ask again after so long.
FETCHED_EVERY = timedelta(hours=1)
# Whether a calendar still asks is worth a write now and then, not one each time.
USE_NOTED_EVERY = timedelta(minutes=10)

BLOCKED = "No consultations"


@dataclass(frozen=True)
class Choice:
    """What the owner of an address wants to see: who the clients are, and when nothing can be booked."""

    names: bool = False
    blocked: bool = False

    def __str__(self) -> str:
        names = "with clients' names" if self.names else "without clients' names"
        return f"{names}, {'with' if self.blocked else 'without'} blocked times"


@dataclass(frozen=True)
class Booked:
    """A client's time. way: how it is held, 'By phone'; location: where or on which number; page: of its record.

    stands: it is confirmed. Where all that was paid went back, staff and client agree first.
    """

    reference: str
    start: datetime
    minutes: int
    sequence: int
    changed_at: datetime
    stands: bool
    name: str
    phone: str
    way: str
    location: str
    page: str


@dataclass(frozen=True)
class Blocked:
    """From when until when nothing can be booked. Why is for staff's own pages: the words may name somebody."""

    start: datetime
    ends: datetime
    changed_at: datetime


@dataclass(frozen=True)
class Told:
    """The words of an entry; '' where there are none."""

    summary: str
    location: str = ""
    description: str = ""


def window(now: datetime) -> tuple[datetime, datetime]:
    """From when until when consultations are told of."""
    return now - SHOWN_BACK, now + SHOWN_AHEAD


def told(booked: Booked, names: bool) -> Told:
    """The words of a client's time; without `names` nothing but which project it is and how the time stands."""
    stands = "" if booked.stands else " (refunded)"
    if not names:
        return Told(f"Consultation, {booked.reference}{stands}")
    number = f" Phone: {booked.phone}" if booked.phone else ""
    return Told(f"{booked.name}, consultation, {booked.reference}{stands}", booked.location, f"{booked.way}.{number}")


def is_use_noted(last: datetime | None, now: datetime) -> bool:
    """Whether a use at `now` is written down. last: when one last was."""
    return last is None or not timedelta() <= now - last < USE_NOTED_EVERY

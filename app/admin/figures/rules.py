"""The periods that the dashboard's figures count by, and whether a promise was kept; pure. Periods are Sydney's."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import NamedTuple

from app.slots.rules import SYDNEY

MONTHS_SHOWN, WEEKS_SHOWN = 12, 12
LATELY = timedelta(days=30)
WEEK = timedelta(days=7)


class Promise(StrEnum):
    """What was promised to somebody by a moment."""

    CONTACT = "contact"
    REVIEW = "review"
    ENQUIRY = "enquiry"


class Kept(StrEnum):
    """How a promise stands."""

    IN_TIME = "in_time"
    LATE = "late"  # it was kept afterwards
    MISSED = "missed"  # it is due, and not kept
    OPEN = "open"  # it is not due yet
    NOT_NEEDED = "not_needed"  # whom it was made to chose the other way that they were offered


class Moved(NamedTuple):
    """The money of a period, in cents: what came and what was given back in it, and what of it came too much."""

    came_cents: int
    given_cents: int
    due_back_cents: int

    @property
    def left_cents(self) -> int:
        """What is the firm's: money that came too much is to be given back, and no income."""
        return self.came_cents - self.given_cents - self.due_back_cents


def surplus_of(left: Sequence[tuple[int, int]], due_back_cents: int) -> dict[int, int]:
    """How many cents of each payment for an order came too much, by its number; of those that have none, nothing.

    left: what of each was not given back, with its number, in the order in which they came: the last is too much first.
    """
    found, rest_cents = dict[int, int](), due_back_cents
    for number, cents in reversed(left):
        if part_cents := min(cents, rest_cents):
            found[number], rest_cents = part_cents, rest_cents - part_cents
    return found


def months(now: datetime, count: int = MONTHS_SHOWN) -> list[date]:
    """The first days of that many months, the one of `now` last."""
    local = now.astimezone(SYDNEY)
    last = local.year * 12 + local.month - 1
    return [date(number // 12, number % 12 + 1, 1) for number in range(last - count + 1, last + 1)]


def weeks(now: datetime, count: int = WEEKS_SHOWN) -> list[date]:
    """The Mondays of that many weeks, the one of `now` last."""
    today = now.astimezone(SYDNEY).date()
    monday = today - timedelta(days=today.weekday())
    return [monday - WEEK * back for back in range(count - 1, -1, -1)]


def month_of(first: date) -> tuple[datetime, datetime]:
    """When a month begins and when the next one does, in UTC. first: any day of it."""
    begins = first.replace(day=1)
    return _midnight(begins), _midnight((begins + timedelta(days=31)).replace(day=1))


def week_of(day: date) -> tuple[datetime, datetime]:
    """When the week of a day begins and when the next one does, in UTC."""
    monday = day - timedelta(days=day.weekday())
    return _midnight(monday), _midnight(monday + WEEK)


def kept(due: datetime, at: datetime | None, now: datetime) -> Kept:
    """How a promise stands at `now` that was due then. at: when what was promised was done, None for not yet."""
    if at is not None:
        return Kept.IN_TIME if at <= due else Kept.LATE
    return Kept.MISSED if due <= now else Kept.OPEN


def call_kept(due: datetime, called: datetime | None, chosen: datetime | None, now: datetime) -> Kept:
    """How the promise of a call stands at `now` that was due then.

    called: when staff called or set a time; chosen: when the client took one themselves, for which the call was the
    other choice (decisions, "Choosing the time, and the two ways in"). Whoever did so after it was due was not called.
    """
    if chosen is not None and chosen <= due and (called is None or chosen < called):
        return Kept.NOT_NEEDED
    return kept(due, called, now)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), SYDNEY).astimezone(UTC)

"""By when what was promised is to be done, in the hours in which the office is open; moments come out in UTC.

A promise that ends while the office is closed is kept before it closes, and in no case later than was promised: whoever
was told "within 24 hours" knows nothing of a weekend. `holidays` are the public ones of every year that the moments may
fall into.
"""

from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta

from app.slots.rules import CLOSING, OPENING, SYDNEY, is_business_day, is_office_hour

DAY = timedelta(days=1)


def within_hours(since: datetime, hours: int, holidays: Collection[date]) -> datetime:
    """When what was promised at `since` within so many hours is to be done.

    That is when they are over; before that, at the last closing after `since`, where they end while the office is
    closed. Where it was closed all the while, they are over when they are over.
    """
    end = since + timedelta(hours=hours)
    if is_office_hour(end, holidays):
        return end.astimezone(UTC)
    closing = last_closing(end, holidays)
    return closing if closing > since else end.astimezone(UTC)


def same_day(since: datetime, holidays: Collection[date]) -> datetime:
    """When what was promised for the same day is to be done: before the office closes, next where it has closed."""
    return next_closing(since, holidays)


def within_one_business_day(since: datetime, holidays: Collection[date]) -> datetime:
    """When the business day after that of `since` closes."""
    day = since.astimezone(SYDNEY).date() + DAY
    while not is_business_day(day, holidays):
        day += DAY
    return _at(day, CLOSING)


def last_closing(until: datetime, holidays: Collection[date]) -> datetime:
    """When the office last closed, `until` included."""
    day = until.astimezone(SYDNEY).date()
    while not is_business_day(day, holidays) or _at(day, CLOSING) > until:
        day -= DAY
    return _at(day, CLOSING)


def next_closing(since: datetime, holidays: Collection[date]) -> datetime:
    """When the office closes next after `since`."""
    day = since.astimezone(SYDNEY).date()
    while not is_business_day(day, holidays) or _at(day, CLOSING) <= since:
        day += DAY
    return _at(day, CLOSING)


def next_opening(since: datetime, holidays: Collection[date]) -> datetime:
    """When the office opens next, `since` included."""
    day = since.astimezone(SYDNEY).date()
    while not is_business_day(day, holidays) or _at(day, OPENING) < since:
        day += DAY
    return _at(day, OPENING)


def _at(day: date, hour: time) -> datetime:
    return datetime.combine(day, hour, SYDNEY).astimezone(UTC)

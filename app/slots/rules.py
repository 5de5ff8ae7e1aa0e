"""Consultation times: when they are, how long they are kept for somebody (decisions, consultation times)."""

from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

SYDNEY = ZoneInfo("Australia/Sydney")

LASTS = timedelta(minutes=45)
FIRST_HOUR, LAST_HOUR = 9, 16  # hourly starts; the last consultation ends at 16:45, within office hours
WORKING_WEEK = range(5)  # Monday to Friday
LEAD = timedelta(hours=24)
HORIZON = timedelta(weeks=8)
CARD_HOLD = timedelta(minutes=30)
TRANSFER_BUSINESS_DAYS = 3 + 1  # three to pay, one of grace
CLOSING = time(17)

HOLDS_PER_VISITOR = 2  # unpaid, at the same time
HOLDS_PER_ADDRESS = 6

TAKEN = "That time has just been taken. Please choose another."
TOO_MANY_HOLDS = "You are already holding other times. Please complete those first, or try again in {wait}."
TOO_MANY_NEARBY = "Too many times are being held from your network. Please try again in {wait}."


class HoldKind(StrEnum):
    """Why a time is kept: for a card payment, for a transfer, or for good."""

    CARD = "card"
    TRANSFER = "transfer"
    PAID = "paid"


def is_business_day(day: date, holidays: Collection[date]) -> bool:
    """Monday to Friday and no public holiday."""
    return day.weekday() in WORKING_WEEK and day not in holidays


def starts(first: date, last: date, holidays: Collection[date]) -> list[datetime]:
    """Every start of a consultation from `first` to `last` (Sydney's days, both included), in UTC, in order.

    The hours are the wall clock's, so that they stay nine to four when daylight saving begins or ends.
    """
    days = (first + timedelta(days=number) for number in range((last - first).days + 1))
    return [
        datetime.combine(day, time(hour), SYDNEY).astimezone(UTC)
        for day in days
        if is_business_day(day, holidays)
        for hour in range(FIRST_HOUR, LAST_HOUR + 1)
    ]


def bookable(now: datetime) -> tuple[datetime, datetime]:
    """The first and last moment at which a consultation may start when it is booked at `now`."""
    return now + LEAD, now + HORIZON


def hold_ends(kind: HoldKind, now: datetime, start: datetime, holidays: Collection[date]) -> datetime | None:
    """Until when an unpaid time is kept; None for one that is paid. Never longer than the consultation is away."""
    if kind is HoldKind.PAID:
        return None
    if kind is HoldKind.CARD:
        return min(now + CARD_HOLD, start)
    day, left = now.astimezone(SYDNEY).date(), TRANSFER_BUSINESS_DAYS
    while left:
        day += timedelta(days=1)
        left -= is_business_day(day, holidays)
    return min(datetime.combine(day, CLOSING, SYDNEY).astimezone(UTC), start)

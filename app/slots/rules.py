"""How long a consultation time is kept for somebody (decisions, consultation times); `hours` says when they are."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

SYDNEY = ZoneInfo("Australia/Sydney")

WORKING_WEEK = range(5)  # Monday to Friday
CARD_HOLD = timedelta(minutes=30)
TRANSFER_BUSINESS_DAYS, GRACE_DAYS = 3, 1  # to pay, and for the money to arrive
OPENING, CLOSING = time(9), time(17)

NO_TIME = "We could not find that time."
TAKEN = "That time has just been taken. Please choose another."


class HoldKind(StrEnum):
    """Why a time is kept: for a card payment, for a transfer, or for good."""

    CARD = "card"
    TRANSFER = "transfer"
    PAID = "paid"


class Attendance(StrEnum):
    """What became of a consultation."""

    HELD = "held"
    NO_SHOW = "no_show"


def is_business_day(day: date, holidays: Collection[date]) -> bool:
    """Monday to Friday and no public holiday."""
    return day.weekday() in WORKING_WEEK and day not in holidays


def is_office_hour(moment: datetime, holidays: Collection[date]) -> bool:
    """Whether the office is open in Sydney: a business day between nine and five."""
    local = moment.astimezone(SYDNEY)
    return is_business_day(local.date(), holidays) and OPENING <= local.time() < CLOSING


def hold_ends(kind: HoldKind, now: datetime, start: datetime, holidays: Collection[date]) -> datetime | None:
    """Until when an unpaid time is kept; None for one that is paid. Never longer than the consultation is away."""
    if kind is HoldKind.PAID:
        return None
    if kind is HoldKind.CARD:
        return min(now + CARD_HOLD, start)
    return min(transfer_days_end(now, holidays), start)


def transfer_days_end(since: datetime, holidays: Collection[date]) -> datetime:
    """When the business days are over for which a transfer that was chosen at `since` keeps a time, in UTC."""
    day, left = since.astimezone(SYDNEY).date(), TRANSFER_BUSINESS_DAYS + GRACE_DAYS
    while left:
        day += timedelta(days=1)
        left -= is_business_day(day, holidays)
    return datetime.combine(day, CLOSING, SYDNEY).astimezone(UTC)


class TransferLimit(StrEnum):
    """What ends a time that is kept for a transfer."""

    DAYS = "days"  # three business days and one of grace
    FIRST_CHOICE = "first choice"  # those days, counted from an earlier time of the same project
    START = "start"  # the consultation begins before they are over
    USED_UP = "used up"  # they were over before: a time is kept no longer than for a card
    SHARE = "share"  # strangers' transfers keep as many times as they may: no longer than for a card either


@dataclass(frozen=True)
class LostTime:
    """A time that a payment does not bring its project any more.

    start: when it would have been, None where none is known; passed: it has come, otherwise it is not free any more.
    """

    start: datetime | None
    passed: bool


@dataclass(frozen=True)
class TransferTerm:
    """Until when a time is kept for a transfer, and why no longer. `days_end`: when the transfer's days are over."""

    until: datetime
    limit: TransferLimit
    days_end: datetime


def transfer_term(
    created: datetime,
    expires: datetime,
    start: datetime,
    first: datetime | None,
    days_end: datetime,
    room: bool = True,
) -> TransferTerm:
    """How long a time that is kept until `expires` will be kept when its project is paid by transfer.

    created: when it was taken; start: when its consultation begins; first: when the project's first time that was
    kept for a transfer was taken, None when there was none; room: whether it may be kept for longer than it is now.
    """
    whole = max(min(days_end, start), expires)
    until = whole if room else expires
    if until < whole:
        limit = TransferLimit.SHARE
    elif until == start:
        limit = TransferLimit.START
    elif days_end < until <= created + CARD_HOLD:
        limit = TransferLimit.USED_UP
    elif first is not None and first < created and until == days_end:
        limit = TransferLimit.FIRST_CHOICE
    else:
        limit = TransferLimit.DAYS
    return TransferTerm(until, limit, days_end)

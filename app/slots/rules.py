"""Consultation times: when they are, how long they are kept for somebody (decisions, consultation times)."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from fractions import Fraction
from ipaddress import ip_network
from zoneinfo import ZoneInfo

SYDNEY = ZoneInfo("Australia/Sydney")

LASTS = timedelta(minutes=45)
FIRST_HOUR, LAST_HOUR = 9, 16  # hourly starts; the last consultation ends at 16:45, within office hours
WORKING_WEEK = range(5)  # Monday to Friday
LEAD = timedelta(hours=24)
HORIZON = timedelta(weeks=8)
CARD_HOLD = timedelta(minutes=30)
TRANSFER_BUSINESS_DAYS, GRACE_DAYS = 3, 1  # to pay, and for the money to arrive
CLOSING = time(17)

HOLDS_PER_VISITOR = 2  # unpaid, at the same time
HOLDS_PER_ADDRESS = 6
# Prefix lengths, by IP version, and how many unpaid times callers within one such network keep together. A home has a
# /64 or a /56 for itself, an office up to a /48; a carrier's phones share the addresses of a /24, which has room for as
# many clients at the same time as this firm sees in two days.
HOLDS_PER_NETWORK = {4: {32: HOLDS_PER_ADDRESS, 24: 18}, 6: {64: HOLDS_PER_ADDRESS, 56: 8, 48: 16}}
# The same while strangers keep their share of a time's week (see `is_week_crowded`).
HOLDS_WHEN_CROWDED = {4: {32: 1, 24: 3}, 6: {64: 1, 56: 1, 48: 2}}
# Of a day's and of a week's times: as many as strangers' transfers, of whom nobody knows who they are, keep for days.
DAY_SHARE, WEEK_SHARE, WEEK_LEAST = Fraction(1, 2), Fraction(1, 3), 6

TAKEN = "That time has just been taken. Please choose another."
TOO_MANY_HOLDS = "You are already holding other times. Please complete those first, or try again in {wait}."
TOO_MANY_NEARBY = "Too many times are being held from your network. Please try again in {wait}."
CROWDED = (
    "Many times of that week are being held, also from your network. "
    "Please choose another week, or try again in {wait}."
)


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
    return min(transfer_days_end(now, holidays), start)


def transfer_days_end(since: datetime, holidays: Collection[date]) -> datetime:
    """When the business days are over for which a transfer that was chosen at `since` keeps a time, in UTC."""
    day, left = since.astimezone(SYDNEY).date(), TRANSFER_BUSINESS_DAYS + GRACE_DAYS
    while left:
        day += timedelta(days=1)
        left -= is_business_day(day, holidays)
    return datetime.combine(day, CLOSING, SYDNEY).astimezone(UTC)


def networks(address: str, most: Mapping[int, Mapping[int, int]] = HOLDS_PER_NETWORK) -> dict[str, int]:
    """The networks that a caller belongs to, and how many unpaid times each of them may keep.

    address: an IPv4 address or an IPv6 /64 (`limits.network`); any other text is a network of its own.
    """
    try:
        own = ip_network(address)
    except ValueError:
        return {address: HOLDS_PER_ADDRESS}
    return {str(own.supernet(new_prefix=length)): cap for length, cap in most[own.version].items()}


def is_share_taken(start: datetime, kept: Collection[datetime], times: Collection[datetime]) -> bool:
    """Whether no more of the day or the week of `start` may be kept: `kept` are as large a part of `times` as may be.

    The week is the calendar's, Monday to Sunday in Sydney. One time of any day may always be kept.
    """

    return _is_reached(DAY_SHARE, _day, start, kept, times) or is_week_crowded(start, kept, times)


def is_week_crowded(start: datetime, kept: Collection[datetime], times: Collection[datetime]) -> bool:
    """Whether `kept` are as large a part of the week of `start` as that, and not few because little is left of it."""
    few = sum(_week(each) == _week(start) for each in kept) < WEEK_LEAST
    return not few and _is_reached(WEEK_SHARE, _week, start, kept, times)


def _is_reached(
    share: Fraction,
    period: Callable[[datetime], object],
    start: datetime,
    kept: Collection[datetime],
    times: Collection[datetime],
) -> bool:
    mine = period(start)
    alike, whole = (sum(period(each) == mine for each in group) for group in (kept, {*times, start}))
    return alike >= share * whole


def _day(moment: datetime) -> date:
    return moment.astimezone(SYDNEY).date()


def _week(moment: datetime) -> tuple[int, int]:
    return _day(moment).isocalendar()[:2]


def week_of(start: datetime) -> tuple[datetime, datetime]:
    """When the week of `start` begins, and the next one, in UTC."""
    monday = _day(start) - timedelta(days=_day(start).weekday())
    first, last = (datetime.combine(day, time(), SYDNEY) for day in (monday, monday + timedelta(weeks=1)))
    return first.astimezone(UTC), last.astimezone(UTC)


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

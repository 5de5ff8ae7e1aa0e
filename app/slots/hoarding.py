"""How many times somebody may keep without paying (reliability, 5): of a network, of a browser, of a day and week."""

from collections.abc import Callable, Collection, Mapping
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction
from ipaddress import ip_network

from app.slots.rules import SYDNEY

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

TOO_MANY_HOLDS = "You are already holding other times. Please complete those first, or try again in {wait}."
TOO_MANY_NEARBY = "Too many times are being held from your network. Please try again in {wait}."
CROWDED = (
    "Many times of that week are being held, also from your network. "
    "Please choose another week, or try again in {wait}."
)


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

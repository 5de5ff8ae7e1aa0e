"""Every hour of 2026 to 2028: the promise clocks agree with a plain reference.

That knows the office's hours as a list of half hours, made by looking at the wall clock, and no arithmetic of days.
"""

from bisect import bisect_right
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.slots import clocks
from app.slots.calendar import nsw_holidays

WALL = ZoneInfo("Australia/Sydney")
FIRST, AFTER = datetime(2026, 1, 1, tzinfo=UTC), datetime(2029, 1, 1, tzinfo=UTC)
HOLIDAYS = nsw_holidays(date(2025, 12, 1), date(2029, 1, 31))
HALF = timedelta(minutes=30)


def walk() -> list[datetime]:
    """The beginning of every half hour of those years, and of weeks before and behind, in which the office is open."""
    at, found = FIRST - timedelta(days=21), []
    while at < AFTER + timedelta(days=21):
        wall = at.astimezone(WALL)
        if (
            wall.strftime("%a") not in ("Sat", "Sun")
            and wall.date() not in HOLIDAYS
            and "09:00" <= f"{wall:%H:%M}" < "17:00"
        ):
            found.append(at)
        at += HALF
    return found


OPEN = walk()
IS_OPEN = set(OPEN)
CLOSINGS = [at + HALF for at in OPEN if at + HALF not in IS_OPEN]


def plain_hours(since: datetime, hours: int) -> datetime:
    """The end if the office is open then or was closed all the while, else the last closing since."""
    end = since + timedelta(hours=hours)
    if end in IS_OPEN:
        return end
    closed = CLOSINGS[bisect_right(CLOSINGS, end) - 1]
    return closed if closed > since else end


def plain_same_day(since: datetime) -> datetime:
    return CLOSINGS[bisect_right(CLOSINGS, since)]


def plain_business_day(since: datetime) -> datetime:
    return next(
        end
        for end in CLOSINGS[bisect_right(CLOSINGS, since) :]
        if f"{end.astimezone(WALL):%j}" != f"{since.astimezone(WALL):%j}"
    )


CLOCKS: dict[str, tuple[Callable[[datetime], datetime], Callable[[datetime], datetime]]] = {
    "48 hours": (lambda at: clocks.within_hours(at, 48, HOLIDAYS), lambda at: plain_hours(at, 48)),
    "24 hours": (lambda at: clocks.within_hours(at, 24, HOLIDAYS), lambda at: plain_hours(at, 24)),
    "the same day": (lambda at: clocks.same_day(at, HOLIDAYS), plain_same_day),
    "one business day": (lambda at: clocks.within_one_business_day(at, HOLIDAYS), plain_business_day),
}


def hours() -> list[datetime]:
    return [FIRST + timedelta(hours=number) for number in range(int((AFTER - FIRST) / timedelta(hours=1)))]


def differences(clock: Callable[[datetime], datetime], plain: Callable[[datetime], datetime]) -> list[datetime]:
    return [at for at in hours() if clock(at) != plain(at)]


@pytest.mark.spec("A-07")
@pytest.mark.parametrize("promise", CLOCKS)
def test_a_promise_ends_when_the_plain_reference_says_at_every_hour_of_three_years(promise: str) -> None:
    assert differences(*CLOCKS[promise]) == []


def test_without_the_holidays_the_sweep_finds_differences() -> None:
    found = differences(lambda at: clocks.within_hours(at, 24, ()), lambda at: plain_hours(at, 24))
    assert {at.astimezone(WALL).date() + timedelta(days=1) for at in found} & HOLIDAYS


def sydney(text: str) -> datetime:
    return datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=WALL)


@pytest.mark.parametrize(
    ("since", "hours", "due"),
    [
        ("2026-11-23 10:00", 24, "2026-11-24 10:00"),  # Monday
        ("2026-11-23 20:00", 24, "2026-11-24 17:00"),  # it ends after closing
        ("2026-11-27 16:00", 24, "2026-11-27 17:00"),  # Friday: it ends on a Saturday
        ("2026-11-27 16:00", 48, "2026-11-27 17:00"),
        ("2026-11-27 18:00", 24, "2026-11-28 18:00"),  # the office is closed all the while
        ("2026-12-24 18:00", 48, "2026-12-26 18:00"),  # Christmas and Boxing Day
        ("2026-04-02 18:00", 24, "2026-04-03 18:00"),  # Easter
        ("2026-10-01 11:00", 24, "2026-10-02 11:00"),
    ],
)
def test_hours_that_end_while_the_office_is_closed_are_kept_before_it_closes(since: str, hours: int, due: str) -> None:
    assert clocks.within_hours(sydney(since), hours, HOLIDAYS) == sydney(due)


@pytest.mark.parametrize(
    ("since", "due"),
    [
        ("2026-11-23 16:59", "2026-11-23 17:00"),
        ("2026-11-23 17:00", "2026-11-24 17:00"),
        ("2026-11-28 12:00", "2026-11-30 17:00"),
        ("2026-12-24 20:00", "2026-12-29 17:00"),
    ],
)
def test_the_same_day_is_the_next_business_day_once_the_office_has_closed(since: str, due: str) -> None:
    assert clocks.same_day(sydney(since), HOLIDAYS) == sydney(due)

"""The periods by which the dashboard's figures count are Sydney's, and a promise is kept or it is not."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest

from app.admin.figures.rules import Kept, Moved, call_kept, kept, month_of, months, surplus_of, week_of, weeks

HOUR = timedelta(hours=1)
NOON = datetime(2027, 5, 12, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "first", "last"),
    [
        (datetime(2027, 1, 31, 12, 59, tzinfo=UTC), date(2026, 2, 1), date(2027, 1, 1)),  # 11:59 pm in Sydney
        (datetime(2027, 1, 31, 13, tzinfo=UTC), date(2026, 3, 1), date(2027, 2, 1)),  # midnight there
        (datetime(2026, 12, 31, 13, tzinfo=UTC), date(2026, 2, 1), date(2027, 1, 1)),
    ],
)
def test_twelve_months_end_with_the_one_of_sydneys_calendar(now: datetime, first: date, last: date) -> None:
    shown = months(now)
    assert (len(shown), shown[0], shown[-1]) == (12, first, last)
    assert all(later == (earlier + timedelta(days=31)).replace(day=1) for earlier, later in pairwise(shown))


@pytest.mark.parametrize(
    ("now", "last"),
    [
        (datetime(2027, 5, 9, 13, 59, tzinfo=UTC), date(2027, 5, 3)),  # Sunday, 11:59 pm in Sydney
        (datetime(2027, 5, 9, 14, tzinfo=UTC), date(2027, 5, 10)),  # Monday, midnight
    ],
)
def test_twelve_weeks_begin_on_mondays_and_end_with_the_present_one(now: datetime, last: date) -> None:
    shown = weeks(now)
    assert (len(shown), shown[-1]) == (12, last)
    assert {day.weekday() for day in shown} == {0}
    assert shown[-1] - shown[0] == timedelta(weeks=11)


@pytest.mark.parametrize(
    ("day", "begins", "hours"),
    [
        (date(2027, 5, 31), datetime(2027, 4, 30, 14, tzinfo=UTC), 31 * 24),
        (date(2027, 4, 1), datetime(2027, 3, 31, 13, tzinfo=UTC), 30 * 24 + 1),  # daylight saving ends in it
        (date(2026, 10, 31), datetime(2026, 9, 30, 14, tzinfo=UTC), 31 * 24 - 1),  # and begins
        (date(2028, 2, 29), datetime(2028, 1, 31, 13, tzinfo=UTC), 29 * 24),
    ],
)
def test_a_month_lasts_from_midnight_to_midnight_in_sydney(day: date, begins: datetime, hours: int) -> None:
    assert month_of(day) == (begins, begins + hours * HOUR)


@pytest.mark.parametrize(
    ("day", "begins", "hours"),
    [
        (date(2027, 5, 16), datetime(2027, 5, 9, 14, tzinfo=UTC), 168),
        (date(2027, 4, 4), datetime(2027, 3, 28, 13, tzinfo=UTC), 169),
        (date(2026, 10, 4), datetime(2026, 9, 27, 14, tzinfo=UTC), 167),
    ],
)
def test_a_week_lasts_from_its_monday_to_the_next(day: date, begins: datetime, hours: int) -> None:
    assert week_of(day) == (begins, begins + hours * HOUR)


@pytest.mark.parametrize(
    ("done", "now", "stands"),
    [
        (NOON, NOON + HOUR, Kept.IN_TIME),  # at the last moment
        (NOON + timedelta(seconds=1), NOON + HOUR, Kept.LATE),
        (None, NOON - HOUR, Kept.OPEN),
        (None, NOON, Kept.MISSED),
        (NOON - HOUR, NOON - HOUR, Kept.IN_TIME),
    ],
)
def test_a_promise_is_kept_in_time_late_or_still_open(done: datetime | None, now: datetime, stands: Kept) -> None:
    assert kept(NOON, done, now) is stands


@pytest.mark.parametrize(
    ("called", "chosen", "stands"),
    [
        (None, NOON, Kept.NOT_NEEDED),
        (None, NOON + HOUR, Kept.MISSED),
        (NOON - HOUR, NOON, Kept.IN_TIME),  # whoever was called may well choose
        (NOON + HOUR, NOON, Kept.NOT_NEEDED),
        (NOON + 2 * HOUR, NOON + HOUR, Kept.LATE),
        (NOON + HOUR, NOON + 2 * HOUR, Kept.LATE),
    ],
)
def test_a_client_who_chose_a_time_needed_no_call(called: datetime | None, chosen: datetime, stands: Kept) -> None:
    assert call_kept(NOON, called, chosen, NOON + 3 * HOUR) is stands


@pytest.mark.parametrize(
    ("left", "due_back", "found"),
    [
        ([(1, 100)], 0, {}),
        ([(1, 100), (2, 100)], 100, {2: 100}),
        ([(1, 100), (2, 30)], 40, {2: 30, 1: 10}),
        ([(1, 100), (2, 0)], 40, {1: 40}),
    ],
)
def test_the_payment_that_came_last_is_too_much_first(
    left: list[tuple[int, int]], due_back: int, found: dict[int, int]
) -> None:
    assert surplus_of(left, due_back) == found


def test_what_came_too_much_is_no_income() -> None:
    assert Moved(160_000, 10_000, 20_000).left_cents == 130_000

"""How long things are kept, as a table; and that a clock that leaps erases nothing."""

from datetime import UTC, datetime, timedelta

import pytest

from app.accounts.rules import SESSION_LASTS, VISITOR_KEEPS
from app.factory import House
from app.retention import rules
from app.retention.models import look
from app.retention.rules import is_abandoned, is_due_way_back, may_erase, steady_since

NOW = datetime(2027, 3, 1, tzinfo=UTC)
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)


@pytest.mark.parametrize(
    ("touched", "transfer", "abandoned"),
    [
        (30 * DAY, None, True),
        (30 * DAY - SECOND, None, False),
        (30 * DAY, 30 * DAY, False),
        (120 * DAY, 90 * DAY - SECOND, False),
        (120 * DAY, 90 * DAY, True),
        (10 * DAY, 90 * DAY, False),  # the transfer never came, but its visitor is back
    ],
)
def test_what_is_unpaid_goes_after_30_days_and_an_awaited_transfer_after_90(
    touched: timedelta, transfer: timedelta | None, abandoned: bool
) -> None:
    assert is_abandoned(NOW - touched, NOW - transfer if transfer else None, NOW) == abandoned


@pytest.mark.parametrize(
    ("touched", "transfer", "due"),
    [
        (3 * DAY - SECOND, None, False),
        (3 * DAY, None, True),
        (7 * DAY - SECOND, None, True),
        (7 * DAY, None, False),
        (3 * DAY, 3 * DAY, False),
    ],
)
def test_the_way_back_is_written_on_the_third_day(touched: timedelta, transfer: timedelta | None, due: bool) -> None:
    assert is_due_way_back(NOW - touched, NOW - transfer if transfer else None, NOW) == due


@pytest.mark.parametrize(
    ("gap", "trusted"),
    [
        (timedelta(hours=1), True),
        (2 * DAY, True),
        (2 * DAY + SECOND, False),
        (26 * 365 * DAY, False),  # the battery of the clock is empty
        (-SECOND, False),
    ],
)
def test_a_clock_that_leaps_is_not_believed_until_it_has_gone_steadily_for_a_day(gap: timedelta, trusted: bool) -> None:
    since = steady_since(NOW, NOW - 10 * DAY, NOW + gap)
    assert may_erase(since, NOW + gap) == trusted
    if not trusted:
        assert not may_erase(steady_since(NOW + gap, since, NOW + gap + DAY - SECOND), NOW + gap + DAY - SECOND)
        assert may_erase(steady_since(NOW + gap, since, NOW + gap + DAY), NOW + gap + DAY)


def test_the_first_look_erases_nothing(house: House) -> None:
    assert not may_erase(look(NOW), NOW)
    assert look(NOW + DAY) == NOW and may_erase(NOW, NOW + DAY)


def test_a_visitors_session_lives_as_long_as_what_its_browser_left() -> None:
    assert VISITOR_KEEPS >= rules.UNPAID_KEPT
    assert SESSION_LASTS["visitor"] > VISITOR_KEEPS

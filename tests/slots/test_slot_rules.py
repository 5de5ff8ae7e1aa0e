"""When consultations are: Sydney's wall clock, NSW's holidays, UTC inside."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.slots.calendar import nsw_holidays
from app.slots.hours import Rules, wanted
from app.slots.rules import (
    SYDNEY,
    HoldKind,
    TransferLimit,
    TransferTerm,
    hold_ends,
    transfer_days_end,
    transfer_term,
)

ZONES = ("Australia/Perth", "Europe/London", "America/New_York", "Asia/Kolkata", "Pacific/Auckland")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


@pytest.mark.spec("K-01")
@pytest.mark.parametrize(
    ("day", "first"),
    [
        (date(2027, 4, 2), "2027-04-01T22:00Z"),  # summer time
        (date(2027, 4, 6), "2027-04-05T23:00Z"),  # standard time, after the clocks went back on the 4th
        (date(2026, 10, 2), "2026-10-01T23:00Z"),
        (date(2026, 10, 6), "2026-10-05T22:00Z"),  # after the clocks went forward on the 4th
    ],
)
def test_nine_in_the_morning_stays_nine_across_daylight_saving(day: date, first: str) -> None:
    assert wanted(Rules(), day, day, ())[0] == at(first)


@pytest.mark.parametrize(
    "day",
    [
        date(2026, 12, 25),
        date(2026, 12, 28),
        date(2027, 1, 26),
        date(2027, 3, 26),
        date(2027, 3, 29),
        date(2027, 4, 26),
        date(2027, 6, 14),
        date(2027, 10, 4),
        date(2026, 11, 21),  # a Saturday
        date(2026, 11, 22),
    ],
)
def test_there_are_no_consultations_on_weekends_and_holidays(day: date) -> None:
    assert wanted(Rules(), day, day, nsw_holidays(day, day)) == []


def test_every_time_of_ten_years_is_a_working_hour_in_sydney_whoever_looks() -> None:
    first, last = date(2026, 1, 1), date(2036, 12, 31)
    holidays = nsw_holidays(first, last)
    every = wanted(Rules(), first, last, holidays)
    assert (
        len(every)
        == len(set(every))
        == 8
        * sum(
            1
            for number in range((last - first).days + 1)
            if (day := first + timedelta(days=number)).weekday() < 5 and day not in holidays
        )
    )
    for start in every:
        end = start + timedelta(minutes=Rules().minutes)
        local, local_end = start.astimezone(SYDNEY), end.astimezone(SYDNEY)
        assert local.weekday() < 5
        assert local.date() not in holidays
        assert (local.minute, 9 <= local.hour <= 16) == (0, True)
        assert local_end.replace(tzinfo=None) - local.replace(tzinfo=None) == timedelta(minutes=45)
        assert (local_end.hour, local_end.minute) <= (16, 45)
        for zone in ZONES:
            assert start.astimezone(ZoneInfo(zone)).astimezone(SYDNEY) == local


def test_times_can_be_booked_from_a_day_to_eight_weeks_ahead() -> None:
    now = at("2026-11-21T08:00Z")
    assert Rules().bookable(now) == (at("2026-11-22T08:00Z"), at("2027-01-16T08:00Z"))


@pytest.mark.spec("C-05", "K-01")
@pytest.mark.parametrize(
    ("kind", "now", "start", "ends"),
    [
        (HoldKind.CARD, "2026-11-20T00:00Z", "2026-12-01T00:00Z", "2026-11-20T00:30Z"),
        (HoldKind.CARD, "2026-11-20T00:00Z", "2026-11-20T00:10Z", "2026-11-20T00:10Z"),
        # Friday: Monday, Tuesday, Wednesday to pay, Thursday of grace, until five in the afternoon in Sydney
        (HoldKind.TRANSFER, "2026-11-20T00:00Z", "2026-12-20T00:00Z", "2026-11-26T06:00Z"),
        # The same Friday, at seven in the morning, when it is still Thursday in UTC
        (HoldKind.TRANSFER, "2026-11-19T20:00Z", "2026-12-20T00:00Z", "2026-11-26T06:00Z"),
        # Over Christmas: 29, 30, 31 December and 4 January are business days
        (HoldKind.TRANSFER, "2026-12-24T00:00Z", "2027-02-01T00:00Z", "2027-01-04T06:00Z"),
        (HoldKind.TRANSFER, "2026-11-20T00:00Z", "2026-11-23T22:00Z", "2026-11-23T22:00Z"),
        (HoldKind.PAID, "2026-11-20T00:00Z", "2026-12-01T00:00Z", None),
    ],
)
def test_how_long_a_time_is_kept(kind: HoldKind, now: str, start: str, ends: str | None) -> None:
    holidays = nsw_holidays(date(2026, 1, 1), date(2027, 12, 31))
    assert hold_ends(kind, at(now), at(start), holidays) == (at(ends) if ends else None)


FRIDAY, THURSDAY = "2026-11-20T00:00Z", "2026-11-26T06:00Z"  # chosen; its days are over at five in the afternoon
LATER = "2026-12-20T00:00Z"


@pytest.mark.spec("C-05", "K-01")
@pytest.mark.parametrize(
    ("created", "expires", "start", "first", "until", "limit"),
    [
        # Chosen for the first time, and looked at again when its time is kept for it
        (FRIDAY, "2026-11-20T00:30Z", LATER, None, THURSDAY, TransferLimit.DAYS),
        (FRIDAY, THURSDAY, LATER, FRIDAY, THURSDAY, TransferLimit.DAYS),
        # The consultation is sooner
        (FRIDAY, "2026-11-20T00:30Z", "2026-11-23T22:00Z", None, "2026-11-23T22:00Z", TransferLimit.START),
        (FRIDAY, "2026-11-23T22:00Z", "2026-11-23T22:00Z", FRIDAY, "2026-11-23T22:00Z", TransferLimit.START),
        (
            "2026-11-24T00:00Z",
            "2026-11-24T00:30Z",
            "2026-11-25T22:00Z",
            FRIDAY,
            "2026-11-25T22:00Z",
            TransferLimit.START,
        ),
        # Another time within the days, before and after it is kept for the transfer, up to their last second
        ("2026-11-24T00:00Z", "2026-11-24T00:30Z", LATER, FRIDAY, THURSDAY, TransferLimit.FIRST_CHOICE),
        ("2026-11-24T00:00Z", THURSDAY, LATER, FRIDAY, THURSDAY, TransferLimit.FIRST_CHOICE),
        ("2026-11-26T05:30Z", THURSDAY, LATER, FRIDAY, THURSDAY, TransferLimit.FIRST_CHOICE),
        # Another time when they are over, or nearly
        ("2026-11-26T05:31Z", "2026-11-26T06:01Z", LATER, FRIDAY, "2026-11-26T06:01Z", TransferLimit.USED_UP),
        ("2026-12-01T00:00Z", "2026-12-01T00:30Z", LATER, FRIDAY, "2026-12-01T00:30Z", TransferLimit.USED_UP),
        ("2026-12-01T00:00Z", "2026-12-01T00:10Z", LATER, FRIDAY, "2026-12-01T00:10Z", TransferLimit.USED_UP),
        # Moved by staff, which gives the time its days anew
        ("2026-11-24T00:00Z", "2026-11-30T06:00Z", LATER, FRIDAY, "2026-11-30T06:00Z", TransferLimit.DAYS),
    ],
)
def test_how_long_a_time_is_kept_for_a_transfer_and_why(
    created: str, expires: str, start: str, first: str | None, until: str, limit: TransferLimit
) -> None:
    holidays = nsw_holidays(date(2026, 1, 1), date(2027, 12, 31))
    days_end = transfer_days_end(at(first or created), holidays)
    term = transfer_term(at(created), at(expires), at(start), at(first) if first else None, days_end)
    assert term == TransferTerm(at(until), limit, at(THURSDAY))


@pytest.mark.spec("C-05", "K-01")
@pytest.mark.parametrize(
    ("expires", "start", "limit"),
    [
        # Before it is chosen, and while it is kept
        ("2026-11-20T00:30Z", LATER, TransferLimit.SHARE),
        ("2026-11-20T00:10Z", LATER, TransferLimit.SHARE),
        # What is kept to its end already is not cut short by others
        (THURSDAY, LATER, TransferLimit.DAYS),
        ("2026-11-20T00:30Z", "2026-11-20T00:30Z", TransferLimit.START),
    ],
)
def test_where_strangers_keep_their_share_a_time_is_kept_no_longer_than_it_is(
    expires: str, start: str, limit: TransferLimit
) -> None:
    term = transfer_term(at(FRIDAY), at(expires), at(start), None, at(THURSDAY), room=False)
    assert term == TransferTerm(at(expires), limit, at(THURSDAY))

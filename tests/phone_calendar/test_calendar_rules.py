"""What an entry of a staff member's own calendar says, told by table, and the object that is made of it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from icalendar import Calendar

from app.phone_calendar.feed import feed
from app.phone_calendar.rules import Blocked, Booked, Choice, Told, is_use_noted, told, window

NOON = datetime(2026, 5, 12, 2, tzinfo=UTC)
ANN = Booked(
    reference="HPM-12",
    start=NOON,
    minutes=45,
    sequence=3,
    changed_at=NOON - timedelta(days=9),
    stands=True,
    name="Ann, Nguyen; \n& Sons",
    phone="0400 555 666",
    way="By phone",
    location="Phone call to 0400 555 666",
    page="https://helios.example/admin/dashboard?project=12",
)
LUNCH = Blocked(NOON + timedelta(days=1), NOON + timedelta(days=3), NOON)


@pytest.mark.parametrize(
    ("booked", "names", "expected"),
    [
        (ANN, False, Told("Consultation, HPM-12")),
        (replace(ANN, stands=False), False, Told("Consultation, HPM-12 (refunded)")),
        (
            ANN,
            True,
            Told(
                "Ann, Nguyen; \n& Sons, consultation, HPM-12",
                "Phone call to 0400 555 666",
                "By phone. Phone: 0400 555 666",
            ),
        ),
        (
            replace(ANN, name="Ann", stands=False, phone="", way="In person", location="1 High Street"),
            True,
            Told("Ann, consultation, HPM-12 (refunded)", "1 High Street", "In person."),
        ),
    ],
)
def test_the_words_of_an_entry(booked: Booked, names: bool, expected: Told) -> None:
    assert told(booked, names) == expected


@pytest.mark.parametrize(
    ("last", "noted"),
    [
        (None, True),
        (NOON, False),
        (NOON - timedelta(minutes=9), False),
        (NOON - timedelta(minutes=10), True),
        (NOON + timedelta(minutes=1), True),  # a clock that was set back
    ],
)
def test_when_a_use_is_written_down(last: datetime | None, noted: bool) -> None:
    assert is_use_noted(last, NOON) is noted


def test_two_months_back_and_a_year_ahead_are_told() -> None:
    assert window(NOON) == (NOON - timedelta(days=60), NOON + timedelta(days=365))


def test_a_choice_reads_as_the_audit_log_has_it() -> None:
    assert str(Choice()) == "without clients' names, without blocked times"
    assert str(Choice(names=True, blocked=True)) == "with clients' names, with blocked times"


@pytest.mark.parametrize("names", [False, True])
def test_the_object_is_one_that_calendars_read_and_is_the_same_each_time(names: bool) -> None:
    made = feed([ANN], [LUNCH], names, "Helios: consultations", "helios.example")
    assert made == feed([ANN], [LUNCH], names, "Helios: consultations", "helios.example")
    assert b"REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n" in made
    assert b"X-PUBLISHED-TTL:PT1H\r\n" in made
    assert b"TZID" not in made and b"ATTENDEE" not in made
    calendar = Calendar.from_ical(made)
    assert calendar["METHOD"] == "PUBLISH" and calendar["X-WR-CALNAME"] == calendar["NAME"] == "Helios: consultations"
    theirs, blocked = calendar.walk("VEVENT")
    assert (theirs["UID"], theirs["SEQUENCE"], theirs["STATUS"]) == ("hpm-12@helios.example", 3, "CONFIRMED")
    assert (theirs.decoded("DTSTART"), theirs.decoded("DTEND")) == (NOON, NOON + timedelta(minutes=45))
    assert theirs.decoded("DTSTAMP") == ANN.changed_at
    assert theirs["SUMMARY"] == told(ANN, names).summary
    assert (blocked["SUMMARY"], blocked["TRANSP"]) == ("No consultations", "OPAQUE")
    assert (blocked.decoded("DTSTART"), blocked.decoded("DTEND")) == (LUNCH.start, LUNCH.ends)


def test_a_time_that_staff_and_client_have_to_agree_on_is_tentative() -> None:
    made = feed([replace(ANN, stands=False)], [], False, "Helios", "helios.example")
    assert Calendar.from_ical(made).walk("VEVENT")[0]["STATUS"] == "TENTATIVE"


def test_an_empty_calendar_is_one_too() -> None:
    assert Calendar.from_ical(feed([], [], True, "Helios", "helios.example")).walk("VEVENT") == []

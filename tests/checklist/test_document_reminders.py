"""Reminders of missing documents: after three and seven days, while the office is open, never a third."""

from datetime import UTC, datetime, timedelta

import pytest

from app import clock
from app.accounts.models import Client
from app.checklist import reminded
from app.checklist.models import Need
from app.checklist.rules import NeedState, reminder_due, state
from app.mail.models import Letter
from app.orders.models import Order
from app.projects.models import Project
from app.slots.rules import SYDNEY, is_office_hour
from tests.people import People
from tests.watch import Watch

ASKED = datetime(2027, 3, 1, 0, 0, tzinfo=UTC)  # Monday, 11:00 in Sydney
DAY = timedelta(days=1)


def letters() -> list[str]:
    found = Letter.select().where(Letter.kind == "documents_needed").order_by(Letter.id)
    return [letter.subject.partition("] ")[2] for letter in found]


@pytest.fixture
def asked(people: People, monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Amelia has paid on a Monday, and her project lacks two documents; the clock stands."""
    watch = Watch(clock.now())
    people.client("amelia@example.com", files=0)
    Need.update(asked_at=ASKED).execute()
    watch.now = ASKED
    return watch


def pass_days(days: int, hours: int = 24) -> None:
    """Let the job run every hour."""
    for hour in range(days * hours):
        reminded.remind(ASKED + timedelta(hours=hour))


@pytest.mark.spec("D-07")
def test_two_reminders_come_in_office_hours_and_never_a_third(asked: Watch) -> None:
    pass_days(40)
    number = Project.get().id
    # No letter has asked for what a service needs: the first one does.
    asks = f"we need 2 documents from you: HPM-{number}"
    assert letters() == [f"W{asks[1:]}", f"Reminder: {asks}"]
    written = [letter.created_at for letter in Letter.select().where(Letter.kind == "documents_needed")]
    assert written == [ASKED + 3 * DAY, ASKED + 7 * DAY]
    texts = [letter.text for letter in Letter.select().where(Letter.kind == "documents_needed")]
    assert ["We do not remind you of these again." in text for text in texts] == [False, True]


def test_nothing_is_written_at_night_at_weekends_or_on_holidays(asked: Watch) -> None:
    # Good Friday is 26 March 2027, Easter Monday the 29th; three days after the 23rd is a holiday.
    Need.update(asked_at=datetime(2027, 3, 23, 0, 0, tzinfo=UTC)).execute()
    for hour in range(24 * 8):
        reminded.remind(datetime(2027, 3, 23, 0, 0, tzinfo=UTC) + timedelta(hours=hour))
    written = [
        letter.created_at.astimezone(SYDNEY) for letter in Letter.select().where(Letter.kind == "documents_needed")
    ]
    assert [f"{moment:%a %d %H}" for moment in written] == ["Tue 30 09"]


@pytest.mark.parametrize(
    "change",
    [
        {"proved_at": None},
        {"proved_at": None, "disowned_at": ASKED},
        {"status": "cancelled"},
        {"status": "completed"},
    ],
    ids=["unproved", "disowned", "cancelled", "completed"],
)
def test_no_reminder_goes_where_none_is_wanted(asked: Watch, change: dict[str, object]) -> None:
    Project.update(**change).execute()
    pass_days(9)
    assert letters() == []


def test_no_reminder_goes_for_what_was_given_back(asked: Watch, people: People) -> None:
    Order.update(state="refunded").execute()
    pass_days(9)
    assert letters() == []


def test_no_reminder_leads_to_a_portal_that_its_reader_cannot_open(asked: Watch) -> None:
    Client.update(password_hash=None, access_due_at=None).execute()
    pass_days(9)
    assert letters() == []


def test_nothing_missing_is_nothing_to_remind_of(asked: Watch) -> None:
    Need.update(declined_at=ASKED).execute()
    pass_days(9)
    assert letters() == []


def test_a_server_that_was_off_reminds_once_and_not_of_what_is_long_ago(asked: Watch) -> None:
    later = ASKED + 9 * DAY
    assert [reminded.remind(later) for _ in range(3)] == [1, 0, 0]
    Letter.delete().where(Letter.kind == "documents_needed").execute()
    assert reminded.remind(ASKED + 21 * DAY) == 0


@pytest.mark.parametrize(
    ("days", "first", "second", "due"),
    [
        (2.9, None, None, None),
        (3, None, None, 1),
        (6.9, 3, None, None),
        (7, 3, None, 2),
        (7, 6, None, None),
        (10, 6, None, 2),
        (8, None, None, 2),
        (13.9, 3, 7, None),
        (14, None, None, None),
    ],
)
def test_which_reminder_is_due(days: float, first: float | None, second: float | None, due: int | None) -> None:
    def at(after: float | None) -> datetime | None:
        return None if after is None else ASKED + after * DAY

    assert reminder_due(ASKED, at(first), at(second), ASKED + days * DAY) == due


@pytest.mark.parametrize(
    ("local", "is_open"),
    [
        ("2027-03-01 08:59", False),
        ("2027-03-01 09:00", True),
        ("2027-03-01 16:59", True),
        ("2027-03-01 17:00", False),
        ("2027-03-06 12:00", False),
        ("2027-03-26 12:00", False),
    ],
)
def test_when_the_office_is_open(local: str, is_open: bool) -> None:
    moment = datetime.fromisoformat(local).replace(tzinfo=SYDNEY).astimezone(UTC)
    assert is_office_hour(moment, {datetime(2027, 3, 26).date()}) is is_open


def test_what_came_counts_whatever_was_said_before() -> None:
    assert state(True, True, True) is NeedState.SENT
    assert state(False, True, True) is NeedState.WITHDRAWN
    assert state(False, True, False) is NeedState.DECLINED
    assert state(False, False, False) is NeedState.MISSING

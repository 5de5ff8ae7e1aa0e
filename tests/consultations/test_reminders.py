"""Who is reminded of a consultation: everybody once, but nobody right after another letter has told the time."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from app import clock
from app.alerts.models import Alert
from app.consultations import actions as consultations
from app.consultations.notices import Notices
from app.consultations.reminded import remind
from app.consultations.rules import is_reminded
from app.mail.models import Letter
from app.slots import actions as slots
from app.slots.models import Slot
from tests.onboarders import Onboarder
from tests.people import People
from tests.watch import Watch

START = datetime(2027, 5, 12, 0, 0, tzinfo=UTC)  # a Wednesday, 10:00 am in Sydney
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


@pytest.fixture
def watch(people: People) -> Iterator[Watch]:
    """It is two weeks before the consultation."""
    made = Watch(START - timedelta(days=14))
    with clock.reading(made):
        slots.generate(made.now)
        yield made


@pytest.mark.parametrize(
    ("ahead", "reminded"),
    [
        (timedelta(days=56), True),
        (timedelta(days=2), True),
        (36 * HOUR, True),
        (36 * HOUR - MINUTE, False),
        (24.5 * HOUR, False),
        (24 * HOUR, False),
        (HOUR, False),  # staff may give somebody a time as near as that
    ],
)
def test_a_time_told_lately_needs_no_reminder(ahead: timedelta, reminded: bool) -> None:
    assert is_reminded(START - ahead, START) == reminded


def booked(people: People, watch: Watch, ahead: timedelta, email: str = "ann@example.com") -> Onboarder:
    """Somebody who pays for the consultation that long before it."""
    watch.now = START - ahead
    person = Onboarder(people.house, email=email)
    assert person.take(Slot.get(Slot.date == START).id).status_code == 200
    person.pay()
    return person


def reminders(people: People, watch: Watch, until: datetime = START) -> list[datetime]:
    """Let the job run every ten minutes from now on; when each reminder was written."""
    while watch.now < until:
        remind(watch.now)
        watch.now += 10 * MINUTE
    return [letter.created_at for letter in Letter.select().where(Letter.kind == "reminder")]


@pytest.mark.parametrize(
    ("ahead", "sent", "promised"), [(24.5 * HOUR, 0, False), (35 * HOUR, 0, False), (40 * HOUR, 1, True)]
)
def test_the_confirmation_promises_a_reminder_exactly_when_one_follows(
    people: People, watch: Watch, ahead: timedelta, sent: int, promised: bool
) -> None:
    booked(people, watch, ahead)
    confirmation = " ".join(Letter.get(Letter.kind == "consultation_confirmed").text.split())
    assert ("We remind you the day before" in confirmation) == promised
    assert ("we send no reminder" in confirmation) != promised
    assert len(reminders(people, watch)) == sent


def test_a_time_moved_lately_is_not_told_a_second_time(people: People, watch: Watch) -> None:
    ann = booked(people, watch, timedelta(days=10))
    watch.now = START - 20 * HOUR
    later = Slot.get(Slot.date == START + HOUR)
    consultations.move(ann.project, later.id, "helena", watch.now)
    assert reminders(people, watch, later.date) == []


def test_a_time_moved_long_before_is_reminded_of_once(people: People, watch: Watch) -> None:
    ann = booked(people, watch, timedelta(days=10))
    later = Slot.get(Slot.date == START + HOUR)
    consultations.move(ann.project, later.id, "helena", watch.now)
    sent = reminders(people, watch, later.date)
    assert len(sent) == 1 and timedelta(0) <= sent[0] - (later.date - 24 * HOUR) < 10 * MINUTE


def test_a_reminder_that_cannot_be_written_holds_up_no_other(
    people: People, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = booked(people, watch, timedelta(days=10))
    ben = Onboarder(people.house, email="ben@example.com")
    ben.take(Slot.get(Slot.date == START + HOUR).id)
    ben.pay()
    write = Notices.reminder

    def failing(self: Notices, start: datetime) -> None:
        if self.project.id == ann.project:
            raise ValueError("a letter that cannot be written")
        write(self, start)

    monkeypatch.setattr(Notices, "reminder", failing)
    watch.now = START - 20 * HOUR
    remind(watch.now)
    assert [letter.recipient for letter in Letter.select().where(Letter.kind == "reminder")] == ["ben@example.com"]
    assert Alert.get(Alert.kind == "row_reminders").message.startswith(f"HPM-{ann.project}: the reminder")
    monkeypatch.undo()
    remind(watch.now)
    assert Letter.select().where(Letter.kind == "reminder").count() == 2
    assert not Alert.select().where(Alert.kind == "row_reminders").exists()

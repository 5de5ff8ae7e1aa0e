"""What follows a payment: work that is under way goes on, reminders say the day, a sign-in can be used."""

from datetime import datetime, timedelta

import pytest

from app import clock
from app.accounts.models import Client
from app.clock import BUSINESS_ZONE
from app.consultations import actions as consultations
from app.consultations import reminded
from app.consultations.reminded import remind
from app.mail.models import Letter
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import ProjectStatus
from app.slots import actions as slots
from tests.onboarders import Onboarder, moment
from tests.people import VISA, People
from tests.watch import Watch


def scheduled(people: People) -> Onboarder:
    """Ann has paid for the first time at ten or later that is far enough away to be reminded of."""
    ann = Onboarder(people.house)
    far = clock.now() + timedelta(days=2)
    times = [
        time
        for time in ann.times()
        if moment(time["date"]) >= far and moment(time["date"]).astimezone(BUSINESS_ZONE).hour >= 10
    ]
    assert ann.take(times[0]["id"]).status_code == 200
    ann.pay()
    return ann


def start() -> datetime:
    found: datetime = Project.get().appointment_date
    return found


def begin_work(project: int) -> None:
    row = Project.get_by_id(project)
    assert projects.change_status(project, row.status, ProjectStatus.IN_PROGRESS, "helena", "Begun", clock.now())


def test_a_time_chosen_while_the_work_is_under_way_leaves_it_under_way(people: People, watch: Watch) -> None:
    visitor = people.visitor()
    visitor.book(email="ann@example.com")
    project = Project.get().id
    begin_work(project)
    free = visitor.get("/api/slots/available").get_json()[3]["id"]
    assert visitor.browser.patch(f"/api/slots/{free}/book", json={"projectId": project}).status_code == 200
    assert Project.get_by_id(project).status == "in_progress"
    assert Letter.select().where(Letter.kind == "consultation_moved").count() == 1


def test_a_payment_while_the_work_is_under_way_leaves_it_under_way(people: People, watch: Watch) -> None:
    ann = Onboarder(people.house)
    ann.take(ann.times()[0]["id"])
    intent = ann.begin_card()
    begin_work(ann.project)
    ann.house.sandbox.confirm(intent, card=VISA)
    ann.settle(intent)
    project = Project.get()
    assert (project.status, project.payment_status) == ("in_progress", "completed")


@pytest.mark.parametrize(
    ("before", "word"), [(timedelta(hours=24), "Tomorrow"), (timedelta(minutes=50), "Today"), (timedelta(0), "Today")]
)
def test_a_reminder_names_the_day_as_the_reader_sees_it(
    people: People, watch: Watch, before: timedelta, word: str
) -> None:
    scheduled(people)
    watch.now = start() - before
    remind(watch.now)
    letter = Letter.get(Letter.kind == "reminder")
    assert f"{word}: your consultation" in letter.subject
    assert ("tomorrow" in letter.text.lower()) == (word == "Tomorrow")
    assert ("Anything you send us today" in letter.text) == (word == "Tomorrow")


def test_a_consultation_cancelled_while_reminders_are_written_gets_none(
    people: People, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = scheduled(people)
    watch.now = start() - timedelta(hours=20)
    write = reminded.write
    cancelled: list[bool] = []

    def just_before_writing() -> object:
        if not cancelled:
            cancelled.append(True)
            consultations.cancel(ann.project, "helena", "asked to", watch.now)
        return write()

    monkeypatch.setattr(reminded, "write", just_before_writing)
    remind(watch.now)
    assert cancelled and Letter.select().where(Letter.kind == "reminder").count() == 0


@pytest.mark.parametrize(("days", "letters"), [(6, 1), (8, 2)])
@pytest.mark.parametrize("by", ["booking", "project"])
def test_a_paid_booking_renews_a_temporary_password_that_has_expired(
    people: People, watch: Watch, days: int, letters: int, by: str
) -> None:
    people.visitor().book(email="ann@example.com")
    first = Client.get().password_hash
    watch.now += timedelta(days=days)
    slots.generate(watch.now)
    if by == "booking":
        people.visitor().book(email="ann@example.com")
    else:
        scheduled(people)
    assert Letter.select().where(Letter.kind == "credentials").count() == letters
    client = Client.get()
    assert (client.password_hash != first) == (letters == 2)
    assert client.temporary_password_expires > watch.now


def test_a_lasting_password_is_never_replaced(people: People, watch: Watch) -> None:
    people.client("ann@example.com")
    kept = Client.get().password_hash
    watch.now += timedelta(days=400)
    people.visitor().book(email="ann@example.com")
    assert Client.get().password_hash == kept
    assert Letter.select().where(Letter.kind == "credentials").count() == 1

"""A project whose payment was given back: it holds no new time, and nobody is told that it would."""

from datetime import timedelta

import pytest

from app.alerts.models import Alert, open_alerts
from app.consultations import actions as consultations
from app.consultations.expired import expire_holds
from app.consultations.reminded import remind
from app.errors import AppError
from app.mail.models import Letter
from app.orders.models import Order
from app.orders.money import Payment
from app.payments.settle import settle
from app.projects.models import Project
from app.projects.rules import GIVEN_BACK
from app.slots.models import Hold, Slot
from tests.onboarders import Onboarder
from tests.people import VISA, People, Person
from tests.watch import Watch


def give_back(person: Person, intent: str, cents: int | None = None) -> None:
    """Staff refund it at the provider."""
    gateway = person.house.gateway
    assert gateway is not None
    gateway.refund(intent, cents, "refund", "requested_by_customer")
    settle(gateway, intent)


@pytest.fixture
def wizard(people: People, watch: Watch) -> tuple[Person, int]:
    """A visitor with a paid booking, and its project without a time."""
    visitor = people.visitor()
    intent = visitor.book()
    visitor.intent = intent  # type: ignore[attr-defined]
    return visitor, Payment.get(Payment.intent_id == intent).project_id


def later_time(watch: Watch) -> int:
    return int(Slot.free(watch.now)[-1].id)


def test_a_refunded_wizards_project_holds_no_time(wizard: tuple[Person, int], watch: Watch) -> None:
    visitor, project = wizard
    give_back(visitor, visitor.intent)  # type: ignore[attr-defined]
    refused = visitor.browser.patch(f"/api/slots/{later_time(watch)}/book", json={"projectId": project})
    assert (refused.status_code, refused.get_json()["message"]) == (409, GIVEN_BACK)
    assert (Hold.select().count(), Project.get_by_id(project).status) == (0, "inquiry")


def test_what_staff_are_told_of_a_booking_opens_that_booking(wizard: tuple[Person, int]) -> None:
    visitor, project = wizard
    give_back(visitor, visitor.intent)  # type: ignore[attr-defined]
    booking = Order.of_project(project).booking_id
    assert Alert.get(Alert.kind == "refunded").link == f"/admin/dashboard?booking={booking}"


def test_a_part_that_was_given_back_closes_nothing(wizard: tuple[Person, int], watch: Watch) -> None:
    visitor, project = wizard
    give_back(visitor, visitor.intent, 5_000)  # type: ignore[attr-defined]
    taken = visitor.browser.patch(f"/api/slots/{later_time(watch)}/book", json={"projectId": project})
    assert taken.status_code == 200
    assert (Hold.get().kind, Project.get_by_id(project).status) == ("paid", "scheduled")


def test_staff_give_a_refunded_project_no_time_either(wizard: tuple[Person, int], watch: Watch) -> None:
    visitor, project = wizard
    give_back(visitor, visitor.intent)  # type: ignore[attr-defined]
    with pytest.raises(AppError) as refused:
        consultations.move(project, later_time(watch), "helena", watch.now)
    assert (refused.value.status, refused.value.message) == (409, GIVEN_BACK)


@pytest.fixture
def scheduled(people: People, watch: Watch) -> Onboarder:
    """Ann has paid for a project with a time, and her money went back."""
    ann = Onboarder(people.house)
    assert ann.take(ann.times()[-1]["id"]).status_code == 200
    intent = ann.begin_card()
    people.house.sandbox.confirm(intent, card=VISA)
    ann.settle(intent)
    give_back(ann, intent)
    return ann


def test_staff_who_move_it_keep_it_the_clients_and_say_so(scheduled: Onboarder, watch: Watch) -> None:
    consultations.move(scheduled.project, int(Slot.free(watch.now)[3].id), "helena", watch.now)
    assert (Hold.of_project(scheduled.project) or Hold()).kind == "paid"
    assert Letter.select().where(Letter.kind == "consultation_moved").count() == 1
    watch.now += timedelta(hours=1)
    assert expire_holds(watch.now) == 0


def test_nobody_is_reminded_of_it_and_staff_know_that_its_time_is_kept(scheduled: Onboarder, watch: Watch) -> None:
    start = Project.get_by_id(scheduled.project).appointment_date
    assert "Its time is still kept" in Alert.get(Alert.kind == "refunded").message
    assert remind(start - timedelta(hours=2)) == 0
    assert Letter.select().where(Letter.kind == "reminder").count() == 0


def test_nobody_can_pay_for_it_again_and_the_reason_is_true(scheduled: Onboarder) -> None:
    refused = scheduled.post(f"/api/projects/{scheduled.project}/bank-transfer")
    assert (refused.status_code, refused.get_json()["message"]) == (409, GIVEN_BACK)


def test_an_unpaid_time_of_it_goes_without_a_letter(scheduled: Onboarder, watch: Watch) -> None:
    """Held before its payment was given back, as older data folders have it."""
    Hold.update(kind="card", expires_at=watch.now + timedelta(minutes=30)).execute()
    watch.now += timedelta(minutes=31)
    assert expire_holds(watch.now) == 1
    assert Letter.select().where(Letter.kind == "hold_expired").count() == 0


def test_a_cancelled_project_needs_no_time_any_more(people: People, watch: Watch) -> None:
    ann = Onboarder(people.house)
    ann.take(ann.times()[-1]["id"])
    intent = ann.begin_card()
    watch.now += timedelta(minutes=31)
    expire_holds(watch.now)
    Slot.update(blocked=True).execute()
    people.house.sandbox.confirm(intent, card=VISA)
    ann.settle(intent)
    assert [alert.kind for alert in open_alerts()] == ["needs_time"]
    consultations.cancel(ann.project, "helena", "The client asked", watch.now)
    assert [alert.kind for alert in open_alerts()] == ["refund_due"]

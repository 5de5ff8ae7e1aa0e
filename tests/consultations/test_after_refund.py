"""A project whose payment was given back: it holds no new time, and nobody is told that it would."""

from datetime import timedelta

import pytest

from app.accounts import credentials as accounts
from app.alerts.models import Alert, open_alerts
from app.consultations import actions as consultations
from app.consultations.expired import expire_holds
from app.consultations.reminded import remind
from app.consultations.rules import is_off, takes_place
from app.consultations.statuses import set_status
from app.errors import AppError
from app.mail.models import Letter
from app.orders.money import Payment, Refund
from app.orders.refunds import refund_failed
from app.orders.rules import OrderState
from app.payments.settle import settle
from app.projects.models import Project
from app.projects.rules import BEFORE_WORK, GIVEN_BACK, PAID_BACK, ProjectStatus
from app.slots.models import Hold, Slot
from tests.attention.waiting import kinds as tasks
from tests.onboarders import Onboarder
from tests.people import PASSWORD, VISA, People, Person
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
    visitor.intent = intent
    return visitor, Payment.get(Payment.intent_id == intent).project_id


def later_time(watch: Watch) -> int:
    return int(Slot.free(watch.now)[-1].id)


def test_a_refunded_wizards_project_holds_no_time(wizard: tuple[Person, int], watch: Watch) -> None:
    visitor, project = wizard
    give_back(visitor, visitor.intent)
    refused = visitor.browser.patch(f"/api/slots/{later_time(watch)}/book", json={"projectId": project})
    assert (refused.status_code, refused.get_json()["message"]) == (409, GIVEN_BACK)
    assert (Hold.select().count(), Project.get_by_id(project).status) == (0, "inquiry")


def test_what_staff_are_told_of_a_booking_opens_its_project(wizard: tuple[Person, int]) -> None:
    visitor, project = wizard
    give_back(visitor, visitor.intent)
    assert Alert.get(Alert.kind == "refunded").link == f"/admin/dashboard?project={project}"


def test_a_part_that_was_given_back_closes_nothing(wizard: tuple[Person, int], watch: Watch) -> None:
    visitor, project = wizard
    give_back(visitor, visitor.intent, 5_000)
    taken = visitor.browser.patch(f"/api/slots/{later_time(watch)}/book", json={"projectId": project})
    assert taken.status_code == 200
    assert (Hold.get().kind, Project.get_by_id(project).status) == ("paid", "scheduled")


def test_staff_give_a_refunded_project_no_time_either(wizard: tuple[Person, int], watch: Watch) -> None:
    visitor, project = wizard
    give_back(visitor, visitor.intent)
    with pytest.raises(AppError) as refused:
        consultations.move(project, later_time(watch), "helena", watch.now)
    assert (refused.value.status, refused.value.message) == (409, GIVEN_BACK)


@pytest.fixture
def scheduled(people: People, watch: Watch) -> Onboarder:
    """Ann has paid for a project with a time, and her money went back."""
    ann = Onboarder(people.house)
    assert ann.take(ann.times()[-1]["id"]).status_code == 200
    intent = ann.pay()
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


def test_every_page_says_that_it_does_not_stand_and_that_its_time_is_kept(scheduled: Onboarder) -> None:
    start = Project.get_by_id(scheduled.project).appointment_date.isoformat().replace("+00:00", "Z")
    ics = f"/api/projects/{scheduled.project}/consultation.ics"
    assert scheduled.get(ics).status_code == 404
    accounts.set_client_password("ann@example.com", PASSWORD)
    assert scheduled.post("/api/client/login", {"email": "ann@example.com", "password": PASSWORD}).status_code == 200
    [listed] = scheduled.get("/api/client/projects").get_json()
    assert (listed["status"], listed["statusLabel"]) == ("scheduled", "Refunded")
    assert (listed["appointmentDate"], listed["inQuestion"]) == (None, start)
    [shown] = scheduled.get("/api/client/appointments").get_json()
    assert (shown["date"], shown["takesPlace"], shown["calendarUrl"]) == (start, False, None)
    assert "was refunded" in shown["moveRefusal"] and "was refunded" in shown["wayRefusal"]
    assert shown["cancelRefusal"] is None
    assert (scheduled.get("/api/client/steps").get_json(), scheduled.get("/api/client/needs").get_json()) == ([], [])
    page = scheduled.get(f"/api/client/projects/{scheduled.project}").get_json()
    assert "Consultation" not in [event["what"] for event in page["history"]]
    booking = scheduled.get(f"/api/bookings/confirmation?projectId={scheduled.project}").get_json()["booking"]
    assert (booking["consultationSlot"], booking["calendarUrl"], booking["reminded"]) == (start, None, None)


@pytest.mark.parametrize("money", OrderState)
@pytest.mark.parametrize("status", ProjectStatus)
def test_a_consultation_stands_unless_its_money_went_back_before_work(status: ProjectStatus, money: OrderState) -> None:
    assert takes_place(True, status, money) is (money is not OrderState.REFUNDED or status not in BEFORE_WORK)
    assert not takes_place(False, status, money)


def signed_in(ann: Onboarder) -> Onboarder:
    accounts.set_client_password("ann@example.com", PASSWORD)
    assert ann.post("/api/client/login", {"email": "ann@example.com", "password": PASSWORD}).status_code == 200
    return ann


def test_staff_ask_a_refunded_project_for_nothing_until_they_set_it_on(scheduled: Onboarder, watch: Watch) -> None:
    before, staff = Letter.select().count(), People(scheduled.house).staff()
    asked = f"/api/admin/projects/{scheduled.project}/needs"
    refused = staff.post(asked, {"titles": ["Plans"]})
    assert (refused.status_code, refused.get_json()["message"]) == (409, PAID_BACK)
    assert Letter.select().count() == before
    shown = staff.get(f"/api/admin/projects/{scheduled.project}").get_json()
    assert {each["act"]: each["refusal"] for each in shown["acts"]}["ask_documents"] == PAID_BACK
    assert {each["status"]: each["refusal"] for each in shown["statuses"]}["pending_documents"] == PAID_BACK
    set_status(scheduled.project, ProjectStatus.IN_PROGRESS, "Agreed by phone", "helena", watch.now)
    assert staff.post(asked, {"titles": ["Fire report"]}).status_code == 200
    needs = [each["title"] for each in signed_in(scheduled).get("/api/client/needs").get_json()]
    assert "Fire report" in needs


def test_where_staff_set_it_on_the_pages_speak_of_the_work(scheduled: Onboarder, watch: Watch) -> None:
    start = Project.get_by_id(scheduled.project).appointment_date.isoformat().replace("+00:00", "Z")
    set_status(scheduled.project, ProjectStatus.IN_PROGRESS, "Agreed by phone", "helena", watch.now)
    [listed] = signed_in(scheduled).get("/api/client/projects").get_json()
    assert (listed["statusLabel"], listed["appointmentDate"], listed["inQuestion"]) == ("In Progress", start, None)
    [shown] = scheduled.get("/api/client/appointments").get_json()
    assert shown["takesPlace"] and shown["wayRefusal"] is None
    answer = scheduled.get(f"/api/bookings/confirmation?projectId={scheduled.project}").get_json()
    assert (answer["state"], answer["booking"]["arrived"]["state"]) == ("begun", "refunded")


@pytest.mark.parametrize("ends", ["cancelled", "begun", "returned"])
def test_nobody_is_asked_about_its_time_once_that_is_settled(scheduled: Onboarder, watch: Watch, ends: str) -> None:
    assert [alert.kind for alert in open_alerts()].count("refunded") == 1
    if ends == "cancelled":
        consultations.cancel(scheduled.project, "helena", "Agreed", watch.now)
    elif ends == "begun":
        set_status(scheduled.project, ProjectStatus.IN_PROGRESS, "Agreed by phone", "helena", watch.now)
    else:
        refund_failed(Refund.get(), watch.now)
    assert "refunded" not in [alert.kind for alert in open_alerts()]


@pytest.mark.parametrize("status", ProjectStatus)
def test_nothing_is_asked_for_what_is_closed_or_was_paid_back_before_work_began(status: ProjectStatus) -> None:
    closed = status in (ProjectStatus.CANCELLED, ProjectStatus.COMPLETED)
    assert is_off(status, OrderState.PAID) is closed
    assert is_off(status, OrderState.REFUNDED) is (status is not ProjectStatus.IN_PROGRESS)


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
    assert tasks() == ["contact"]
    consultations.cancel(ann.project, "helena", "The client asked", watch.now)
    assert tasks() == ["refund_due"]
    told = Letter.get(Letter.kind == "consultation_cancelled")
    assert f"Your project HPM-{ann.project} is cancelled. The client asked." in " ".join(told.text.split())
    assert told.calendar is None
    gateway = people.house.gateway
    assert gateway is not None
    gateway.refund(intent, None, "all of it", "requested_by_customer")
    ann.settle(intent)
    assert "refund_due" not in [alert.kind for alert in open_alerts()]
    refund_failed(Refund.get(), watch.now)
    assert "refund_due" in [alert.kind for alert in open_alerts()]

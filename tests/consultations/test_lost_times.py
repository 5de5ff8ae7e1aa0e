"""A time that is kept no longer: its letters say truly why, and lead to where another one is chosen."""

from datetime import timedelta

import pytest

from app.accounts import credentials as accounts
from app.consultations import actions as consultations
from app.consultations.expired import expire_holds
from app.mail.models import Letter
from app.orders.money import Payment
from app.projects.models import Project
from app.slots.models import Hold, Slot
from tests.onboarders import DETAILS, Onboarder
from tests.people import PASSWORD, People, Person
from tests.watch import Watch

SOON = timedelta(minutes=5)


def text_of(kind: str) -> str:
    """The newest letter of a kind, its lines joined."""
    letter = Letter.select().where(Letter.kind == kind).order_by(Letter.id.desc()).get()
    return f"{letter.subject} {' '.join(letter.text.split())}"


@pytest.fixture
def ann(people: People, watch: Watch) -> Onboarder:
    """Ann has chosen a transfer for a time tomorrow: it is kept until the consultation itself."""
    ann = Onboarder(people.house)
    ann.slot = ann.times()[1]
    assert ann.take(ann.slot["id"]).status_code == 200
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    assert Hold.get().expires_at == Slot.get_by_id(ann.slot["id"]).date
    return ann


def let_it_pass(ann: Onboarder, watch: Watch, job_runs: bool = True) -> None:
    watch.now = Slot.get_by_id(ann.slot["id"]).date + SOON
    if job_runs:
        assert expire_holds(watch.now) == 1


def expected_outcome(staff: Person) -> str:
    (line,) = staff.get("/api/admin/consultations").get_json()["items"]
    return str(line["money"]["prospect"]["settled"])


def receive(staff: Person) -> None:
    transfer = Payment.get(Payment.provider == "bank")
    assert staff.post(f"/api/admin/payments/{transfer.id}/receive-transfer").status_code == 200


@pytest.mark.spec("C-05")
@pytest.mark.parametrize("job_runs", [True, False])
def test_a_transfer_that_comes_when_its_time_has_passed_is_told_so(
    people: People, ann: Onboarder, watch: Watch, job_runs: bool
) -> None:
    assert expected_outcome(people.staff()) == "pays"
    let_it_pass(ann, watch, job_runs)
    staff = people.staff()
    assert expected_outcome(staff) == "without_time"
    receive(staff)
    project = Project.get()
    assert (project.status, project.payment_status, project.appointment_date) == ("inquiry", "completed", None)
    assert Slot.get_by_id(ann.slot["id"]).project_id is None
    said = text_of("choose_another_time")
    assert "had passed" in said and "free" not in said and "somebody else" not in said
    assert Letter.select().where(Letter.kind == "consultation_confirmed").count() == 0


def test_a_payment_whose_time_is_somebody_elses_is_told_so(people: People, ann: Onboarder, watch: Watch) -> None:
    bea = Onboarder(people.house, email="bea@example.com")
    hold = Hold.get()
    expire_holds(hold.expires_at)
    assert bea.take(ann.slot["id"]).status_code == 200
    receive(people.staff())
    said = text_of("choose_another_time")
    assert "that time is no longer free" in said and "passed" not in said


def test_who_has_paid_without_a_time_is_led_to_the_free_times(people: People, ann: Onboarder, watch: Watch) -> None:
    let_it_pass(ann, watch)
    receive(people.staff())
    page = f"/success?projectId={ann.project}"
    said = text_of("choose_another_time")
    assert f"{page} " in said and "without a sign-in, until you change something in the client portal" in said
    assert "After that, and in any other browser, please sign in to the client portal first." in said
    # The same page opens for the signed-in client, and in the portal the project says so.
    accounts.set_client_password("ann@example.com", PASSWORD)
    client = people.visitor()
    client.sign_in("ann@example.com")
    (shown,) = client.get("/api/client/projects").get_json()
    assert (shown["choosesTime"], shown["paymentStatus"]) == (True, "completed")
    answer = client.get(f"/api/bookings/confirmation?projectId={ann.project}").get_json()
    assert (answer["state"], answer["booking"]["consultationSlot"]) == ("paid", None)
    free = client.get("/api/slots/available").get_json()[0]["id"]
    taken = client.browser.patch(f"/api/slots/{free}/book", json={"projectId": ann.project})
    assert taken.status_code == 200
    (shown,) = client.get("/api/client/projects").get_json()
    assert shown["choosesTime"] is False
    said = text_of("consultation_moved")
    assert "has its time" in said and "replaces" not in said and "new time" not in said


def test_an_unpaid_time_that_has_passed_is_not_called_free(ann: Onboarder, watch: Watch) -> None:
    let_it_pass(ann, watch)
    said = text_of("hold_expired")
    assert "has passed" in said and "it pays for another time" in said and "free" not in said
    assert f"/success?projectId={ann.project} " in said and "/onboarding" not in said
    # Ann has no sign-in: nothing but her browser shows the page.
    assert "opens only in the browser you used before" in said and "reply to this email or call us on" in said
    assert ann.get(f"/api/bookings/confirmation?projectId={ann.project}").get_json()["state"] == "awaiting"


def test_who_pays_by_card_instead_is_told_nothing_of_a_transfer(ann: Onboarder, watch: Watch) -> None:
    ann.begin_card()
    hold = Hold.get()
    assert expire_holds(hold.expires_at) == 1
    said = text_of("hold_expired")
    assert "No payment for HPM-1 has reached us in time" in said and "transfer" not in said
    assert f"/checkout?projectId={ann.project}&amount=" in said


def test_a_signed_in_client_is_told_that_the_page_opens_after_signing_in(people: People, watch: Watch) -> None:
    client = people.client("ann@example.com")
    ann = Onboarder(people.house)
    ann.browser = client.browser
    ann.intake = ann.post("/api/clients", DETAILS).get_json()["id"]
    ann.project = ann.make_project("planning_approvals")
    ann.take(ann.times()[1]["id"])
    ann.begin_card()
    hold = Hold.of_project(ann.project)
    assert hold is not None
    assert expire_holds(hold.expires_at) == 1
    said = text_of("hold_expired")
    assert "and in any other browser, please sign in to the client portal first" in said


def test_another_time_after_a_first_one_replaces_it(people: People, watch: Watch) -> None:
    ann = Onboarder(people.house)
    ann.take(ann.times()[0]["id"])
    ann.pay()
    consultations.move(ann.project, ann.times()[5]["id"], "helena", watch.now)
    said = text_of("consultation_moved")
    assert "has a new time" in said and "replaces the earlier one" in said and "It was" in said

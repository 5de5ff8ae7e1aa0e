"""The submit chain: every call as the specification lists it, each owned by the session, each repeatable."""

from datetime import timedelta

import pytest

from app.accounts import credentials as accounts
from app.accounts.models import Client
from app.alerts.models import Alert
from app.clock import now
from app.config import in_force
from app.documents.models import Document
from app.documents.rules import Uploader
from app.mail.models import Letter
from app.onboarding.models import Onboarding
from app.projects.models import Project
from app.projects.rules import Proof
from app.proofs.ownership import prove
from app.slots import actions as slots
from app.slots.models import Hold, Slot
from tests.onboarders import DETAILS, Onboarder
from tests.people import PASSWORD, VISA, People, Person


@pytest.mark.spec("O-02")
@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("name", "A", "Name must be at least 2 characters"),
        ("email", "ann@", "Invalid email address"),
        ("phone", "040011", "Phone number must be at least 7 characters"),
        ("addressStreet", "1 ", "Address must be at least 3 characters"),
        ("addressCity", "H", "City must be at least 2 characters"),
        ("addressState", None, "State must be at least 2 characters"),
        ("addressZip", "222", "Zip code must be at least 4 characters"),
        (
            "enquiryType",
            "gossip",
            "Invalid enum value. Expected 'new_project', 'consultation', 'existing_project' or 'other'",
        ),
    ],
)
def test_client_details_keep_the_tables_rules(people: People, field: str, value: object, message: str) -> None:
    answer = people.visitor().post("/api/clients", {**DETAILS, field: value})
    assert answer.status_code == 422
    assert answer.get_json()["fields"] == {field: message}
    assert Client.select().count() == 0


def test_the_letters_name_what_was_sent_with_the_submission(people: People) -> None:
    slots.generate(now())
    ann = Onboarder(people.house)
    ann.take(ann.times()[1]["id"])
    assert ann.attach().status_code == 201
    people.house.sandbox.confirm(intent := ann.begin_card(), card=VISA)
    ann.settle(intent)
    for kind in ("consultation_confirmed", "staff_consultation_notice"):
        assert "Plan.pdf" in Letter.get(Letter.kind == kind).text
    told = " ".join(Letter.get(Letter.kind == "consultation_confirmed").text.split())
    assert "We read your documents and details before we speak." in told


@pytest.mark.spec("O-06", "X-01")
def test_the_whole_chain_makes_client_project_time_and_documents(people: People) -> None:
    slots.generate(now())
    ann = Onboarder(people.house)
    free = ann.times()[1:]
    taken = ann.take(free[0]["id"])
    assert (taken.status_code, taken.get_json()["isBooked"]) == (200, True)
    dated = ann.browser.patch(f"/api/projects/{ann.project}", json={"appointmentDate": free[0]["date"]})
    assert dated.status_code == 200
    assert ann.attach().status_code == 201
    shown = ann.checkout()
    assert (shown["clientId"], shown["serviceType"], shown["appointmentDate"]) == (
        ann.intake,
        "planning_approvals",
        free[0]["date"],
    )
    assert (shown["feeCents"], shown["creditCents"], shown["totalCents"]) == (150_000, 0, 150_000)
    assert shown["canPay"] is True
    assert shown["status"] == "pending_payment"
    left = [time for time in ann.times() if time in free]
    assert left == free[1:]


@pytest.mark.spec("O-06")
def test_every_call_may_be_repeated_without_making_anything_twice(people: People) -> None:
    slots.generate(now())
    visitor = people.visitor()
    keyed = {"headers": {"Idempotency-Key": "submit-1"}}
    ids = {visitor.post("/api/clients", DETAILS, **keyed).get_json()["id"] for _ in range(3)}
    assert len(ids) == 1
    body = {"clientId": ids.pop(), "serviceType": "scope_tender", "status": "inquiry"}
    projects = {visitor.post("/api/projects", body).get_json()["id"] for _ in range(3)}
    assert len(projects) == 1
    slot = visitor.get("/api/slots/available").get_json()[1]
    for _ in range(3):
        assert visitor.browser.patch(f"/api/slots/{slot['id']}/book").status_code == 200
    assert (Client.select().count(), Project.select().count(), Hold.select().count()) == (1, 1, 1)


def test_a_file_sent_again_after_a_lost_answer_is_one_document(people: People) -> None:
    ann = Onboarder(people.house)
    first, second = ann.attach(key="file-1"), ann.attach(key="file-1")
    assert first.get_json()["id"] == second.get_json()["id"]
    assert ann.attach(key="file-2").get_json()["id"] != first.get_json()["id"]
    assert Document.select().count() == 2


def test_a_file_can_be_taken_back_until_the_project_is_paid_by_whoever_added_it(people: People) -> None:
    slots.generate(now())
    ann, bob = Onboarder(people.house), Onboarder(people.house, "bob@example.com")
    first, second = (ann.attach().get_json()["id"] for _ in range(2))
    bobs = bob.attach().get_json()["id"]
    assert bob.browser.delete(f"/api/projects/{ann.project}/documents/{first}").status_code == 404
    assert ann.browser.delete(f"/api/projects/{ann.project}/documents/{bobs}").status_code == 404
    assert ann.browser.delete(f"/api/projects/{ann.project}/documents/{first}").status_code == 204
    assert ann.browser.delete(f"/api/projects/{ann.project}/documents/{first}").status_code == 404
    assert [row.id for row in Document.select().order_by(Document.id)] == [second, bobs]
    assert len([path for path in in_force().documents_folder.rglob("*") if path.is_file()]) == 2
    ann.take(ann.times()[1]["id"])
    ann.pay()
    assert ann.browser.delete(f"/api/projects/{ann.project}/documents/{second}").status_code == 403
    assert Document.select().count() == 2


def test_of_what_staff_add_nothing_is_taken_back(people: People) -> None:
    ann = Onboarder(people.house)
    kept = ann.attach().get_json()["id"]
    Document.update(uploaded_by=Uploader.STAFF).execute()
    assert ann.browser.delete(f"/api/projects/{ann.project}/documents/{kept}").status_code == 404
    assert Document.select().count() == 1


def test_going_back_corrects_the_same_submission(people: People) -> None:
    visitor = people.visitor()
    keyed = {"headers": {"Idempotency-Key": "submit-1"}}
    first = visitor.post("/api/clients", DETAILS, **keyed).get_json()["id"]
    body = {"clientId": first, "serviceType": "scope_tender"}
    project = visitor.post("/api/projects", body).get_json()["id"]
    visitor.post("/api/clients", {**DETAILS, "email": "ann.lee@example.com"}, **keyed)
    visitor.post("/api/projects", {**body, "serviceType": "premium_advisory"})
    row = Project.get_by_id(project)
    assert (row.client.email, row.service_type, row.payment_amount) == (
        "ann.lee@example.com",
        "premium_advisory",
        300000,
    )
    assert Onboarding.select().count() == 1
    # The address that was typed first is nobody's, and nobody is left in the list of clients with it.
    assert [client.email for client in Client.select()] == ["ann.lee@example.com"]


def test_going_back_to_another_address_takes_nothing_from_a_client_who_has_the_first(people: People) -> None:
    people.visitor().book(email="ann@example.com")
    visitor, keyed = people.visitor(), {"headers": {"Idempotency-Key": "submit-1"}}
    visitor.post("/api/clients", DETAILS, **keyed)
    visitor.post("/api/clients", {**DETAILS, "email": "ann.lee@example.com"}, **keyed)
    assert {client.email for client in Client.select()} == {"ann@example.com", "ann.lee@example.com"}


@pytest.mark.spec("R-01")
def test_a_known_address_is_attached_silently_and_never_changed(people: People) -> None:
    people.visitor().book(email="ann@example.com", fullName="Ann Lee-Original", phone="0499 999 999")
    stranger = Onboarder(people.house, email="ANN@example.com")
    assert Client.select().count() == 1
    kept = Client.get()
    assert (kept.name, kept.phone) == ("Ann Lee-Original", "0499 999 999")
    told = stranger.get(f"/api/clients/{stranger.intake}").get_json()
    assert (told["name"], told["phone"]) == ("Ann Lee", "0400 111 222")
    # The browser's number is its own submission's, so that it cannot tell a new client from an old one.
    assert stranger.intake == 1
    assert stranger.checkout()["creditCents"] == 0
    # Nobody has proved yet that Ann has told it.
    assert Alert.select().count() == 0
    prove(stranger.project, Proof.STAFF, "helena", now())
    assert [alert.kind for alert in Alert.select()] == ["client_differs"]
    kept = Client.get()
    assert (kept.name, kept.phone) == ("Ann Lee-Original", "0499 999 999")


@pytest.mark.parametrize(
    "extra", [{"status": "scheduled"}, {"paymentStatus": "completed"}, {"clientId": 1}, {"paymentAmount": 1}]
)
def test_a_visitor_cannot_change_what_is_not_theirs(people: People, extra: dict[str, object]) -> None:
    slots.generate(now())
    ann = Onboarder(people.house)
    slot = ann.times()[1]
    ann.take(slot["id"])
    before = Project.get_by_id(ann.project).__data__.copy()
    for body in (extra, {"appointmentDate": slot["date"], **extra}):
        answer = ann.browser.patch(f"/api/projects/{ann.project}", json=body)
        assert answer.status_code == 422
    assert Project.get_by_id(ann.project).__data__ == before


@pytest.mark.parametrize(
    "extra",
    [{"paymentStatus": "completed"}, {"paymentAmount": 1}, {"stripePaymentId": "pi_1"}, {"id": 7}, {"visitorId": "x"}],
    ids=str,
)
def test_nobody_sets_what_is_not_asked_for(people: People, extra: dict[str, object]) -> None:
    ann = Onboarder(people.house)
    before = [Client.select().count(), Onboarding.select().count(), Project.get().__data__.copy()]
    body = {"clientId": ann.intake, "serviceType": "scope_tender", "status": "inquiry"}
    for path, asked in (("/api/clients", DETAILS), ("/api/projects", body)):
        answer = ann.post(path, {**asked, **extra})
        assert (path, answer.status_code) == (path, 422)
        assert answer.get_json()["fields"] == {"body": "This cannot be changed here."}
    assert [Client.select().count(), Onboarding.select().count(), Project.get().__data__] == before


def test_only_the_time_that_is_held_can_be_the_appointment(people: People) -> None:
    slots.generate(now())
    ann = Onboarder(people.house)
    first, second = ann.times()[1:3]
    ann.take(first["id"])
    other = ann.browser.patch(f"/api/projects/{ann.project}", json={"appointmentDate": second["date"]})
    assert other.status_code == 409
    naive = ann.browser.patch(f"/api/projects/{ann.project}", json={"appointmentDate": "2027-01-01T10:00:00"})
    assert naive.status_code == 422


def test_times_that_are_unknown_past_or_too_near_are_refused(people: People) -> None:
    slots.generate(now())
    ann = Onboarder(people.house)
    assert ann.take(99_999).status_code == 404
    for ahead in (timedelta(hours=-1), timedelta(hours=23), timedelta(weeks=9)):
        slot = Slot.create(date=now() + ahead)
        assert ann.take(slot.id).status_code == 409
    blocked = Slot.create(date=now() + timedelta(days=3), blocked=True)
    assert ann.take(blocked.id).status_code == 404


@pytest.mark.spec("U-01", "R-01")
def test_success_names_people_as_they_named_themselves_and_only_to_themselves(people: People) -> None:
    people.visitor().book(email="ann@example.com", fullName="Ann Lee-Original")
    slots.generate(now())
    ann, stranger = Onboarder(people.house, email="ANN@example.com"), Person(people.house)
    ann.take(ann.times()[1]["id"])
    ann.post(f"/api/projects/{ann.project}/bank-transfer")
    path = f"/api/bookings/confirmation?projectId={ann.project}"
    shown = ann.get(path).get_json()["booking"]
    assert (shown["fullName"], shown["email"]) == ("Ann Lee", "ANN@example.com")
    assert shown["transferNote"] and shown["transferNote"] == ann.checkout()["transferNote"]
    for nobody in (stranger, Onboarder(people.house, email="bea@example.com")):
        assert nobody.get(path).get_json() == {
            "state": "none",
            "booking": None,
            "isDisowned": False,
            "mayChange": False,
            "asksVisitor": False,
        }
    accounts.set_client_password("ann@example.com", PASSWORD)
    client = Person(people.house)
    client.sign_in("ann@example.com")
    assert client.get(path).get_json()["state"] == "none"
    prove(ann.project, Proof.STAFF, "helena", now())
    assert client.get(path).get_json()["booking"]["fullName"] == "Ann Lee-Original"


def test_strangers_find_nothing(people: People) -> None:
    slots.generate(now())
    ann, stranger = Onboarder(people.house), Person(people.house)
    assert stranger.get(f"/api/clients/{ann.intake}").status_code == 404
    assert stranger.get(f"/api/projects/{ann.project}").status_code == 404
    body = {"clientId": ann.intake, "serviceType": "scope_tender"}
    assert stranger.post("/api/projects", body).status_code == 404
    slot = ann.times()[1]["id"]
    answer = stranger.browser.patch(f"/api/slots/{slot}/book", json={"projectId": ann.project})
    assert answer.status_code == 404

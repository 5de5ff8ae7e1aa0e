"""What staff see of consultation times, and what they do about transfers."""

from datetime import timedelta
from typing import Any

import pytest

from app import clock
from app.alerts.models import Alert
from app.audit.models import AuditLine
from app.consultations import actions as consultations
from app.consultations.expired import expire_holds
from app.mail.models import Letter
from app.orders.money import Payment
from app.payments import transfers
from app.projects.models import Project
from app.slots import actions as slots
from app.slots.models import Hold
from tests.onboarders import Onboarder
from tests.people import People, Person


@pytest.fixture(autouse=True)
def _times(people: People) -> None:
    slots.generate(clock.now())


def listed(staff: Person) -> list[dict[str, Any]]:
    return list(staff.get("/api/admin/consultations").get_json()["items"])


@pytest.mark.spec("A-02")
def test_staff_see_held_and_booked_times_and_what_they_wait_for(people: People) -> None:
    ann, bea = Onboarder(people.house), Onboarder(people.house, email="bea@example.com", service="scope_tender")
    Onboarder(people.house, email="cora@example.com")
    first, second = ann.times()[1:3]
    ann.take(second["id"])
    bea.take(first["id"])
    bea.post(f"/api/projects/{bea.project}/bank-transfer")
    staff = people.staff()
    lines = [(line["email"], line["kind"], line["start"], line["serviceTitle"]) for line in listed(staff)]
    assert lines == [
        ("bea@example.com", "transfer", first["date"], "Scope & Tender Management"),
        ("ann@example.com", "card", second["date"], "Planning & Approvals"),
    ]
    awaited = listed(staff)[0]["transfers"][0]
    assert awaited["amountCents"] == 200000
    ann.pay()
    paid = listed(staff)[1]
    assert (paid["kind"], paid["expiresAt"], paid["transfers"]) == ("paid", None, [])


@pytest.mark.spec("A-02", "C-05")
def test_a_transfer_is_marked_once_whoever_presses_how_often(people: People) -> None:
    ann = Onboarder(people.house)
    ann.take(ann.times()[1]["id"])
    ann.post(f"/api/projects/{ann.project}/bank-transfer")
    staff = people.staff()
    payment = listed(staff)[0]["transfers"][0]["paymentId"]
    for _ in range(2):
        assert staff.post(f"/api/admin/payments/{payment}/receive-transfer").status_code == 200
    assert Project.get_by_id(ann.project).status == "scheduled"
    assert Letter.select().where(Letter.kind == "payment_received").count() == 1
    assert [line.subject for line in AuditLine.select().where(AuditLine.action == "receive-transfer")] == [
        f"payment:{payment}"
    ]
    assert listed(staff)[0]["kind"] == "paid"
    assert staff.post("/api/admin/payments/99/receive-transfer").status_code == 404


def test_a_transfer_whose_time_has_gone_is_still_awaited(people: People) -> None:
    ann = Onboarder(people.house)
    ann.take(ann.times()[1]["id"])
    ann.post(f"/api/projects/{ann.project}/bank-transfer")
    over = Hold.get().expires_at + timedelta(seconds=1)
    assert expire_holds(over) == 1
    line = listed(people.staff())[0]
    assert (line["kind"], line["start"], len(line["transfers"])) == ("none", None, 1)


@pytest.mark.spec("A-02")
def test_the_money_awaited_is_that_of_the_transfers_that_are_listed(people: People) -> None:
    """Of projects and of the wizard's bookings; not of those who pay by card after all, or whose project is closed."""
    house = people.house
    ann, bea, cora = (Onboarder(house, email=f"{name}@example.com") for name in ("ann", "bea", "cora"))
    for number, client in enumerate((ann, bea, cora)):
        assert client.take(ann.times()[number + 1]["id"]).status_code == 200
        client.post(f"/api/projects/{client.project}/bank-transfer")
    bea.begin_card()
    consultations.cancel(cora.project, "helena", "Withdrawn", clock.now())
    house.flask.config["GATEWAY"] = None
    dan = people.visitor()
    dan.fill_wizard(email="dan@example.com")
    dan.post("/api/bookings/current/bank-transfer")
    staff = people.staff()
    owed = {line["email"]: line["transfers"][0]["amountCents"] for line in listed(staff) if line["transfers"]}
    assert owed == {"ann@example.com": 150000, "dan@example.com": 25000}
    assert staff.get("/api/admin/dashboard").get_json()["counts"]["awaitedCents"] == sum(owed.values())


@pytest.mark.spec("C-05")
def test_another_time_for_a_chosen_transfer_is_kept_as_long(people: People) -> None:
    ann = Onboarder(people.house)
    ann.take(ann.times()[1]["id"])
    ann.post(f"/api/projects/{ann.project}/bank-transfer")
    slots.let_go(Hold.get(), clock.now())
    ann.take(ann.times()[-1]["id"])
    for _ in range(2):
        ann.post(f"/api/projects/{ann.project}/bank-transfer")
    held = Hold.of_project(ann.project)
    assert held is not None and held.expires_at is not None
    assert held.kind == "transfer" and held.expires_at > clock.now() + timedelta(days=2)


@pytest.mark.spec("C-05")
def test_a_card_payment_given_up_for_a_transfer_says_nothing_about_the_project(people: People) -> None:
    ann = Onboarder(people.house)
    ann.take(ann.times()[1]["id"])
    intent = ann.begin_card()
    ann.post(f"/api/projects/{ann.project}/bank-transfer")
    assert ann.settle(intent) == "failed"
    assert Project.get_by_id(ann.project).payment_status == "pending"
    staff = people.staff()
    staff.post(f"/api/admin/payments/{listed(staff)[0]['transfers'][0]['paymentId']}/receive-transfer")
    ann.settle(intent)
    assert Project.get_by_id(ann.project).payment_status == "completed"


@pytest.mark.spec("C-05")
def test_a_transfer_that_arrives_although_the_card_was_charged_is_a_second_payment(people: People) -> None:
    ann = Onboarder(people.house)
    ann.take(ann.times()[1]["id"])
    ann.post(f"/api/projects/{ann.project}/bank-transfer")
    intent = ann.pay()
    transfers.receive(Payment.get(Payment.provider == "bank").id, "helena")
    project = Project.get_by_id(ann.project)
    assert (project.payment_status, project.stripe_payment_id) == ("completed", intent)
    assert [(alert.kind, alert.message) for alert in Alert.select()] == [
        (
            "paid_twice",
            f"HPM-{ann.project} was paid twice; the second payment by bank transfer needs a refund. "
            "$3,000.00 came in all, for a price of $1,500.00.",
        )
    ]
    assert Letter.select().where(Letter.kind == "consultation_confirmed").count() == 1

"""A price that comes in parts: nobody is called paid before all of it is there, and every letter names its own sum."""

import pytest

from app import clock
from app.alerts.models import Alert
from app.mail.models import Letter
from app.orders.models import Order
from app.orders.money import Payment
from app.payments import transfers
from app.projects.models import Project
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.people import People


@pytest.fixture
def ann(people: People) -> Onboarder:
    """Ann keeps a time for her project, which costs 1,500, and has chosen to pay by transfer."""
    slots.generate(clock.now())
    ann = Onboarder(people.house)
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    return ann


def text(kind: str) -> str:
    return " ".join(Letter.get(Letter.kind == kind).text.split())


def shown(ann: Onboarder) -> tuple[str, str, str]:
    row = Project.get_by_id(ann.project)
    return str(Order.of_project(row.id).state), row.status, row.payment_status


@pytest.mark.spec("C-05")
def test_a_price_in_two_transfers_is_paid_with_the_second(ann: Onboarder) -> None:
    transfers.receive(Payment.get().id, "helena", 80_000)
    assert shown(ann) == ("part_paid", "pending_payment", "pending")
    assert "Your payment of $800.00 has arrived" in text("other_price_received")
    assert "750" not in text("other_price_received")
    for _ in range(2):
        transfers.record(ann.project, 70_000, "the rest", "helena")
    assert shown(ann) == ("paid", "scheduled", "completed")
    assert "Your transfer of $700.00 with the reference" in text("payment_received")
    assert "Paid: $1,500.00" in text("consultation_confirmed")
    assert Payment.select().count() == 2
    assert [alert.kind for alert in Alert.select()] == ["paid_other_price"]


@pytest.mark.spec("C-05")
def test_a_transfer_of_more_than_the_price_pays_and_the_difference_is_to_go_back(ann: Onboarder) -> None:
    transfers.receive(Payment.get().id, "helena", 155_000)
    assert shown(ann) == ("paid", "scheduled", "completed")
    assert "A payment of $1,550.00 has arrived, which is $50.00 more than" in text("paid_twice")
    (alert,) = Alert.select()
    assert (alert.kind, "was paid 50.00 AUD more than it costs" in alert.message) == ("paid_twice", True)


@pytest.mark.spec("C-05")
def test_a_booking_by_transfer_in_parts_is_confirmed_with_the_last(people: People) -> None:
    people.house.flask.config["GATEWAY"] = None
    visitor = people.visitor()
    visitor.fill_wizard()
    assert visitor.post("/api/bookings/current/bank-transfer").status_code == 200
    transfers.receive(Payment.get().id, "helena", 10_000)
    project = Project.get()
    assert visitor.get("/api/bookings/confirmation").get_json()["state"] == "other_price"
    assert not Letter.select().where(Letter.kind == "booking_confirmed").exists()
    transfers.record(project.id, 15_000, "the rest", "helena")
    assert visitor.get("/api/bookings/confirmation").get_json()["state"] == "paid"
    assert Letter.select().where(Letter.kind == "booking_confirmed").count() == 1

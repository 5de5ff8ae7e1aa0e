"""A price that comes in parts: nobody is called paid before all of it is there, and every letter names its own sum."""

from datetime import timedelta

import pytest

from app import clock
from app.alerts.models import Alert, open_alerts
from app.consultations import actions as consultations
from app.consultations.expired import expire_holds
from app.mail.models import Letter
from app.orders.actions import CHANGED
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.orders.refunds import refund
from app.orders.sums import has_money
from app.payments import cards, choosing, transfers
from app.payments.reconcile import reconcile
from app.payments.settle import settle
from app.projects.models import Project
from app.slots import actions as slots
from app.slots.models import Hold, Slot
from tests.onboarders import Onboarder
from tests.people import VISA, People


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
    # Nobody has a sign-in yet: neither page nor letter leads to the portal.
    told = text("other_price_received")
    assert "See your booking" in told and "The page opens only in the browser you used before" in told
    booking = ann.get(f"/api/bookings/confirmation?projectId={ann.project}").get_json()
    assert (booking["state"], booking["booking"]["inPortal"]) == ("other_price", False)
    for _ in range(2):
        transfers.record(ann.project, 70_000, "the rest", "helena")
    assert shown(ann) == ("paid", "scheduled", "completed")
    assert "Your transfer of $700.00 with the reference" in text("payment_received")
    assert "Paid: $1,500.00" in text("consultation_confirmed")
    assert Payment.select().count() == 2
    assert open_alerts() == []
    assert "Open your project" in text("payment_received") and "only in the browser" not in text("payment_received")
    assert ann.get(f"/api/bookings/confirmation?projectId={ann.project}").get_json()["booking"]["inPortal"] is True


@pytest.mark.spec("C-05")
def test_a_transfer_of_more_than_the_price_pays_and_the_difference_is_to_go_back(ann: Onboarder) -> None:
    transfers.receive(Payment.get().id, "helena", 155_000)
    assert shown(ann) == ("paid", "scheduled", "completed")
    said = f"A payment of $1,550.00 has arrived. With it HPM-{ann.project} is paid, and $50.00 too much has come."
    assert said in text("paid_twice") and "giving $50.00 back" in text("paid_twice")
    assert "Paid: $1,500.00" in text("consultation_confirmed")
    (alert,) = Alert.select()
    assert (alert.kind, "was paid $50.00 too much" in alert.message) == ("paid_twice", True)


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


def without_a_time(ann: Onboarder) -> None:
    """The time that she had chosen is somebody else's by now."""
    hold = Hold.of_project(ann.project)
    assert hold is not None
    slots.let_go(hold, clock.now())
    Slot.update(blocked=True).where(Slot.id == hold.slot_id).execute()


def test_a_time_that_is_agreed_on_after_a_part_came_stays(ann: Onboarder) -> None:
    without_a_time(ann)
    transfers.receive(Payment.get().id, "helena", 100_000)
    consultations.move(ann.project, ann.times()[-1]["id"], "helena", clock.now())
    expire_holds(clock.now() + timedelta(hours=1))
    assert Hold.of_project(ann.project).expires_at is None
    assert not Letter.select().where(Letter.kind == "hold_expired").exists()
    transfers.record(ann.project, 50_000, "the rest", "helena")
    assert shown(ann) == ("paid", "scheduled", "completed")


def test_a_kept_time_that_has_passed_when_the_rest_comes_is_not_confirmed(ann: Onboarder) -> None:
    transfers.receive(Payment.get().id, "helena", 100_000)
    later = clock.now() + timedelta(days=80)
    with clock.reading(lambda: later):
        transfers.record(ann.project, 50_000, "the rest", "helena")
    assert not Letter.select().where(Letter.kind == "consultation_confirmed").exists()
    assert Letter.select().where(Letter.kind == "choose_another_time").count() == 1


def test_cancelling_what_is_partly_paid_is_told_to_both_sides(ann: Onboarder) -> None:
    transfers.receive(Payment.get().id, "helena", 100_000)
    consultations.cancel(ann.project, "helena", "Withdrawn", clock.now())
    assert "is cancelled but partly paid" in Alert.get(Alert.kind == "refund_due").message
    assert Letter.select().where(Letter.kind == "consultation_cancelled").count() == 1


def test_what_came_and_went_back_besides_a_credit_changes_nothing(people: People) -> None:
    """A form that stayed open is charged after the credit paid for everything, and given back."""
    slots.generate(clock.now())
    ann = Onboarder(people.house, service="consultation")
    ann.book(email="ann@example.com")
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    assert [ann.post(f"/api/projects/{ann.project}/confirm").status_code for _ in range(2)] == [200, 200]
    payment = transfers.record(ann.project, 25_000, "by mistake", "helena")
    refund(payment, 25_000, "helena", "Sent by mistake", clock.now(), clock.now(), "one")
    assert shown(ann) == ("paid", "scheduled", "completed")
    assert has_money(ann.project)
    assert ann.post(f"/api/projects/{ann.project}/confirm").status_code == 409


def test_a_refund_that_had_failed_before_it_was_heard_of_is_none(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newer of two answers is written first."""
    visitor = people.visitor()
    intent, gateway = visitor.book(), people.house.gateway
    assert gateway is not None
    given = gateway.refund(intent, None, "all", "requested_by_customer")
    older = gateway.retrieve_intent(intent)
    people.house.sandbox.fail_refund(given.id)
    settle(gateway, intent)
    monkeypatch.setattr(gateway, "retrieve_intent", lambda _: older)
    settle(gateway, intent)
    assert Order.get().state == "paid"
    assert not Letter.select().where(Letter.kind == "payment_refunded").exists()


def test_a_part_whose_refund_comes_back_may_be_all_that_is_owed(people: People, ann: Onboarder) -> None:
    intent = ann.begin_card()
    Line.update(cents=160_000).execute()
    people.house.sandbox.confirm(intent, card=VISA)
    ann.settle(intent)
    assert people.house.gateway is not None
    given = people.house.gateway.refund(intent, 10_000, "a part", "requested_by_customer")
    settle(people.house.gateway, intent)
    transfers.record(ann.project, 10_000, "more", "helena")
    assert shown(ann)[0] == "part_paid"
    people.house.sandbox.fail_refund(given.id)
    settle(people.house.gateway, intent)
    assert shown(ann) == ("paid", "scheduled", "completed")


def test_a_form_that_is_open_when_the_rest_has_come_is_ended(people: People, ann: Onboarder) -> None:
    intent = ann.begin_card()
    transfers.record(ann.project, 150_000, "all", "helena")
    assert people.house.gateway is not None
    reconcile(people.house.gateway)
    assert people.house.sandbox.intent(intent)["status"] == "canceled"


@pytest.mark.parametrize("by", ["card", "transfer"])
def test_nobody_is_asked_for_the_price_of_a_service_that_was_changed_meanwhile(
    ann: Onboarder, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    """In one tab the payment begins, in the other the service is changed before it is written down."""
    Payment.update(superseded=True).execute()
    module = cards if by == "card" else choosing
    monkeypatch.setattr(module, "free_credit", lambda *_: ann.make_project("scope_tender"))
    if by == "card":
        refused = ann.post("/api/create-payment-intent", {"projectId": ann.project, "amount": 1500})
    else:
        refused = ann.post(f"/api/projects/{ann.project}/bank-transfer", {"amountCents": 150_000})
    assert (refused.status_code, refused.get_json()["message"]) == (409, CHANGED)
    assert Payment.select().where(Payment.superseded == False).count() == 0

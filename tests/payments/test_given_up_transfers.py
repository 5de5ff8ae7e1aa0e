"""Money that comes by a transfer that was given up: recorded once, and its project served or staff told."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from app import clock
from app.alerts.models import Alert
from app.consultations import actions as consultations
from app.consultations.expired import expire_holds
from app.mail.models import Letter
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.refunds import refund
from app.orders.sums import standing
from app.payments import transfers
from app.projects.models import HistoryLine, Project
from app.slots.models import Hold
from tests.attention.waiting import kinds as tasks
from tests.attention.waiting import lines
from tests.onboarders import Onboarder
from tests.payments.banking import foreseen
from tests.payments.test_arrived import seen_signed_in, success
from tests.people import People


def listed(people: People) -> dict[int, dict[str, Any]]:
    """The given-up transfers that staff see, by payment."""
    lines = people.staff().get("/api/admin/consultations").get_json()["givenUp"]
    return {line["transfer"]["paymentId"]: line for line in lines}


def asked(ann: Onboarder) -> Payment:
    """The transfer that Ann has just chosen."""
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    found: Payment = Payment.get(Payment.provider == "bank", Payment.superseded == False)
    return found


def pay_by_card(ann: Onboarder) -> None:
    ann.pay()


def expire(ann: Onboarder) -> None:
    hold = Hold.of_project(ann.project)
    assert hold is not None and hold.expires_at is not None
    assert expire_holds(hold.expires_at) == 1


def lose_the_time(ann: Onboarder) -> None:
    """Her card form's time expires, and somebody else takes it."""
    ann.begin_card()
    slot = Hold.get().slot_id
    expire(ann)
    assert Onboarder(ann.house, email="bea@example.com").take(slot).status_code == 200


def change_service(ann: Onboarder) -> None:
    ann.make_project("scope_tender", replaceTransfer=True)


def cancel(ann: Onboarder) -> None:
    consultations.cancel(ann.project, "helena", "Withdrawn", clock.now())


TOLD = {"other_price_received": 1}
TWICE = {"consultation_confirmed": 1, "paid_twice": 1}


def expire_card(ann: Onboarder) -> None:
    ann.begin_card()
    expire(ann)


@pytest.mark.spec("C-05", "A-02")
@pytest.mark.parametrize(
    ("meanwhile", "outcome", "becomes", "has_time", "letters", "alerts"),
    [
        (Onboarder.begin_card, "pays", ("scheduled", "completed"), True, {"consultation_confirmed": 1}, []),
        (expire_card, "pays", ("scheduled", "completed"), True, {"consultation_confirmed": 1}, []),
        (lose_the_time, "without_time", ("inquiry", "completed"), False, {"choose_another_time": 1}, ["contact"]),
        (pay_by_card, "second", ("scheduled", "completed"), True, TWICE, ["paid_twice"]),
        (change_service, "other_price", ("pending_payment", "pending"), True, TOLD, ["part_paid"]),
        (cancel, "closed", ("cancelled", "completed"), False, {"paid_after_closing": 1}, ["paid_cancelled"]),
    ],
)
def test_money_that_comes_although_the_transfer_was_given_up(
    people: People,
    ann: Onboarder,
    meanwhile: Callable[[Onboarder], object],
    outcome: str,
    becomes: tuple[str, str],
    has_time: bool,
    letters: dict[str, int],
    alerts: list[str],
) -> None:
    transfer = asked(ann)
    assert listed(people) == {}
    meanwhile(ann)
    line = listed(people)[transfer.id]
    assert (line["reference"], line["name"]) == (f"HPM-{ann.project}", "Ann Lee")
    assert foreseen(line["money"], line["transfer"]["amountCents"]) == outcome
    staff = people.staff()
    for _ in range(3):
        assert staff.post(f"/api/admin/payments/{transfer.id}/receive-transfer").status_code == 200
    assert transfer.id not in listed(people)
    row, project = Payment.get_by_id(transfer.id), Project.get_by_id(ann.project)
    assert (row.status, row.paid_at is not None) == ("completed", True)
    assert (project.status, project.payment_status) == becomes
    assert (project.appointment_date is not None) is has_time
    kinds = [letter.kind for letter in Letter.select().where(Letter.project_id == ann.project)]
    about = ("consultation_confirmed", "choose_another_time", "paid_after_closing", *TOLD, *TWICE)
    assert {kind: kinds.count(kind) for kind in about if kind in kinds} == letters
    assert tasks() == alerts
    noted = (HistoryLine.project == ann.project) & (HistoryLine.note == "Transfer received")
    assert HistoryLine.select().where(noted).count() == 1
    shown = (seen_signed_in if outcome in ("second", "closed") else success)(ann, ann.project)
    assert shown[0] == {"other_price": "other_price", "closed": "cancelled"}.get(outcome, "paid")


@pytest.mark.spec("C-05")
def test_a_transfer_whose_credit_does_not_stand_any_more_is_recorded_once(people: People, ann: Onboarder) -> None:
    """The money is not the price then; it stays received all the same."""
    visitor = Onboarder(people.house, email="cora@example.com", service="scope_tender")
    visitor.book(files=0, email="cora@example.com")
    visitor.take(visitor.times()[3]["id"])
    transfer = asked(visitor)
    assert standing(transfer.order_id).credit_cents == 25000
    Payment.update(superseded=True).where(Payment.id == transfer.id).execute()
    # The fee that it deducts has been given back.
    fee = Payment.select().join(Order).where(Order.booking_id.is_null(False)).get()
    refund(fee, 25_000, "provider", "", clock.now(), clock.now(), "re_one")
    for _ in range(2):
        assert transfers.receive(transfer.id, "helena").status == "completed"
    row = Payment.get_by_id(transfer.id)
    assert (standing(row.order_id).credit_cents, row.paid_at is not None) == (0, True)
    assert len(lines("part_paid")) == 1
    noted = HistoryLine.select().where(HistoryLine.note == "Transfer received")
    assert noted.count() == 1


@pytest.mark.spec("C-05")
def test_a_booking_that_was_closed_is_not_confirmed_by_its_transfer(people: People) -> None:
    house = people.house
    house.flask.config["GATEWAY"] = None
    visitor = people.visitor()
    visitor.fill_wizard()
    assert visitor.post("/api/bookings/current/bank-transfer").status_code == 200
    transfer, project = Payment.get(), Project.get()
    consultations.cancel(project.id, "helena", "Withdrawn", clock.now() + timedelta(days=1))
    assert foreseen(listed(people)[transfer.id]["money"], transfer.amount_cents) == "closed"
    for _ in range(2):
        transfers.receive(transfer.id, "helena")
    assert (Project.get().status, Project.get().payment_status) == ("cancelled", "completed")
    assert [alert.kind for alert in Alert.select()] == ["paid_cancelled"]
    kinds = [letter.kind for letter in Letter.select()]
    assert "booking_confirmed" not in kinds and kinds.count("paid_after_closing") == 1

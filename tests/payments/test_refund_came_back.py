"""A refund that the client's bank sends back: told to the client and to staff, each time, and never as money given."""

import pytest

from app import clock
from app.alerts.actions import resolve
from app.alerts.models import Alert, open_alerts
from app.mail.models import Letter
from app.payments import transfers
from app.payments.gateway import Intent
from app.payments.models import Payment
from app.payments.settle import settle
from app.projects.models import Project
from app.slots import actions as slots
from tests.onboarders import DETAILS, Onboarder
from tests.people import VISA, People

PRICE = 150_000


@pytest.fixture
def ann(ann: Onboarder) -> Onboarder:
    """Ann has paid by card."""
    ann.intent = ann.begin_card()
    ann.house.sandbox.confirm(ann.intent, card=VISA)
    ann.settle(ann.intent)
    return ann


def hear(ann: Onboarder) -> None:
    assert ann.house.gateway is not None
    settle(ann.house.gateway, ann.house.config, ann.intent)


def refund(ann: Onboarder, cents: int, name: str) -> Intent:
    """Give money back at the provider; returns the intent as it was before."""
    assert ann.house.gateway is not None
    before = ann.house.gateway.retrieve_intent(ann.intent)
    ann.house.gateway.refund(ann.intent, cents, name, "requested_by_customer")
    hear(ann)
    return before


def came_back(ann: Onboarder, before: Intent, monkeypatch: pytest.MonkeyPatch) -> None:
    """The provider takes the refund back."""
    with monkeypatch.context() as patch:
        patch.setattr(ann.house.gateway, "retrieve_intent", lambda _: before)
        hear(ann)
        hear(ann)


def given_again(ann: Onboarder) -> None:
    """The same sum once more: to us it is what the provider told before."""
    hear(ann)


def letters() -> list[str]:
    kinds = ("payment_refunded", "refund_failed")
    return [letter.kind for letter in Letter.select().where(Letter.kind.in_(kinds)).order_by(Letter.id)]


def shown() -> tuple[str, str, int]:
    return str(Payment.get().status), str(Project.get().payment_status), int(Payment.get().refunded_cents)


@pytest.mark.parametrize("cents", [PRICE, 50_000])
def test_a_refund_that_is_given_again_is_told_again(
    ann: Onboarder, monkeypatch: pytest.MonkeyPatch, cents: int
) -> None:
    given = ("refunded", "refunded", PRICE) if cents == PRICE else ("completed", "completed", cents)
    before = refund(ann, cents, "first")
    assert (letters(), shown()) == (["payment_refunded"], given)
    for alert in open_alerts():
        resolve(alert.id, "helena", clock.now())
    came_back(ann, before, monkeypatch)
    assert (letters(), shown()) == (["payment_refunded", "refund_failed"], ("completed", "completed", 0))
    assert [alert.kind for alert in open_alerts()] == ["refund_failed"]
    given_again(ann)
    given_again(ann)
    assert (letters(), shown()) == (["payment_refunded", "refund_failed", "payment_refunded"], given)
    assert [alert.kind for alert in open_alerts()] == ["refunded", "refund_failed"]


def test_a_refund_that_comes_back_twice_is_told_twice(ann: Onboarder, monkeypatch: pytest.MonkeyPatch) -> None:
    before = refund(ann, PRICE, "first")
    for _ in range(2):
        came_back(ann, before, monkeypatch)
        given_again(ann)
    assert letters() == ["payment_refunded", "refund_failed"] * 2 + ["payment_refunded"]
    assert Alert.select().where(Alert.kind == "refund_failed").count() == 2


def test_the_letter_says_that_the_money_is_with_us(ann: Onboarder, monkeypatch: pytest.MonkeyPatch) -> None:
    came_back(ann, refund(ann, 50_000, "first"), monkeypatch)
    (letter,) = Letter.select().where(Letter.kind == "refund_failed")
    assert "We had sent $500.00 back" in letter.text
    assert "the money is with us again" in " ".join(letter.text.split())
    assert (letter.recipient, letter.project_id) == ("ann@example.com", ann.project)


def test_a_credit_that_pays_for_something_else_meanwhile_is_not_taken_from_it(
    ann: Onboarder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Paid with the fee's credit, refunded, the credit used again: then the refund comes back."""
    ann.book(email="ann@example.com")
    fee = Payment.get(Payment.booking.is_null(False)).booking_id
    Payment.update(credit_booking=fee, credit_cents=25_000).where(Payment.intent_id == ann.intent).execute()
    before = refund(ann, PRICE, "first")
    again = ann.post("/api/clients", DETAILS, headers={"Idempotency-Key": "second"}).get_json()["id"]
    made = ann.post("/api/projects", {"clientId": again, "serviceType": "scope_tender"}).get_json()["id"]
    ann.browser.patch(f"/api/slots/{ann.times()[1]['id']}/book", json={"projectId": made})
    assert ann.post("/api/create-payment-intent", {"projectId": made}).get_json()["amount"] == 1750
    came_back(ann, before, monkeypatch)
    kept = Payment.get(Payment.intent_id == ann.intent)
    assert (kept.status, kept.credit_booking_id) == ("completed", None)
    assert open_alerts()[0].kind == "refund_failed"


def test_each_refund_in_part_is_told_with_its_own_sum(ann: Onboarder) -> None:
    refund(ann, 10_000, "first")
    refund(ann, 15_000, "second")
    first, second = (
        " ".join(letter.text.split()) for letter in Letter.select().where(Letter.kind == "payment_refunded")
    )
    assert "Refunded now: $100.00" in first and "Refunded in all" not in first
    assert "Refunded now: $150.00" in second and "Refunded in all: $250.00" in second


def test_what_was_not_the_price_is_not_the_price_either_when_its_refund_comes_back(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Onboarder(people.house)
    slots.generate(clock.now())
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    ann.intent = ann.begin_card()
    Project.update(payment_amount=2 * PRICE).execute()
    ann.house.sandbox.confirm(ann.intent, card=VISA)
    ann.settle(ann.intent)
    came_back(ann, refund(ann, PRICE, "all"), monkeypatch)
    assert shown() == ("completed", "pending", 0)
    answer = ann.get(f"/api/bookings/confirmation?projectId={ann.project}").get_json()
    assert answer["state"] == "other_price"
    assert "paid_other_price" in {alert.kind for alert in open_alerts()}


def test_staff_are_not_asked_about_a_time_that_another_payment_keeps(ann: Onboarder) -> None:
    """The second payment is given back, as they were asked to."""
    transfer = Payment.create(
        provider="bank",
        project=ann.project,
        idempotency_key="another",
        amount_cents=PRICE,
        currency="aud",
        livemode=False,
        created_at=clock.now(),
        updated_at=clock.now(),
        superseded=True,
    )
    transfers.receive(ann.house.config, transfer.id, "helena")
    refund(ann, PRICE, "the first")
    [told] = [alert for alert in open_alerts() if alert.kind == "refunded"]
    assert "whether it takes place" not in told.message and Project.get().payment_status == "completed"

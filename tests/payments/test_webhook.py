"""The provider's knock: signature, replay, and intents that are not what we asked for."""

import json
import time
from typing import Any

import pytest

from app.alerts.models import Alert
from app.booking.models import Booking
from app.orders.money import Payment
from app.payments.models import PaymentEvent
from tests.payments.knocking import knock
from tests.people import VISA, People, Person


@pytest.fixture
def paid(people: People) -> tuple[Person, str, dict[str, Any]]:
    """A visitor whose card was charged, the intent, and the event of which nobody has heard yet."""
    visitor = people.visitor()
    visitor.fill_wizard()
    intent = visitor.start_payment()
    visitor.house.sandbox.confirm(intent, card=VISA)
    events = visitor.house.sandbox.events(intent)
    return visitor, intent, next(event for event in events if event["type"] == "payment_intent.succeeded")


def test_a_signed_event_settles_the_payment(paid: tuple[Person, str, dict[str, Any]]) -> None:
    visitor, intent, event = paid
    assert knock(visitor.house, event).status_code == 200
    assert Booking.get().status == "confirmed"
    assert [(row.provider_event_id, row.outcome) for row in PaymentEvent.select()] == [(event["id"], "settled")]
    assert visitor.settle(intent) == "paid"


def test_a_forged_signature_is_refused(paid: tuple[Person, str, dict[str, Any]]) -> None:
    visitor, _, event = paid
    assert knock(visitor.house, event, secret="whsec_guessed").status_code == 400
    assert Booking.get().status == "draft"
    assert PaymentEvent.select().count() == 0


@pytest.mark.parametrize(("age", "status"), [(0, 200), (300, 200), (301, 400), (86_400, 400)])
def test_a_signature_is_good_for_300_seconds(
    paid: tuple[Person, str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch, age: int, status: int
) -> None:
    visitor, _, event = paid
    now = int(time.time())
    monkeypatch.setattr(time, "time", lambda: now)
    assert knock(visitor.house, event, age=age).status_code == status


def test_an_altered_body_is_refused(paid: tuple[Person, str, dict[str, Any]]) -> None:
    visitor, _, event = paid
    payload, signature = visitor.house.sandbox.webhooks.signed(event)
    altered = payload.replace(b"25000", b"00001")
    assert altered != payload
    answer = visitor.browser.post("/api/stripe/webhook", data=altered, headers={"Stripe-Signature": signature})
    assert answer.status_code == 400


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"id": 1}', b"\xff\xfe", b"null"])
def test_signed_nonsense_is_refused_without_an_error(people: People, body: bytes) -> None:
    from app.sandbox.delivery import sign

    visitor = people.visitor()
    signature = sign(body, visitor.house.sandbox.webhook_secret, 0x7FFFFFFF)
    answer = visitor.browser.post("/api/stripe/webhook", data=body, headers={"Stripe-Signature": signature})
    assert answer.status_code == 400


def test_live_events_do_not_count_in_test_mode(paid: tuple[Person, str, dict[str, Any]]) -> None:
    visitor, _, event = paid
    assert knock(visitor.house, {**event, "livemode": True}).status_code == 400
    assert Booking.get().status == "draft"


@pytest.mark.parametrize(("column", "value"), [("amount_cents", 200_000), ("currency", "usd"), ("livemode", True)])
def test_another_amount_currency_or_mode_never_counts_as_paid(
    paid: tuple[Person, str, dict[str, Any]], column: str, value: object
) -> None:
    """A real one-dollar payment must not pay for a two-thousand-dollar order."""
    visitor, intent, event = paid
    Payment.update(**{column: value}).execute()
    assert knock(visitor.house, event).status_code == 200
    assert knock(visitor.house, event).status_code == 200
    assert visitor.settle(intent) != "paid"
    assert (Booking.get().status, Payment.get().status) == ("draft", "pending")
    assert [row.outcome for row in PaymentEvent.select()] == ["mismatch"]
    assert [alert.kind for alert in Alert.select()] == ["payment_mismatch"]


def test_an_intent_with_somebody_elses_metadata_never_counts(people: People) -> None:
    visitor = people.visitor()
    visitor.fill_wizard()
    intent = visitor.start_payment()
    gateway, sandbox = visitor.house.gateway, visitor.house.sandbox
    assert gateway is not None
    other = gateway.create_intent(25000, "aud", {"payment": "999"}, "other", "another shop")
    Payment.update(intent_id=other.id).execute()
    sandbox.confirm(other.id, card=VISA)
    assert visitor.settle(other.id) != "paid"
    assert Booking.get().status == "draft"
    assert [alert.kind for alert in Alert.select()] == ["payment_mismatch"]
    assert intent != other.id


def test_a_payment_of_another_system_is_recorded_and_left_alone(people: People) -> None:
    visitor = people.visitor()
    gateway, sandbox = visitor.house.gateway, visitor.house.sandbox
    assert gateway is not None
    foreign = gateway.create_intent(25000, "aud", {}, "foreign", "another system")
    sandbox.confirm(foreign.id, card=VISA)
    for event in sandbox.events(foreign.id):
        assert knock(visitor.house, event).status_code == 200
    assert {row.outcome for row in PaymentEvent.select()} == {"foreign"}
    assert Alert.select().count() == 1
    assert Payment.select().count() == 0


def test_while_the_provider_cannot_be_asked_the_event_stays_unheard(paid: tuple[Person, str, dict[str, Any]]) -> None:
    visitor, _, event = paid
    visitor.house.sandbox.faults.set("error_500")
    assert knock(visitor.house, event).status_code == 503
    assert PaymentEvent.select().count() == 0
    assert knock(visitor.house, event).status_code == 200
    assert Booking.get().status == "confirmed"


def test_events_of_no_interest_are_answered_and_forgotten(people: People) -> None:
    visitor = people.visitor()
    event = {
        "id": "evt_1",
        "object": "event",
        "type": "customer.created",
        "created": 1_800_000_000,
        "livemode": False,
        "data": {"object": {"id": "cus_1", "object": "customer"}},
    }
    assert knock(visitor.house, event).status_code == 200
    assert PaymentEvent.select().count() == 0


def test_a_body_over_the_limit_is_refused(people: People) -> None:
    answer = people.visitor().browser.post("/api/stripe/webhook", data=json.dumps({"x": "y" * 600_000}))
    assert answer.status_code in (400, 413)

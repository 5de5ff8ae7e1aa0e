"""A payment was asked for, but the answer with its number got lost: the provider's news find the way home."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from app import clock
from app.access import Caller
from app.alerts.models import Alert
from app.booking.models import Booking
from app.factory import House
from app.orders.money import Payment
from app.payments.models import PaymentEvent
from app.payments.reconcile import reconcile
from tests.onboarders import Onboarder
from tests.payments.knocking import knock
from tests.people import VISA, People, Person
from tests.watch import Watch


@pytest.fixture
def lost(people: People) -> tuple[Person, str]:
    """A visitor whose intent was made, and its id, which only the provider knows."""
    visitor = people.visitor()
    visitor.fill_wizard()
    visitor.house.sandbox.faults.set("charge_then_timeout")
    assert visitor.post("/api/create-payment-intent", {"amount": 250}).status_code == 503
    assert Payment.get().intent_id is None
    return visitor, str(visitor.house.sandbox.intents()[0]["id"])


def hear_all(house: House, intent: str) -> None:
    for event in house.sandbox.events(intent):
        assert knock(house, event).status_code == 200


def run_job(house: House) -> None:
    assert house.gateway is not None
    reconcile(house.gateway)


def alarms() -> list[str]:
    return [alert.kind for alert in Alert.select().where(Alert.resolved_at.is_null())]


@pytest.mark.parametrize("hear", [hear_all, lambda house, _: run_job(house)], ids=["webhook", "job"])
def test_news_of_it_are_ours_and_the_visitor_goes_on_with_it(
    lost: tuple[Person, str], hear: Callable[[House, str], None]
) -> None:
    visitor, intent = lost
    hear(visitor.house, intent)
    assert Payment.get().intent_id == intent
    assert {row.outcome for row in PaymentEvent.select()} == {"settled"}
    assert alarms() == []
    assert visitor.start_payment() == intent
    assert len(visitor.house.sandbox.intents()) == 1


@pytest.mark.parametrize("hear", [hear_all, lambda house, _: run_job(house)], ids=["webhook", "job"])
def test_if_it_was_charged_all_the_same_the_booking_is_made(
    lost: tuple[Person, str], hear: Callable[[House, str], None]
) -> None:
    visitor, intent = lost
    visitor.house.sandbox.confirm(intent, card=VISA)
    hear(visitor.house, intent)
    assert (Booking.get().status, Payment.get().status, alarms()) == ("confirmed", "completed", [])
    assert visitor.get("/api/bookings/confirmation").get_json()["state"] == "paid"


def test_one_that_was_given_up_for_a_transfer_is_cancelled_at_the_provider(ann: Onboarder) -> None:
    sandbox = ann.house.sandbox
    sandbox.faults.set("charge_then_timeout")
    assert ann.post("/api/create-payment-intent", {"projectId": ann.project}).status_code == 503
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    for _ in range(2):
        run_job(ann.house)
    assert [intent["status"] for intent in sandbox.intents()] == ["canceled"]
    assert alarms() == []


def test_one_that_was_given_up_and_charged_is_a_payment_like_any_other(ann: Onboarder) -> None:
    sandbox = ann.house.sandbox
    sandbox.faults.set("charge_then_timeout")
    ann.post("/api/create-payment-intent", {"projectId": ann.project})
    (intent,) = (each["id"] for each in sandbox.intents())
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    sandbox.confirm(intent, card=VISA)
    hear_all(ann.house, intent)
    assert ann.checkout()["paymentStatus"] == "completed"
    assert alarms() == []


def test_the_news_may_overtake_the_answer(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = people.visitor()
    visitor.fill_wizard()
    gateway = visitor.house.gateway
    assert gateway is not None
    create = gateway.create_intent

    def overtaken(*told: Any, **more: Any) -> Any:
        made = create(*told, **more)
        hear_all(visitor.house, made.id)
        return made

    monkeypatch.setattr(gateway, "create_intent", overtaken)
    intent = visitor.start_payment()
    assert (Payment.get().intent_id, alarms()) == (intent, [])


@pytest.mark.parametrize(
    ("cents", "currency", "changes"),
    [
        (100, "aud", {}),
        (25_000, "usd", {}),
        (25_000, "aud", {"payment": "2"}),
        (25_000, "aud", {"payment": "9" * 30}),
        (25_000, "aud", {"payment": "one"}),
        (25_000, "aud", {"booking": "7"}),
        (25_000, "aud", {"attempt": "of another data folder"}),
    ],
)
def test_one_that_differs_from_what_was_asked_for_stays_a_stranger(
    people: People, cents: int, currency: str, changes: dict[str, str]
) -> None:
    visitor = people.visitor()
    visitor.fill_wizard()
    house = visitor.house
    assert house.gateway is not None
    house.sandbox.faults.set("unreachable")
    visitor.post("/api/create-payment-intent", {"amount": 250})
    marks = {**Payment.get().marks, **changes}
    stranger = house.gateway.create_intent(cents, currency, marks, "another key", "Another")
    house.sandbox.confirm(stranger.id, card=VISA)
    hear_all(house, stranger.id)
    assert (Payment.get().intent_id, Booking.get().status, alarms()) == (None, "draft", ["payment_foreign"])


def test_one_of_the_other_mode_stays_a_stranger(lost: tuple[Person, str], monkeypatch: pytest.MonkeyPatch) -> None:
    visitor, intent = lost
    gateway = visitor.house.gateway
    assert gateway is not None
    Payment.update(livemode=True).execute()
    hear_all(visitor.house, intent)
    assert (Payment.get().intent_id, alarms()) == (None, ["payment_foreign"])


def test_a_payment_whose_intent_is_known_takes_no_other(people: People) -> None:
    visitor = people.visitor()
    visitor.fill_wizard()
    intent, house = visitor.start_payment(), visitor.house
    assert house.gateway is not None
    twin = house.gateway.create_intent(25_000, "aud", Payment.get().marks, "another key", "Another")
    house.sandbox.confirm(twin.id, card=VISA)
    hear_all(house, twin.id)
    assert (Payment.get().intent_id, Booking.get().status, alarms()) == (intent, "draft", ["payment_foreign"])


def test_a_transfer_is_never_taken_for_a_card_payment(ann: Onboarder) -> None:
    house = ann.house
    assert house.gateway is not None
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    transfer = Payment.get()
    forged = house.gateway.create_intent(transfer.amount_cents, "aud", transfer.marks, "key", "Another")
    house.sandbox.confirm(forged.id, card=VISA)
    hear_all(house, forged.id)
    assert (Payment.get().intent_id, Payment.get().status, alarms()) == (None, "pending", ["payment_foreign"])


def test_another_name_of_the_service_begins_the_payment_anew(lost: tuple[Person, str]) -> None:
    """The provider refuses a key that comes back with other words, for a day."""
    from app.payments.begin import of_draft
    from app.payments.cards import start

    visitor, first = lost
    house = visitor.house
    due = replace(of_draft(Caller(Booking.get().visitor_id)), description="Another name")
    second = start(house.gateway, due, None).intent_id
    assert second != first
    run_job(house)
    run_job(house)
    assert [house.sandbox.intent(each)["status"] for each in (first, second)] == ["canceled", "requires_payment_method"]
    assert alarms() == []


def test_a_lost_answer_is_found_after_an_outage(lost: tuple[Person, str]) -> None:
    visitor, intent = lost
    visitor.house.sandbox.confirm(intent, card=VISA)
    with clock.reading(Watch(clock.now() + timedelta(days=20))):
        run_job(visitor.house)
    assert Booking.get().status == "confirmed"

"""What the provider tells of a payment after it was settled: disputes, refunds that fail, and news that come late."""

from dataclasses import replace
from datetime import timedelta

import pytest

from app import clock
from app.alerts.models import Alert
from app.orders.money import Payment, Refund
from app.payments.models import PaymentEvent
from app.payments.provider import Event, Intent
from app.payments.rules import EVENT_TYPES
from app.payments.settle import settle
from app.projects.models import Project
from tests.onboarders import Onboarder
from tests.people import VISA
from tests.watch import Watch


@pytest.fixture
def ann(ann: Onboarder) -> Onboarder:
    """Ann has paid by card; `intent` is what she paid."""
    ann.intent = ann.begin_card()
    ann.house.sandbox.confirm(ann.intent, card=VISA)
    ann.settle(ann.intent)
    return ann


def paid() -> Payment:
    found: Payment = Payment.get()
    return found


def hear(ann: Onboarder, event: Event | None = None) -> str:
    assert ann.house.gateway is not None
    return settle(ann.house.gateway, str(paid().intent_id), event).outcome


def told(ann: Onboarder, monkeypatch: pytest.MonkeyPatch, intent: Intent) -> None:
    """Let the provider answer this from now on."""
    assert ann.house.gateway is not None
    monkeypatch.setattr(ann.house.gateway, "retrieve_intent", lambda _: intent)


def present(ann: Onboarder) -> Intent:
    assert ann.house.gateway is not None
    return ann.house.gateway.retrieve_intent(str(paid().intent_id))


@pytest.mark.parametrize("kind", ["charge.dispute.created", "charge.dispute.closed"])
def test_staff_learn_of_a_dispute_once(ann: Onboarder, kind: str) -> None:
    assert kind in EVENT_TYPES
    event = Event("evt_dispute", kind, str(paid().intent_id), clock.now(), livemode=False)
    assert [hear(ann, event), hear(ann, event)] == ["settled", "repeated"]
    assert [alert.kind for alert in Alert.select()] == ["dispute"]
    assert Alert.get().message.startswith(f"HPM-{ann.project}: ")
    assert [row.outcome for row in PaymentEvent.select()] == ["disputed"]
    assert Project.get().payment_status == "completed"


def test_staff_learn_of_a_refund_that_did_not_go_through(ann: Onboarder) -> None:
    gateway, before = ann.house.gateway, present(ann)
    assert gateway is not None
    gateway.refund(before.id, 50_000, "a part", "requested_by_customer")
    hear(ann)
    assert paid().refunded_cents == 50_000
    ann.house.sandbox.fail_refund(Refund.get().provider_id)
    for _ in range(2):
        hear(ann)
    assert paid().refunded_cents == 0
    failed = [alert.message for alert in Alert.select().where(Alert.kind == "refund_failed")]
    assert failed == [
        f"HPM-{ann.project}: $500.00 of a refund did not go through. Please give it to the client another way."
    ]


def test_news_from_before_a_refund_is_no_failed_refund(ann: Onboarder, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer to a question that was asked before the refund was recorded comes after it."""
    gateway, before = ann.house.gateway, present(ann)
    assert gateway is not None
    gateway.refund(before.id, 50_000, "a part", "requested_by_customer")
    watch = Watch(clock.now() + timedelta(seconds=5))
    real = gateway.retrieve_intent

    def slow(intent_id: str) -> Intent:
        monkeypatch.setattr(gateway, "retrieve_intent", real)
        watch.now += timedelta(seconds=1)
        hear(ann)
        watch.now += timedelta(seconds=1)
        return before

    monkeypatch.setattr(gateway, "retrieve_intent", slow)
    with clock.reading(watch):
        hear(ann)
    assert paid().refunded_cents == 50_000
    assert Alert.select().where(Alert.kind == "refund_failed").count() == 0


def test_older_news_does_not_overwrite_what_is_known_of_a_paid_payment(
    ann: Onboarder, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = present(ann)
    older = replace(now, status="requires_payment_method", charge_id=None, last_error="declined")
    told(ann, monkeypatch, older)
    hear(ann)
    kept = paid()
    assert (kept.status, kept.provider_status, kept.charge_id, kept.last_error) == (
        "completed",
        "succeeded",
        now.charge_id,
        None,
    )

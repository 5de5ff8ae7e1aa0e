"""Staff resolved it, and it happens again; or a job only sees once more what they know."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app import clock
from app.alerts.actions import resolve
from app.alerts.models import open_alerts
from app.consultations.actions import cancel
from app.orders.money import Payment
from app.payments.provider import Event
from app.payments.reconcile import reconcile
from app.payments.settle import settle
from app.projects.actions import change_status
from app.projects.rules import ProjectStatus
from tests.onboarders import Onboarder


def resolve_all() -> None:
    for alert in open_alerts():
        resolve(alert.id, "helena", clock.now())


def kinds() -> list[str]:
    return [alert.kind for alert in open_alerts()]


def of_another_amount(ann: Onboarder, monkeypatch: pytest.MonkeyPatch) -> str:
    """The provider tells of a payment that is not what was asked for."""
    intent, gateway = ann.begin_card(), ann.house.gateway
    assert gateway is not None
    wrong = replace(gateway.retrieve_intent(intent), amount_cents=1)
    monkeypatch.setattr(gateway, "retrieve_intent", lambda _: wrong)
    return intent


def test_a_job_that_sees_the_same_trouble_again_is_silent_and_a_new_event_is_not(
    ann: Onboarder, monkeypatch: pytest.MonkeyPatch
) -> None:
    gateway = ann.house.gateway
    assert gateway is not None
    intent = of_another_amount(ann, monkeypatch)
    reconcile(gateway)
    assert kinds() == ["payment_mismatch"]
    resolve_all()
    for _ in range(3):
        reconcile(gateway)
    assert kinds() == []
    event = Event("evt_again", "payment_intent.succeeded", intent, clock.now(), livemode=False)
    settle(gateway, intent, event)
    assert kinds() == ["payment_mismatch"]
    resolve_all()
    settle(gateway, intent, event)
    assert kinds() == []


def test_a_payment_that_stays_stuck_is_silent_until_it_was_well_in_between(
    ann: Onboarder, monkeypatch: pytest.MonkeyPatch
) -> None:
    gateway = ann.house.gateway
    assert gateway is not None
    ann.begin_card()

    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("a fault")

    def run(well: bool) -> list[str]:
        with monkeypatch.context() as patch:
            if not well:
                patch.setattr("app.payments.reconcile.settle", broken)
            reconcile(gateway)
        return kinds()

    assert run(well=False) == ["payment_stuck"]
    resolve_all()
    assert [run(well=False), run(well=True), run(well=False)] == [[], [], ["payment_stuck"]]


@pytest.mark.parametrize(
    ("kind", "happens"),
    [
        ("dispute", lambda ann: dispute(ann, "charge.dispute.closed")),
        ("refund_due", lambda ann: cancel_and_open_again(ann)),
    ],
)
def test_what_happens_twice_is_told_twice(ann: Onboarder, kind: str, happens: Callable[[Onboarder], None]) -> None:
    ann.pay()
    for _ in range(2):
        happens(ann)
        assert kinds() == [kind]
        resolve_all()


def dispute(ann: Onboarder, kind: str) -> None:
    """Closed, won, reopened by the bank, closed again: an event each."""
    assert ann.house.gateway is not None
    intent = str(Payment.get().intent_id)
    event = Event(f"evt_{clock.now().timestamp()}", kind, intent, clock.now(), livemode=False)
    settle(ann.house.gateway, intent, event)


def cancel_and_open_again(ann: Onboarder) -> None:
    cancel(ann.project, "helena", "The client asked", clock.now())
    change_status(ann.project, ProjectStatus.CANCELLED, ProjectStatus.SCHEDULED, "helena", "Opened again", clock.now())

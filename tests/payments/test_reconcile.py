"""The job that asks about open payments: one that fails holds up no other, and nobody is asked too often."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from app import clock
from app.alerts.models import Alert
from app.booking import actions as booking
from app.booking.notices import Confirmation
from app.factory import House
from app.orders.money import Payment
from app.payments.provider import Intent, ProviderUnavailable
from app.payments.reconcile import reconcile
from app.payments.rules import look_again_after
from tests.people import VISA, People, Person
from tests.watch import Watch


def open_forms(people: People, number: int) -> list[str]:
    intents = []
    for each in range(number):
        visitor: Person = people.visitor()
        visitor.fill_wizard(files=0, email=f"p{each}@example.com")
        intents.append(visitor.start_payment())
    return intents


def asked_for(house: House, monkeypatch: pytest.MonkeyPatch, answer: Any = None) -> list[str]:
    """Notes every intent that the provider is asked about."""
    asked: list[str] = []
    gateway = house.gateway
    assert gateway is not None
    retrieve = gateway.retrieve_intent

    def noting(intent_id: str) -> Intent:
        asked.append(intent_id)
        if answer is not None:
            raise answer
        return retrieve(intent_id)

    monkeypatch.setattr(gateway, "retrieve_intent", noting)
    return asked


def run(house: House) -> int:
    assert house.gateway is not None
    return reconcile(house.gateway)


@pytest.mark.spec("B-11")
def test_a_payment_that_cannot_be_settled_holds_up_no_other(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    house = people.house
    for intent in open_forms(people, 3):
        house.sandbox.confirm(intent, card=VISA)
    announce = booking.announce

    def failing(confirmed: Confirmation, now: datetime) -> None:
        if confirmed.booking.id == 1:
            raise ValueError("nobody foresaw this")
        announce(confirmed, now)

    monkeypatch.setattr(booking, "announce", failing)
    for _ in range(2):
        run(house)
    assert [row.status for row in Payment.select().order_by(Payment.id)] == ["pending", "completed", "completed"]
    assert [alert.kind for alert in Alert.select()] == ["payment_stuck"]
    monkeypatch.setattr(booking, "announce", announce)
    run(house)
    assert Payment.get_by_id(1).status == "completed"
    assert Alert.select().count() == 0


def test_when_the_provider_is_away_one_question_is_enough(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    open_forms(people, 5)
    asked = asked_for(people.house, monkeypatch, ProviderUnavailable("away"))
    assert run(people.house) == 0
    assert len(asked) == 1
    assert Alert.select().count() == 0


@pytest.mark.parametrize(
    ("age", "wait"),
    [
        (timedelta(0), timedelta(0)),
        (timedelta(minutes=59), timedelta(0)),
        (timedelta(hours=1), timedelta(minutes=5)),
        (timedelta(hours=12), timedelta(hours=1)),
        (timedelta(days=30), timedelta(days=2, hours=12)),
    ],
)
def test_the_older_an_open_payment_the_rarer_the_question(age: timedelta, wait: timedelta) -> None:
    assert look_again_after(age) == wait


def test_an_old_open_form_is_asked_about_every_few_hours_only(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    (intent,) = open_forms(people, 1)
    watch = Watch(clock.now() + timedelta(days=2))
    asked = asked_for(people.house, monkeypatch)
    with clock.reading(watch):
        for _ in range(12 * 24):
            run(people.house)
            watch.now += timedelta(minutes=5)
    assert 4 <= asked.count(intent) <= 7

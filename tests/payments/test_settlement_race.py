"""Everybody settles the same payment at the same moment."""

import itertools
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any

import pytest

from app import clock, db
from app.alerts.models import Alert
from app.booking import actions as booking_actions
from app.booking.models import Booking
from app.factory import House
from app.limits import limiter
from app.mail.models import Letter
from app.orders import actions as order_actions
from app.orders.money import Payment
from app.payments import settle as settling
from app.projects import actions as project_actions
from app.projects.models import Project
from tests.payments.knocking import knock, let_many_ask
from tests.people import VISA, People, Person

ROUNDS = 20
PATIENCE_SECONDS = 60


def race(visitor: Person, intent: str) -> list[object]:
    """The browser twice, three webhooks, and two runs of the job, let go together; returns what went wrong."""
    house = visitor.house
    assert house.gateway is not None
    gateway = house.gateway
    event = house.sandbox.events(intent)[0]
    racers: list[Callable[[], object]] = [
        *([lambda: visitor_of(visitor).settle(intent)] * 2),
        *([lambda: delivered(house, event)] * 3),
        *([lambda: settling.settle(gateway, intent)] * 2),
    ]
    start = threading.Barrier(len(racers))

    def run(racer: Callable[[], object]) -> object:
        try:
            start.wait()
            racer()
            return None
        except Exception as error:
            return error
        finally:
            db.close()

    with ThreadPoolExecutor(len(racers)) as pool:
        return [error for error in pool.map(run, racers) if error is not None]


def delivered(house: House, event: dict[str, Any]) -> None:
    """Knock, and fail when the provider is told to come again: nothing keeps these settlements from ending well."""
    answer = knock(house, event)
    assert answer.status_code == 200, answer.get_json()


def visitor_of(visitor: Person) -> Person:
    """The same browser session in a client object of its own (a test client is not for two threads)."""
    other = Person(visitor.house)
    cookie = visitor.browser.get_cookie("helios_session")
    assert cookie is not None
    other.browser.set_cookie("helios_session", cookie.value)
    return other


def booked_and_charged(people: People, number: int) -> tuple[Person, str]:
    limiter.reset()
    visitor = people.visitor()
    visitor.fill_wizard(files=0, email=f"racer{number}@example.com")
    intent = visitor.start_payment()
    visitor.house.sandbox.confirm(intent, card=VISA)
    return visitor, intent


def counts() -> tuple[int, ...]:
    """Confirmed bookings, projects, letters of confirmation and payments; a last number counts what staff must see."""
    return (
        Booking.select().where(Booking.status == "confirmed").count(),
        Project.select().count(),
        Letter.select().where(Letter.kind == "booking_confirmed").count(),
        Payment.select().where(Payment.status == "completed").count(),
        Alert.select().count(),
    )


@pytest.mark.spec("B-11")
def test_one_booking_comes_of_many_settlements_at_once(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    let_many_ask(people.house, monkeypatch)
    for number in range(1, ROUNDS + 1):
        visitor, intent = booked_and_charged(people, number)
        assert race(visitor, intent) == []
        assert counts() == (*(number,) * 4, 0)


def test_the_race_leaves_its_marks_when_the_guards_are_off(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: without the transaction and the guarded change two settlements go all the way."""
    arrivals, both_there = itertools.count(1), threading.Event()

    def unguarded(payment: Payment, status: str, *told: object) -> bool:
        # Nobody has changed anything before the second is here, so there always is a second.
        if next(arrivals) == 2:
            both_there.set()
        assert both_there.wait(PATIENCE_SECONDS)
        came = {"paid_at": clock.now(), "learned_at": clock.now()}
        Payment.update(status=status, **came).where(Payment.id == payment.id).execute()
        return True

    for module in (settling, order_actions, booking_actions, project_actions):
        monkeypatch.setattr(module, "write", nullcontext)
    monkeypatch.setattr(settling, "move", unguarded)
    let_many_ask(people.house, monkeypatch)
    visitor, intent = booked_and_charged(people, 1)
    errors = race(visitor, intent)
    assert next(arrivals) > 2
    assert errors or counts() != (1, 1, 1, 1, 0)

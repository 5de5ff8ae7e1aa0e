"""Taking in that a booking was paid for, next to SQLite alone with the same rows, settings and disk."""

import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple, cast
from unittest.mock import patch

from argon2 import PasswordHasher
from bench_contest import ROUNDS, Row
from bench_replay import Statement, record, replayed, timed
from running import ROOT

sys.path.insert(0, str(ROOT))

from app import clock, config, db, schema
from app.access import Caller
from app.accounts import passwords
from app.booking import actions as booking
from app.factory import House, create_app
from app.payments.begin import of_draft
from app.payments.cards import start
from app.payments.gateway import Gateway
from app.payments.provider import Event, Intent
from app.payments.settle import settle

PAYMENTS = 25  # in a round
PERSON = {"full_name": "Ann Lee", "phone": "0400 111 222", "address": "1 High Street", "preferred_contact": "either"}
PROJECT = {
    "service_type": "planning_approvals",
    "project_type": "new_home",
    "project_value": "1m_3m",
    "message": "",
    "package": None,
}


class Told(NamedTuple):
    """A provider that answers at once: the intents as it knows them."""

    intents: dict[str, Intent]
    mode: str = "sandbox"

    def retrieve_intent(self, intent_id: str) -> Intent:
        """The intent of that id."""
        return self.intents[intent_id]


def settle_rows() -> list[Row]:
    """Webhooks whose payment is recorded and whose order is fulfilled: client, project, invoice and letters with it.

    A new client's password is hashed in next to no time, which else takes long on purpose.
    """
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with patch.object(passwords, "hasher", cheap):
        return _rows()


def _rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        folder.mkdir()
        intents = _paid(config.load(folder, "demo", {}))
        told = cast(Gateway, Told({intent.id: intent for intent in intents}))
        calls = [partial(_settle, told, intent.id) for intent in intents]
        statements = record(folder, calls)
        writes = [each for each in statements if not each[0].startswith("SELECT")]
        ours, same, rows = list[float](), list[float](), list[float]()
        for _ in range(ROUNDS):
            ours.append(timed(folder, calls))
            same.append(replayed(folder, statements, PAYMENTS))
            rows.append(replayed(folder, writes, PAYMENTS))
    share, of_rows = _share(ours, same), _share(ours, rows)
    return [
        Row("A webhook's payment settled", f"{median(ours):,.0f} per second, durable"),
        Row("  of SQLite, same statements", f"{share:.2f}  ({median(same):,.0f} per second, {_each(statements)} each)"),
        Row("  of SQLite, same rows written", f"{of_rows:.2f}  ({median(rows):,.0f} per second, {_each(writes)} each)"),
    ]


def _each(statements: Sequence[Statement]) -> str:
    return f"{len(statements) / PAYMENTS:.0f} statements"


def _share(ours: Sequence[float], bare: Sequence[float]) -> float:
    return median(our / least for our, least in zip(ours, bare, strict=True))


def _settle(told: Gateway, intent_id: str) -> None:
    event = Event(f"evt_{intent_id}", "payment_intent.succeeded", intent_id, clock.now(), livemode=False)
    if settle(told, intent_id, event).outcome != "settled":
        raise RuntimeError("a payment was not settled")


def _paid(settings: config.Config) -> list[Intent]:
    """Bookings that were paid for by card, which the program has not heard yet."""
    config.put_in_force(settings)
    db.connect(settings.folder)
    try:
        schema.migrate(settings.folder)
        house = create_app(settings, bundle=False)
        try:
            return [_pay(house, f"visitor-{number}") for number in range(PAYMENTS)]
        finally:
            house.sandbox.close()
    finally:
        db.close()


def _pay(house: House, visitor: str) -> Intent:
    booking.save_personal(visitor, {**PERSON, "email": f"{visitor}@example.com"})
    booking.save_project(visitor, PROJECT)
    booking.save_documents_step(visitor)
    assert house.gateway is not None
    started = start(house.gateway, of_draft(Caller(visitor)), None)
    house.sandbox.confirm(started.intent_id)
    return house.gateway.retrieve_intent(started.intent_id)

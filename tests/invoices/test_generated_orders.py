"""A thousand orders of any lines, credits, payments and refunds: their documents come to what stays, to the cent."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app import clock, db, schema
from app import config as configuration
from app.accounts.models import Client
from app.config import put_in_force
from app.db import write
from app.invoices import actions
from app.invoices.models import Invoice
from app.orders.models import Line, Order
from app.orders.money import Payment, Refund
from app.projects.models import Project
from tests.invoices.test_numbers import faults
from tests.orders.plain import invoiced, paper

ORDERS_EACH, EXAMPLES = 4, 250
_keys = itertools.count(1)

prices = st.lists(st.integers(1, 500_000), min_size=1, max_size=5)
# Each: how much more than the price comes, and what is given back of it by and by, in hundredths of what is left.
ORDER = st.tuples(prices, st.integers(0, 25_000), st.integers(0, 5_000), st.lists(st.integers(1, 100), max_size=4))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("invoices")
    db.connect(folder)
    schema.migrate(folder)
    put_in_force(configuration.build(folder, "demo", {}, {}))
    now = clock.now()
    yield Client.create(name="Ann", email="ann@example.com", phone="0400 111 222", created_at=now, updated_at=now)
    put_in_force(None)
    db.close()


def ordered(client: Client, lines: list[int], credit: int) -> Order:
    now, about = clock.now(), {"client": client, "service_type": "consultation"}
    stamps = {"created_at": now, "updated_at": now}
    fee = Order.create(project=Project.create(**about, **stamps), **stamps)
    made: Order = Order.create(project=Project.create(**about, **stamps), paid_at=now, **stamps)
    for cents in lines:
        Line.create(order=made, description="Work", cents=cents)
    if credit:
        Line.create(order=made, description="Booking fee deducted", cents=-credit, credit_of=fee)
    return made


def paid(order: Order, cents: int) -> Payment:
    now, key = clock.now(), str(next(_keys))
    stamps = {"created_at": now, "updated_at": now, "paid_at": now, "learned_at": now}
    way = {"provider": "bank", "idempotency_key": key, "currency": "aud", "livemode": False, "status": "completed"}
    made: Payment = Payment.create(order=order, amount_cents=cents, **way, **stamps)
    return made


@settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(orders=st.lists(ORDER, min_size=ORDERS_EACH, max_size=ORDERS_EACH))
def test_documents_come_to_what_stays_whatever_was_ordered_paid_and_given_back(
    client: Client, orders: list[tuple[Any, ...]]
) -> None:
    with write():
        for lines, credit, more, back in orders:
            order = ordered(client, lines, min(credit, sum(lines)))
            due = sum(lines) - min(credit, sum(lines))
            payment = paid(order, due + more) if due + more else None
            actions.issue(order.id, clock.now())
            left = due + more
            for share in back if payment else ():
                cents = max(1, left * share // 100) if left else 0
                if cents:
                    stamps = {"refunded_at": clock.now(), "learned_at": clock.now()}
                    Refund.create(payment=payment, cents=cents, actor="helena", **stamps)
                    left -= cents
                    actions.adjust(order.id, "Money given back", clock.now())
            assert [fault for fault in invoiced(order, paper(order)) if "numbers" not in fault] == []


def test_their_numbers_have_no_gap_and_no_double(client: Client) -> None:
    assert Invoice.select().where(Invoice.kind == "invoice").count() >= EXAMPLES * ORDERS_EACH
    assert [fault for fault in faults() if "sequence" in fault or "lines" in fault] == []

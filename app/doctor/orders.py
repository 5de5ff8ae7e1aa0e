"""Orders against their lines, payments and refunds."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from peewee import chunked, fn

from app.amounts import aud
from app.doctor.finding import Finding, order_name
from app.orders.models import Order
from app.orders.money import Payment, Refund
from app.orders.rules import IS_PAID, Standing
from app.orders.sums import standings

BATCH = 500


def recomputed(orders: Iterable[Order]) -> Iterator[tuple[Order, Standing]]:
    """Each order with its sums; that it became paid is believed only where as much came as it costs.

    One payment that is as much by itself shows it, whatever the order says.
    """
    for some in chunked(orders, BATCH):
        found = standings([order.id for order in some])
        came: Any = Payment.select(Payment.order, fn.MAX(Payment.amount_cents)).where(Payment.has_come())
        largest = dict(came.where(Payment.order.in_(list(found))).group_by(Payment.order).tuples())
        for order in some:
            sums = found[order.id]
            believed = sums.became_paid and sums.paid_cents >= sums.total_cents
            shows = order.id in largest and largest[order.id] >= sums.total_cents
            yield order, replace(sums, became_paid=believed or shows)


def examine() -> Iterator[Finding]:
    """Every order."""
    for order, sums in recomputed(Order.select().order_by(Order.id)):
        for what in _order(order, sums):
            yield Finding("order", order_name(order), what)


def _order(order: Order, sums: Standing) -> Iterator[str]:
    if order.state != sums.state:
        yield f"is '{order.state}', but its lines, payments and refunds come to '{sums.state}'"
    was_paid = sums.became_paid or sums.state in IS_PAID
    if was_paid and order.paid_at is None:
        yield "was paid, but has no moment at which it was"
    if order.paid_at is not None and not was_paid and not _credit_may_be_gone(order):
        yield f"counts as paid since {order.paid_at:%Y-%m-%d %H:%M} UTC, but only {aud(sums.paid_cents)} came"


def _credit_may_be_gone(order: Order) -> bool:
    """Whether money went back, so that its credit may be another order's now and less was enough before."""
    return bool(Refund.select().join(Payment).where(Payment.order == order.id).exists())

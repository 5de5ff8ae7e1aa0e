"""Orders against their lines, payments and refunds."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from peewee import chunked, fn

from app.amounts import dollars
from app.doctor.finding import Finding, order_name
from app.orders.models import Order
from app.orders.money import Payment, Refund
from app.orders.rules import IS_PAID, Standing
from app.orders.sums import standings
from app.projects.models import HistoryLine
from app.projects.rules import ProjectStatus

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
        found = partial(Finding, "order", order_name(order))
        if order.state != sums.state:
            yield found(f"is '{order.state}', but its lines, payments and refunds come to '{sums.state}'")
        if order.due_back_cents != sums.due_back_cents:
            kept, right = dollars(order.due_back_cents), dollars(sums.due_back_cents)
            yield found(f"counts {kept} as paid too much, but its lines, payments and refunds come to {right}")
        was_paid = sums.became_paid or sums.state in IS_PAID
        if was_paid and order.paid_at is None:
            yield found("was paid, but has no moment at which it was")
        # Where money went back or it was cancelled, the credit may be another order's now, and less was enough before.
        went_back = Refund.select().join(Payment).where(Payment.order == order.id)
        left = HistoryLine.project == order.project_id, HistoryLine.to_status == ProjectStatus.CANCELLED
        is_due = order.paid_at is not None and not was_paid
        if is_due and not went_back.exists() and not HistoryLine.select().where(*left).exists():
            since = f"{order.paid_at:%Y-%m-%d %H:%M} UTC"
            yield found(f"counts as paid since {since}, but only {dollars(sums.paid_cents)} came")

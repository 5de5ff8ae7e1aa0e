"""Payments with their refunds, and the booking fees that are deducted elsewhere."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from peewee import chunked, fn

from app.amounts import dollars
from app.doctor.finding import Finding, order_name
from app.doctor.orders import BATCH, recomputed
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.orders.rules import IS_PAID, OrderState
from app.orders.sums import refunded_of
from app.projects.models import Project
from app.projects.rules import PaymentStatus


def examine() -> Iterator[Finding]:
    """Every payment with its refunds."""
    for some in chunked(Payment.select(Payment, Order).join(Order).order_by(Payment.id), BATCH):
        given = refunded_of(payment.id for payment in some)
        for payment in some:
            name = f"{order_name(payment.order)}, payment {payment.number or payment.id},"
            came = payment.status == PaymentStatus.COMPLETED
            if came != (payment.paid_at is not None) or came != (payment.learned_at is not None):
                moments = "which does not fit the moments at which it was paid and learned of"
                yield Finding("payment", name, f"is '{payment.status}', {moments}")
            refunded_cents, most = given.get(payment.id, 0), payment.amount_cents if came else 0
            if refunded_cents > most:
                yield Finding(
                    "payment", name, f"has refunds of {dollars(refunded_cents)}, but only {dollars(most)} came"
                )


def examine_credits() -> Iterator[Finding]:
    """Every line that deducts a booking fee."""
    lines = list(Line.select(Line, Order).join(Order, on=Line.order).where(Line.credit_of.is_null(False)))
    both = {line.order_id for line in lines} | {line.credit_of_id for line in lines}
    known = {order.id: (order, sums) for order, sums in recomputed(Order.select().where(Order.id.in_(both)))}
    fees = {order.id for order in Order.select(Order.id).join(Project).where(Order.is_fee(), Order.id.in_(both))}
    for line in lines:
        (order, sums), (fee, worth) = known[line.order_id], known[line.credit_of_id]
        name, found = order_name(fee), partial(Finding, "credit", order_name(line.order))
        if fee.id not in fees:
            yield found(f"deducts what was paid for {name}, which is no booking")
        elif worth.state not in (*IS_PAID, OrderState.REFUNDED):
            yield found(f"deducts the booking fee of {name}, which is not paid")
        # An unpaid order is quoted anew before it is paid: its client may have corrected the address meanwhile.
        elif sums.state is not OrderState.UNPAID and _client(fee) != _client(order):
            yield found(f"deducts the booking fee of {name}, which is another client's")
    deducted: Any = Line.select(Line.credit_of, fn.SUM(0 - Line.cents)).join(Order, on=Line.order)
    deducted = deducted.where(Line.credit_of.is_null(False), Order.keeps_credit())
    for number, cents in deducted.group_by(Line.credit_of).tuples():
        fee, worth = known[number]
        if cents > worth.total_cents:
            what = f"is {dollars(worth.total_cents)} of booking fee, of which {dollars(cents)} is deducted elsewhere"
            yield Finding("credit", order_name(fee), what)


def _client(order: Order) -> int | None:
    return None if order.project is None else order.project.client_id

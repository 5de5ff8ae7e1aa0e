"""Payments with their refunds, and the booking fees that are deducted elsewhere."""

from collections.abc import Iterator

from peewee import chunked

from app.amounts import aud
from app.doctor.finding import Finding, order_name
from app.doctor.orders import BATCH, recomputed
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.orders.rules import IS_PAID, OrderState, Standing
from app.orders.sums import refunded_of
from app.projects.rules import PaymentStatus


def examine() -> Iterator[Finding]:
    """Every payment, and every line that deducts a fee."""
    for some in chunked(Payment.select(Payment, Order).join(Order).order_by(Payment.id), BATCH):
        given = refunded_of(payment.id for payment in some)
        for payment in some:
            for what in _payment(payment, given.get(payment.id, 0)):
                yield Finding("payment", f"{order_name(payment.order)}, payment {payment.number or payment.id},", what)
    credits_ = list(Line.select(Line, Order).join(Order, on=Line.order).where(Line.credit_of.is_null(False)))
    both = {line.order_id for line in credits_} | {line.credit_of_id for line in credits_}
    sums = {order.id: (order, each) for order, each in recomputed(Order.select().where(Order.id.in_(both)))}
    for line in credits_:
        for what in _credit(line, *sums[line.order_id], *sums[line.credit_of_id]):
            yield Finding("credit", order_name(line.order), what)


def _payment(payment: Payment, refunded_cents: int) -> Iterator[str]:
    came = payment.status == PaymentStatus.COMPLETED
    if came != (payment.paid_at is not None) or came != (payment.learned_at is not None):
        yield f"is '{payment.status}', which does not fit the moments at which it was paid and learned of"
    most = payment.amount_cents if came else 0
    if refunded_cents > most:
        yield f"has refunds of {aud(refunded_cents)}, but only {aud(most)} came"


def _credit(line: Line, order: Order, sums: Standing, fee: Order, worth: Standing) -> Iterator[str]:
    name = order_name(fee)
    if fee.booking_id is None:
        yield f"deducts what was paid for {name}, which is no booking"
    elif worth.state not in (*IS_PAID, OrderState.REFUNDED):
        yield f"deducts the booking fee of {name}, which is not paid"
    elif -line.cents > worth.total_cents:
        yield f"deducts {aud(-line.cents)} for the booking fee of {name}, which was {aud(worth.total_cents)}"
    # An unpaid order is quoted anew before it is paid: its client may have corrected the address meanwhile.
    elif sums.state is not OrderState.UNPAID and _client(fee) != _client(order):
        yield f"deducts the booking fee of {name}, which is another client's"


def _client(order: Order) -> int | None:
    return None if order.project is None else order.project.client_id

"""Orders, and what the specification's columns show of them, against lines, payments and refunds."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from peewee import chunked

from app.doctor.finding import Finding, aud, order_name
from app.orders.actions import shown
from app.orders.models import Order
from app.orders.money import Payment, Refund, standings
from app.orders.rules import IS_PAID, OrderState, Standing
from app.projects.models import Project
from app.projects.rules import reference

BATCH = 500


def recomputed(orders: Iterable[Order]) -> Iterator[tuple[Order, Standing]]:
    """Each order with its sums; that it became paid without money is believed where its credit covers everything."""
    for some in chunked(orders, BATCH):
        found = standings([order.id for order in some])
        for order in some:
            sums = found[order.id]
            yield order, replace(sums, became_paid=sums.became_paid and sums.total_cents <= 0)


def examine() -> Iterator[Finding]:
    """Every order with its project's columns, and the projects without any order."""
    for order, sums in recomputed(Order.select().order_by(Order.id)):
        payments = list(Payment.select().where(Payment.order == order.id, Payment.has_come()))
        refunded = Refund.select().where(Refund.payment.in_([payment.id for payment in payments])).exists()
        for what in _order(order, sums, payments, refunded):
            yield Finding("order", order_name(order), what)
        if order.project_id is not None:
            for what in _columns(order.project, order, sums):
                yield Finding("project", reference(order.project_id), what)
    ordered = Order.select(Order.project).where(Order.project.is_null(False))
    for project in Project.select().where(Project.id.not_in(ordered)):
        # A booking's project is the matter of the booking.
        if not project.bookings.exists():
            yield Finding("project", reference(project.id), "has no order, and so no price")


def _order(order: Order, sums: Standing, payments: Sequence[Payment], refunded: bool) -> Iterator[str]:
    if order.state != sums.state:
        yield f"is '{order.state}', but its lines, payments and refunds come to '{sums.state}'"
    covers = any(payment.amount_cents >= sums.total_cents for payment in payments)
    was_paid = sums.state in IS_PAID or (sums.state is OrderState.REFUNDED and covers)
    if was_paid and order.paid_at is None:
        yield "was paid, but has no moment at which it was"
    # After a refund its credit may have gone to another order, so that less than its lines was enough then.
    if order.paid_at is not None and not was_paid and not refunded:
        yield f"counts as paid since {order.paid_at:%Y-%m-%d %H:%M} UTC, but only {aud(sums.paid_cents)} came"


def _columns(project: Project, order: Order, sums: Standing) -> Iterator[str]:
    status, number = shown(order, sums)
    if project.payment_amount != sums.price_cents:
        yield f"shows a price of {aud(project.payment_amount)}, but its order's lines are {aud(sums.price_cents)}"
    if project.payment_status != status:
        yield f"shows '{project.payment_status}', but its payments say '{status}'"
    if project.stripe_payment_id != number:
        yield f"names the payment {project.stripe_payment_id or 'none'}, but it should be {number or 'none'}"

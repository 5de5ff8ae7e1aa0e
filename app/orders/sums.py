"""What the rows of orders come to, for one or for many in one query."""

from collections.abc import Iterable
from typing import Any

from peewee import fn

from app.orders.models import Line, Order
from app.orders.money import Payment, Refund
from app.orders.rules import Standing
from app.projects.rules import PaymentStatus


def refunded_of(payment_ids: Iterable[int]) -> dict[int, int]:
    """The cents that were given back of each of these payments of which anything was, in one query."""
    given: Any = Refund.select(Refund.payment, fn.SUM(Refund.cents)).where(Refund.is_given())
    return dict(given.where(Refund.payment.in_(list(payment_ids))).group_by(Refund.payment).tuples())


def standing(order_id: int) -> Standing:
    """The sums of an order as its rows have them now."""
    return standings([order_id])[order_id]


def standings(order_ids: Iterable[int]) -> dict[int, Standing]:
    """The sums of each of these orders, in one query."""
    refunds = Refund.select(fn.SUM(Refund.cents)).join(Payment).where(Payment.order == Order.id, Refund.is_given())
    payments = Payment.select(fn.SUM(Payment.amount_cents)).where(Payment.order == Order.id, Payment.has_come())
    lines = Line.select(fn.SUM(Line.cents)).where(Line.order == Order.id, Line.credit_of.is_null())
    credits_ = Line.select(fn.SUM(0 - Line.cents)).where(Line.order == Order.id, Line.credit_of.is_null(False))
    sums = [fn.COALESCE(query, 0) for query in (lines, credits_, payments, refunds)]
    asked: Any = Order.select(Order.id, *sums, Order.paid_at.is_null(False)).where(Order.id.in_(list(order_ids)))
    return {
        number: Standing(price, credit, paid, given, became_paid=bool(became))
        for number, price, credit, paid, given, became in asked.tuples()
    }


def being_decided(project_ids: Iterable[int]) -> set[int]:
    """Those of these projects for which a bank is deciding about a payment, in one query."""
    deciding = Payment.status == PaymentStatus.PROCESSING, Order.project.in_(list(project_ids))
    rows: Any = Payment.select(Order.project).join(Order).where(*deciding).tuples()
    return {project_id for (project_id,) in rows}


def is_being_decided(project_id: int) -> bool:
    """Whether a project is one of those `being_decided`."""
    return bool(being_decided([project_id]))


def with_money(project_ids: Iterable[int]) -> set[int]:
    """Those of these projects that were paid for, given back or not, be it by credit, or about which a bank decides."""
    moved = Payment.has_come() | (Payment.status == PaymentStatus.PROCESSING)
    paid = Order.paid_at.is_null(False) | fn.EXISTS(Payment.select().where(Payment.order == Order.id, moved))
    rows: Any = Order.select(Order.project).where(paid, Order.project.in_(list(project_ids))).tuples()
    return {project_id for (project_id,) in rows}


def has_money(project_id: int) -> bool:
    """Whether a project is one of those `with_money`."""
    return bool(with_money([project_id]))


def price_of(project_id: int) -> int:
    """What a project costs, in cents, before any credit; 0 where nothing was ordered."""
    order = Order.get_or_none(Order.project == project_id)
    return standing(order.id).price_cents if order else 0

"""What the rows of orders come to, for one or for many in one query."""

from collections.abc import Collection, Iterable
from typing import Any

from peewee import SQL, fn

from app.orders.models import Line, Order
from app.orders.money import Payment, Refund
from app.orders.rules import OrderState, Standing
from app.projects.models import Project
from app.projects.rules import PaymentStatus
from app.rows import Prepared, these


def refunded_of(payment_ids: Iterable[int]) -> dict[int, int]:
    """The cents that were given back of each of these payments of which anything was, in one query."""
    ids = list(payment_ids)
    return dict(_REFUNDED.rows(ids)) if ids else {}


def _refunded(payment_ids: SQL) -> Any:
    given: Any = Refund.select(Refund.payment, fn.SUM(Refund.cents)).where(Refund.is_given())
    return given.where(Refund.payment.in_(these(payment_ids))).group_by(Refund.payment).tuples()


_REFUNDED = Prepared(_refunded)


def standing(order_id: int) -> Standing:
    """The sums of an order as its rows have them now."""
    return standings([order_id])[order_id]


def standings(order_ids: Iterable[int]) -> dict[int, Standing]:
    """The sums of each of these orders, in one query."""
    ids = list(order_ids)
    if not ids:
        return {}
    return {
        number: Standing(price, credit, paid, given, bool(became), undone, bool(over), bool(withdrawn))
        for number, became, over, withdrawn, price, credit, paid, given, undone in _SUMS.rows(ids)
    }


def _sums(order_ids: SQL) -> Any:
    refunds = Refund.select(fn.SUM(Refund.cents)).join(Payment).where(Payment.order == Order.id, Refund.is_given())
    payments = Payment.select(fn.SUM(Payment.amount_cents)).where(Payment.order == Order.id, Payment.has_come())
    lines = Line.select(fn.SUM(Line.cents)).where(Line.order == Order.id, Line.credit_of.is_null())
    credits_ = Line.select(fn.SUM(0 - Line.cents)).where(Line.order == Order.id, Line.credit_of.is_null(False))
    sums = [fn.COALESCE(query, 0) for query in (lines, credits_, payments, refunds, _undone())]
    stands = Order.paid_at.is_null(False), Order.is_over(), Order.withdrawn_at.is_null(False)
    asked: Any = Order.select(Order.id, *stands, *sums)
    return asked.where(Order.id.in_(these(order_ids))).tuples()


_SUMS = Prepared(_sums)


def _undone() -> Any:
    """What came for an order of a query before the last refund that left nothing of it, as a query."""
    earlier, given, of_given, before = Payment.alias(), Refund.alias(), Payment.alias(), Payment.alias()
    came = earlier.select(fn.SUM(earlier.amount_cents)).where(
        earlier.order == Order.id, earlier.status == PaymentStatus.COMPLETED, earlier.learned_at <= Refund.learned_at
    )
    back = given.select(fn.SUM(given.cents)).join(of_given, on=given.payment == of_given.id)
    back = back.where(of_given.order == Order.id, given.failed_at.is_null(), given.learned_at <= Refund.learned_at)
    emptied = Refund.select(fn.MAX(Refund.learned_at)).join(Payment).where(Payment.order == Order.id, Refund.is_given())
    last = emptied.where(came <= back)
    return before.select(fn.SUM(before.amount_cents)).where(
        before.order == Order.id, before.status == PaymentStatus.COMPLETED, before.learned_at <= last
    )


def owed_among(project_ids: Iterable[int]) -> dict[int, int]:
    """The cents that are owed for each of these projects for which anything is."""
    orders = _NOT_PAID.rows(project_ids)
    owed, sums = dict[int, int](), standings(order.id for order in orders)
    for order in orders:
        if not order.is_offered and sums[order.id].owed_cents:
            owed[order.project_id] = owed.get(order.project_id, 0) + sums[order.id].owed_cents
    return owed


def _not_paid(project_ids: SQL) -> Any:
    open_ones = Order.state.in_((OrderState.UNPAID, OrderState.PART_PAID)), Order.withdrawn_at.is_null()
    return Order.select().where(Order.project.in_(these(project_ids)), *open_ones)


_NOT_PAID = Prepared(_not_paid)


def being_decided(project_ids: Iterable[int]) -> set[int]:
    """Those of these projects for which a bank is deciding about a payment, in one query; of no bill."""
    return {project_id for (project_id,) in _DECIDING.rows(project_ids)}


def _deciding(project_ids: SQL) -> Any:
    deciding = Payment.status == PaymentStatus.PROCESSING, Order.project.in_(these(project_ids)), Order.number == 1
    return Payment.select(Order.project).join(Order).where(*deciding).tuples()


_DECIDING = Prepared(_deciding)


def is_being_decided(project_id: int) -> bool:
    """Whether a project is one of those `being_decided`."""
    return bool(being_decided([project_id]))


def asked_for(projects: Collection[Project]) -> set[int]:
    """Those of these projects whose payment is asked for while they are unpaid, by their numbers: no mere enquiries.

    A transfer is awaited, a bank is deciding, or it goes on from another project and needs no time to be paid.
    """
    ids = [project.id for project in projects]
    going_on = {project.id for project in projects if project.shares_consultation}
    return Payment.awaited_among(ids) | being_decided(ids) | going_on


def bought(project_ids: Iterable[int]) -> set[int]:
    """Those of these projects that became paid, given back or not, be it by credit, or of which a bank decides.

    A part of a price is not among them: that proves nothing, since anybody may send a cent.
    """
    return {project_id for (project_id,) in _BOUGHT.rows(project_ids)}


def _bought(project_ids: SQL) -> Any:
    deciding = fn.EXISTS(Payment.select().where(Payment.order == Order.id, Payment.status == PaymentStatus.PROCESSING))
    paid = Order.paid_at.is_null(False) | deciding
    return Order.select(Order.project).where(paid, Order.project.in_(these(project_ids))).tuples()


_BOUGHT = Prepared(_bought)


def is_bought(project_id: int) -> bool:
    """Whether a project is one of those `bought`."""
    return bool(bought([project_id]))


def has_money(project_id: int) -> bool:
    """Whether a project is bought, or money came for it, given back or not."""
    came = Payment.select().join(Order).where(Order.project == project_id, Payment.has_come())
    return is_bought(project_id) or bool(came.exists())


def price_of(project_id: int) -> int:
    """What a project costs, in cents, before any credit; 0 where nothing was ordered."""
    order = Order.get_or_none(Order.begins(project_id))
    return standing(order.id).price_cents if order else 0

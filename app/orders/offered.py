"""What unpaid orders would be paid at now, and what becomes dearer when the booking is cancelled whose fee they deduct.

A price that a client has agreed to stands: of a transfer that is awaited, and of money that a bank decides about. All
else is offered at the price of now, on every page alike, whatever a card form was opened at before.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from peewee import SQL

from app.orders.actions import reckon
from app.orders.credit import left_of
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.orders.rules import IS_PAID, OrderState, Standing, credit_for
from app.orders.sums import standings
from app.projects.models import Project
from app.projects.rules import CLOSED, PaymentStatus, ProjectStatus
from app.rows import Prepared, these
from app.slots.models import Hold


class Offer(NamedTuple):
    """What an order would be paid at; cents. `credit_of`: the order whose booking fee is deducted, None for none."""

    price_cents: int
    credit_cents: int
    credit_of: int | None

    @property
    def total_cents(self) -> int:
        """What would be charged."""
        return self.price_cents - self.credit_cents


class Dearer(NamedTuple):
    """An order that costs more without the fee of a booking; cents."""

    reference: str
    before_cents: int
    after_cents: int


def as_offered(sums: dict[int, Standing], now: datetime) -> dict[int, Standing]:
    """The sums of these orders, with the credit that is offered where they are still offered."""
    found = offered(sums, now)
    return {
        number: replace(each, credit_cents=found[number].credit_cents) if number in found else each
        for number, each in sums.items()
    }


def offered(order_ids: Iterable[int], now: datetime, without: int = 0) -> dict[int, Offer]:
    """What each of these orders that is still offered would be paid at by whom it belongs to.

    In as many queries for many as for one. without: a project as if it were cancelled.
    """
    asked = _still_offered(_OFFERED, order_ids)
    if not asked:
        return {}
    paid = _FEES.rows({order.project.client_id for order in asked}, without)
    left = left_of([(fee.id, order.id) for order in asked for fee in paid if _are_of_one(fee, order)], now)
    sums, found = standings(order.id for order in asked), {}
    for order in asked:
        price = sums[order.id].price_cents
        mine = [(cents, fee) for (fee, for_), cents in left.items() if for_ == order.id and cents]
        most, fee = max(mine, key=lambda each: each[0], default=(0, 0))
        cents = credit_for(price, most) if most else 0
        found[order.id] = Offer(price, cents, fee if cents else None)
    return found


def _fees(client_ids: SQL, without: SQL) -> Any:
    fees = Order.select(Order, Project).join(Project).where(Order.is_fee(), Order.state.in_(IS_PAID))
    stand = Project.status != ProjectStatus.CANCELLED, Project.id != without, Project.client.in_(these(client_ids))
    return fees.where(*stand).order_by(Order.id)


_FEES = Prepared(_fees)


def _still_offered(which: Prepared, ids: Iterable[int]) -> list[Order]:
    """The unpaid orders, with their projects, whose price nobody has agreed to for good."""
    rows = which.rows(ids)
    kept = {number for (number,) in _AGREED.rows(row.id for row in rows)} if rows else set()
    return [row for row in rows if row.id not in kept]


def _open_ones(which: Any) -> Any:
    open_ones = Order.state == OrderState.UNPAID, Order.number == 1, Project.status.not_in(CLOSED)
    asked = Order.select(Order, Project).join(Project)
    return asked.where(which, *open_ones, Order.booking_id.is_null(), Order.withdrawn_at.is_null())


def _agreed(order_ids: SQL) -> Any:
    agreed: Any = Payment.select(Payment.order).where(Payment.order.in_(these(order_ids)))
    return agreed.where(Payment.is_awaited() | (Payment.status == PaymentStatus.PROCESSING)).tuples()


_OFFERED = Prepared(lambda order_ids: _open_ones(Order.id.in_(these(order_ids))))
_OFFERED_TO = Prepared(lambda client_ids: _open_ones(Project.client.in_(these(client_ids))))
_AGREED = Prepared(_agreed)


def _are_of_one(fee: Order, order: Order) -> bool:
    """Whether the owner of an order is the one of a fee: the same client's account, or the browser that made both."""
    one, other = fee.project, order.project
    if one.client_id != other.client_id or one.id == other.id:
        return False
    return bool((one.proved_at and other.proved_at) or (one.visitor_id and one.visitor_id == other.visitor_id))


def dearer_without(projects: Collection[Project], now: datetime) -> dict[int, list[Dearer]]:
    """For each of these projects, what their clients can pay now and would cost more once it is cancelled."""
    clients = {project.client_id for project in projects}
    asked = _still_offered(_OFFERED_TO, clients)
    holds = Hold.unpaid_among([order.project_id for order in asked])
    payable = {
        order.id: order
        for order in asked
        if order.project.shares_consultation
        or ((hold := holds.get(order.project_id)) is not None and (hold.expires_at is None or hold.expires_at > now))
    }
    if not payable:
        return defaultdict(list)
    now_at, found = offered(payable, now), defaultdict[int, list[Dearer]](list)
    used = {offer.credit_of for offer in now_at.values()} - {None}
    fees = {order.id: order.project_id for order in Order.select().where(Order.id.in_(list(used)))}
    for project_id in {project.id for project in projects} & set(fees.values()):
        then_at = offered(payable, now, without=project_id)
        for number, order in payable.items():
            before, after = now_at[number], then_at[number]
            if after.total_cents > before.total_cents:
                found[project_id].append(Dearer(order.reference, before.total_cents, after.total_cents))
    return found


def deduct_no_more(project_id: int, now: datetime) -> None:
    """A project was cancelled: what its fee was deducted from and nobody has agreed to for good is dearer now.

    Joins the caller's `write()`. Card forms that are open are ended (`payments.ending`); of one that was paid at that
    very moment see `credit.review`.
    """
    fees = [order.id for order in Order.all_of(project_id)]
    lines: Any = Line.select(Line.order).where(Line.credit_of.in_(fees)).tuples()
    for order in _still_offered(_OFFERED, [number for (number,) in lines]):
        Line.delete().where(Line.order == order.id, Line.credit_of.in_(fees)).execute()
        reckon(order.id, now)

"""What came for a project, in the one form in which every page shows it."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from peewee import fn

from app.http import Schema
from app.orders.models import Order
from app.orders.money import Payment, Refund
from app.orders.rules import CAME, OrderState
from app.orders.sums import standings
from app.projects.models import Project


class ArrivedState(StrEnum):
    """How the money stands that came for a project."""

    PAID = "paid"
    PART_REFUNDED = "part_refunded"
    REFUNDED = "refunded"
    OTHER_PRICE = "other_price"  # it is kept, but is not the price: staff agree with the client


class RefundedTo(StrEnum):
    """Where money went back to: the ways in which the payments came of which any was given back."""

    CARD = "card"
    TRANSFER = "transfer"
    BOTH = "both"


class Arrived(Schema):
    """What came in all for what a project was begun with, what of it went back, and what that leaves; cents.

    `price_cents` is what is to be paid; of that `owed_cents` have still to come. `due_back_cents` of what came are too
    much, and still here. `refunded_at`: when the last of it went back, `refunded_to` where to; None where nothing did.
    """

    state: ArrivedState
    amount_cents: int
    price_cents: int
    refunded_cents: int
    owed_cents: int
    due_back_cents: int
    refunded_at: datetime | None
    refunded_to: RefundedTo | None


# Whether the least and the most of the payments of which any went back came by transfer.
WAYS = {(False, False): RefundedTo.CARD, (False, True): RefundedTo.BOTH, (True, True): RefundedTo.TRANSFER}
NEVER = (None, None)
STATES = {OrderState.PART_PAID: ArrivedState.OTHER_PRICE}


def arrived(projects: Sequence[Project]) -> dict[int, Arrived]:
    """What came for each of these projects for which anything did; in as many queries for many as for one."""
    ids = [project.id for project in projects]
    paid = Order.select().where(Order.project.in_(ids), Order.number == 1, Order.state.in_(CAME))
    orders = {order.id: order for order in paid}
    by_bank = Payment.provider == "bank"
    told = Payment.order, fn.MAX(Refund.refunded_at), fn.MIN(by_bank), fn.MAX(by_bank)
    last: Any = Refund.select(*told).join(Payment).where(Refund.is_given(), Payment.order.in_(list(orders)))
    given = {number: (at, WAYS[least, most]) for number, at, least, most in last.group_by(Payment.order).tuples()}
    return {
        orders[number].project_id: Arrived(
            state=STATES.get(sums.state) or ArrivedState(sums.state),
            amount_cents=sums.paid_cents,
            price_cents=sums.total_cents,
            refunded_cents=sums.refunded_cents,
            owed_cents=sums.owed_cents,
            due_back_cents=sums.due_back_cents,
            refunded_at=given.get(number, NEVER)[0],
            refunded_to=given.get(number, NEVER)[1],
        )
        for number, sums in standings(orders).items()
    }

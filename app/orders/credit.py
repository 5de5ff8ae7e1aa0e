"""The paid booking fee that is deducted from a service's price: whose it is, what uses it, what an order comes to."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from peewee import fn

from app.access import Caller
from app.orders.actions import changed
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.orders.rules import CAME, IS_PAID, OrderState, credit_for, credit_left, worth_of
from app.orders.sums import standing
from app.projects.models import Project
from app.projects.rules import PaymentStatus, ProjectStatus
from app.slots.models import Hold


@dataclass(frozen=True)
class Quote:
    """What an order comes to for a caller; cents. `credit_of`: the order whose booking fee is deducted.

    `anew`: as if no transfer had been chosen before.
    """

    order_id: int
    caller: Caller
    anew: bool
    description: str = field(compare=False)
    price_cents: int
    credit_cents: int = 0
    credit_of: int | None = None

    @property
    def total_cents(self) -> int:
        """What will be charged."""
        return self.price_cents - self.credit_cents


def quote(order: Order, caller: Caller, now: datetime, anew: bool = False) -> Quote:
    """What an order comes to with the credit of its owner's paid booking, whether or not it can be paid now.

    Once a transfer was chosen or money came, its lines stand: what a client has agreed to and was written to about
    never changes under them. A card form is no choice yet; it is opened at the price of now.
    anew: because the client asks for another way to pay in place of a transfer that was chosen.
    """
    begun, sums = Payment.begun(order.id), standing(order.id)
    asked = (order.id, caller, anew, order.description, sums.price_cents)
    if order.state in CAME or (begun is not None and begun.provider == "bank" and not anew):
        credit = order.credit
        return Quote(*asked, sums.credit_cents, credit.credit_of_id if credit else None)
    fee = None if order.project_id is None else _source(order, caller, now)
    if fee is None:
        return Quote(*asked)
    return Quote(*asked, credit_for(sums.price_cents, worth_of(standing(fee.id))), fee.id)


def agree(quoted: Quote, now: datetime) -> None:
    """Write the credit of a quote into its order; inside the caller's `write()`.

    AppError 409 when the order comes to something else by now (its service or the fee's worth was changed, or another
    order uses the fee), or a payment that deducts the fee could still be made.
    """
    if quote(Order.get_by_id(quoted.order_id), quoted.caller, now, quoted.anew) != quoted:
        raise changed()
    Line.delete().where(Line.order == quoted.order_id, Line.credit_of.is_null(False)).execute()
    if quoted.credit_of is None:
        return
    other = claim(quoted.credit_of, quoted.order_id)
    if other is not None:
        if Payment.begun(other.order_id) is not None:
            raise changed()
        other.delete_instance()
    credited = {"cents": -quoted.credit_cents, "credit_of": quoted.credit_of}
    Line.create(order=quoted.order_id, description="Booking fee deducted", **credited)


def claim(fee_order_id: int, by_others_than: int) -> Line | None:
    """The line of another order that deducts this fee, in use or given up."""
    found: Line | None = Line.get_or_none(Line.credit_of == fee_order_id, Line.order != by_others_than)
    return found


def is_used(order_id: int, by_others_than: int, now: datetime) -> bool:
    """Whether another order than `by_others_than` is paid with the fee of `order_id`, or may still be."""
    return bool(Order.select().where(Order.id == order_id, _is_used(by_others_than, now)).exists())


def review(order: Order) -> None:
    """Money came: take from the order what of its credit is gone since, or is made needless by the money."""
    credit = order.credit
    if credit is None:
        return
    fee = standing(credit.credit_of_id)
    # Whoever corrected their address since may be another client.
    same = credit.credit_of.project.client_id == order.project.client_id
    left = credit_left(standing(order.id), worth_of(fee) if same else 0)
    if left:
        Line.update(cents=-left).where(Line.id == credit.id).execute()
    else:
        credit.delete_instance()


def _source(order: Order, caller: Caller, now: datetime) -> Order | None:
    """The order of a paid booking whose fee this one may deduct: the same client's, the caller's own, not in use.

    Not of a cancelled one, whose fee staff may give back.
    """
    fees = Order.select(Order).join(Project).where(Order.booking_id.is_null(False), Order.state.in_(IS_PAID))
    fees = fees.where(Project.status != ProjectStatus.CANCELLED)
    mine = Project.client == order.project.client_id, Order.id.in_(Order.owned_by(caller)), Order.id != order.id
    free: Any = fees.where(*mine, ~_is_used(order.id, now)).order_by(Order.id)
    found: Order | None = free.first()
    return found


def _is_used(by_others_than: int, now: datetime) -> Any:
    """Of an order: its fee is deducted from another that is paid, being decided, or at a checkout with a kept time."""
    deducting = Order.alias()
    keeping = Hold.select().where(
        Hold.project_id == deducting.project,
        Hold.released_at.is_null(),
        Hold.expires_at.is_null() | (Hold.expires_at > now),
    )
    payment = Payment.select().where(Payment.order == deducting.id)
    begun = payment.where(Payment.superseded == False, ~Payment.has_come())
    came = deducting.state.in_([state for state in CAME if state is not OrderState.REFUNDED])
    # A card payment that is being decided may yet come, also after the project's time has gone.
    deciding = fn.EXISTS(payment.where(Payment.status == PaymentStatus.PROCESSING))
    in_use = came | deciding | (fn.EXISTS(begun) & fn.EXISTS(keeping))
    lines = Line.select().join(deducting, on=(Line.order == deducting.id))
    return fn.EXISTS(lines.where(Line.credit_of == Order.id, Line.order != by_others_than, in_use))

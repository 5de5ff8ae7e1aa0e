"""The paid booking fee that is deducted from a service's price: whose it is, what uses it, what an order comes to."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from peewee import fn

from app.access import Caller
from app.orders.actions import changed
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.orders.rules import CAME, IS_PAID, OrderState, credit_for, keeps_credit, worth_of
from app.orders.sums import standing
from app.projects.models import Project
from app.projects.rules import PaymentStatus
from app.slots.models import Hold


@dataclass(frozen=True)
class Quote:
    """What an order comes to; cents. `credit_of`: the order whose booking fee is deducted."""

    order_id: int
    description: str
    price_cents: int
    credit_cents: int = 0
    credit_of: int | None = None

    @property
    def total_cents(self) -> int:
        """What will be charged."""
        return self.price_cents - self.credit_cents


def agreed(order: Order) -> Quote:
    """An order as its lines have it."""
    sums, credit = standing(order.id), order.credit
    return Quote(
        order.id, order.description, sums.price_cents, sums.credit_cents, credit.credit_of_id if credit else None
    )


def quote(order: Order, caller: Caller, now: datetime, anew: bool = False) -> Quote:
    """What an order comes to with the credit of its owner's paid booking, whether or not it can be paid now.

    Once a transfer was chosen or money came, its lines stand: what a client has agreed to and was written to about
    never changes under them. A card form is no choice yet; it is opened at the price of now.
    anew: as if no transfer had been chosen, because the client asks for another way to pay in its place.
    """
    begun = Payment.begun(order.id)
    if order.state in CAME or (begun is not None and begun.provider == "bank" and not anew):
        return agreed(order)
    price_cents = standing(order.id).price_cents
    fee = None if order.project_id is None else _source(order, caller, now)
    if fee is None:
        return Quote(order.id, order.description, price_cents)
    credit_cents = credit_for(price_cents, worth_of(standing(fee.id)))
    return Quote(order.id, order.description, price_cents, credit_cents, fee.id)


def agree(quoted: Quote, now: datetime) -> None:
    """Write the credit of a quote into its order, where nothing else uses it; inside the caller's `write()`.

    AppError 409 when another order uses it by now, or a payment that deducts it could still be made.
    """
    Line.delete().where(Line.order == quoted.order_id, Line.credit_of.is_null(False)).execute()
    if quoted.credit_of is None:
        return
    other = claim(quoted)
    if other is not None:
        if is_used(quoted.credit_of, quoted.order_id, now) or Payment.begun(other.order_id) is not None:
            raise changed()
        other.delete_instance()
    credited = {"cents": -quoted.credit_cents, "credit_of": quoted.credit_of}
    Line.create(order=quoted.order_id, description="Booking fee deducted", **credited)


def claim(quoted: Quote) -> Line | None:
    """The line of another order that deducts the fee of this quote, in use or given up."""
    found: Line | None = Line.get_or_none(Line.credit_of == quoted.credit_of, Line.order != quoted.order_id)
    return found if quoted.credit_of is not None else None


def is_used(order_id: int, by_others_than: int, now: datetime) -> bool:
    """Whether another order than `by_others_than` is paid with the fee of `order_id`, or may still be."""
    return bool(Order.select().where(Order.id == order_id, _is_used(by_others_than, now)).exists())


def review(order: Order) -> None:
    """Money came: take from the order a credit that is gone since, or that the money makes needless."""
    credit = order.credit
    if credit is None:
        return
    if not keeps_credit(standing(order.id), worth_of(standing(credit.credit_of_id))):
        credit.delete_instance()


def _source(order: Order, caller: Caller, now: datetime) -> Order | None:
    """The order of a paid booking whose fee this one may deduct: the same client's, the caller's own, not in use."""
    fees = Order.select(Order).join(Project).where(Order.booking_id.is_null(False), Order.state.in_(IS_PAID))
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

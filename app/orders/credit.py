"""The paid booking fee that is deducted from a service's price: whose it is, what uses it, what an order comes to."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from peewee import SQL, fn

from app.access import Caller
from app.amounts import dollars
from app.orders.actions import changed, reckon
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.orders.rules import CAME, IS_PAID, credit_for, credit_left, worth_of
from app.orders.sums import standing, standings
from app.projects.models import Project
from app.projects.rules import CLOSED, PaymentStatus, ProjectStatus
from app.rows import Prepared, these
from app.slots.models import Hold

DEDUCTED = "Booking fee deducted"
ELSEWHERE = "Of your booking fee, {cents} is deducted from {reference} already."


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

    Once it was billed, a transfer was chosen or money came, its lines stand: what a client has agreed to and was
    written to about never changes under them. A card form is no choice yet; it is opened at the price of now.
    anew: because the client asks for another way to pay in place of a transfer that was chosen.
    """
    begun, sums = Payment.begun(order.id), standing(order.id)
    asked = (order.id, caller, anew, order.description, sums.price_cents)
    if order.is_bill or order.state in CAME or (begun is not None and begun.is_transfer and not anew):
        credit = order.credit
        return Quote(*asked, sums.credit_cents, credit.credit_of_id if credit else None)
    found = None if order.project_id is None else _remainder(order.project.client_id, order.id, caller, now)
    if found is None:
        return Quote(*asked)
    cents = credit_for(sums.price_cents, found.cents)
    return Quote(*asked, cents, found.fee_order_id if cents else None)


def agree(quoted: Quote, now: datetime) -> None:
    """Write the credit of a quote into its order; inside the caller's `write()`.

    AppError 409 when the order comes to something else by now (its service or the fee's worth was changed, or another
    order uses the fee), or a payment that deducts the fee could still be made.
    """
    if quote(Order.get_by_id(quoted.order_id), quoted.caller, now, quoted.anew) != quoted:
        raise changed()
    Line.delete().where(Line.order == quoted.order_id, Line.credit_of.is_null(False)).execute()
    if quoted.credit_of is not None:
        _deduct(quoted.order_id, quoted.credit_of, quoted.credit_cents, now)


def deduct_unused(order: Order, caller: Caller, now: datetime) -> int:
    """Deduct from a new bill what is left of the caller's booking fee, if anything; joins their `write()`.

    Returns the cents of it that are left for another order, 0 where nothing was deducted. What a payment deducts that
    was begun, and could still be made, stays where it is: card forms that were given up are ended before (`given_up`).
    """
    found = _remainder(order.project.client_id, order.id, caller, now, _OR_BEGUN)
    cents = credit_for(standing(order.id).price_cents, found.cents) if found else 0
    if found is None or not cents:
        return 0
    _deduct(order.id, found.fee_order_id, cents, now)
    return found.cents - cents


def left_for_bill(client_id: int, now: datetime) -> int:
    """What of a client's booking fee a bill may deduct now, in cents: see `deduct_unused`."""
    found = _remainder(client_id, 0, Caller(client_id=client_id), now, _OR_AWAITED)
    return found.cents if found else 0


def given_up(client_id: int, price_cents: int, now: datetime) -> list[Payment]:
    """The payments of checkouts that were given up, by which a client's fee cannot be deducted from such a price."""
    found = _remainder(client_id, 0, Caller(client_id=client_id), now)
    if found is None:
        return []
    cents = credit_for(price_cents, found.cents)
    begun = [Payment.begun(line.order_id) for line in crowded_out(found.fee_order_id, 0, cents, now)]
    return [payment for payment in begun if payment is not None]


class Remainder(NamedTuple):
    """What is left of a booking fee, in cents."""

    fee_order_id: int
    cents: int


def _remainder(
    client_id: int,
    order_id: int,
    caller: Caller,
    now: datetime,
    used: Prepared | None = None,
    also_cancelled: bool = False,
) -> Remainder | None:
    """Of the same client's fees, the caller's own, the one of which most is left; None where nothing is.

    used: as in `left_of`. Not of a cancelled booking, whose fee staff may give back, unless `also_cancelled`.
    """
    fees = _fees(client_id, order_id, caller, also_cancelled)
    left = left_of([(fee.id, order_id) for fee in fees], now, used)
    (most, _), cents = max(left.items(), key=lambda item: item[1], default=((0, 0), 0))
    return Remainder(most, cents) if cents else None


def _fees(client_id: int, order_id: int, caller: Caller, also_cancelled: bool = False) -> Any:
    """The client's paid booking fees that are the caller's own, without that of the order itself."""
    fees = Order.select(Order.id).join(Project).where(Order.is_fee(), Order.state.in_(IS_PAID))
    if not also_cancelled:
        fees = fees.where(Project.status != ProjectStatus.CANCELLED)
    return fees.where(Project.client == client_id, Order.id.in_(Order.owned_by(caller)), Order.id != order_id)


def elsewhere(order: Order, caller: Caller, now: datetime) -> str:
    """Why an unpaid order's price has less or nothing of the caller's booking fee deducted, as sentences.

    '' where nothing else deducts it: only orders are named that are the caller's own, too.
    """
    if order.project_id is None or order.state in CAME:
        return ""
    fees = [fee.id for fee in _fees(order.project.client_id, order.id, caller)]
    mine = Order.id.in_(Order.owned_by(caller)), Order.id != order.id
    lines = _deducting(fees, now).where(*mine).order_by(Line.id) if fees else []
    return " ".join(ELSEWHERE.format(cents=dollars(-line.cents), reference=line.order.reference) for line in lines)


def left_of(
    claims: Iterable[tuple[int, int]], now: datetime, used: Prepared | None = None
) -> dict[tuple[int, int], int]:
    """What is left of a booking fee for an order, in cents, by its order and that one: what no other order deducts.

    In two queries for many as for one. used: what deducts a fee, where more does than `_deducting` has.
    """
    claims = list(claims)
    if not claims:
        return {}
    fees = standings({fee for fee, _ in claims})
    lines = (used or _USED).rows(fees, now)
    deducted = {
        (fee, order): sum(-cents for of, by, cents in lines if of == fee and by != order) for fee, order in claims
    }
    return {claim: max(0, worth_of(fees[claim[0]]) - cents) for claim, cents in deducted.items()}


def _deduct(order_id: int, fee_order_id: int, cents: int, now: datetime) -> None:
    for line in crowded_out(fee_order_id, order_id, cents, now):
        if Payment.begun(line.order_id) is not None:
            raise changed()
        line.delete_instance()
        reckon(line.order_id, now)
    Line.create(order=order_id, description=DEDUCTED, cents=-cents, credit_of=fee_order_id)


def crowded_out(fee_order_id: int, order_id: int, cents: int, now: datetime) -> list[Line]:
    """What other orders, given up since, deduct of a fee of which less is left beside so many cents for this order."""
    beside = left_of([(fee_order_id, order_id)], now)[fee_order_id, order_id] - cents
    claims = Line.select().where(Line.credit_of == fee_order_id, Line.order != order_id, Line.cents < -beside)
    return list(claims.where(Line.id.not_in([line.id for line in _deducting([fee_order_id], now)])))


def review(order: Order, payment: Payment, now: datetime) -> None:
    """Money came: take from the order what of its credit is gone since, or is made needless by the money.

    A card form takes what it was opened at: what that deducted is deducted again where its booking was cancelled since.
    """
    credit = order.credit
    if order.is_bill:  # what was invoiced is what is owed
        return
    if credit is None:
        if not payment.is_transfer:
            _deduct_again(order, payment.amount_cents, now, also_cancelled=True)
        return
    fee = credit.credit_of_id
    # Whoever corrected their address since may be another client.
    same = credit.credit_of.project.client_id == order.project.client_id
    left = credit_left(standing(order.id), left_of([(fee, order.id)], now)[fee, order.id] if same else 0)
    if left:
        Line.update(cents=-left).where(Line.id == credit.id).execute()
    else:
        credit.delete_instance()


def restore(order: Order, asked_cents: int, now: datetime) -> None:
    """Money was noted by mistake: deduct again what it had made needless of a credit, as far as that is still left.

    asked_cents: what the client was asked for beside the credit. Joins the caller's `write()`.
    """
    if not order.is_bill and not standing(order.id).paid_cents:
        _deduct_again(order, asked_cents, now)


def _deduct_again(order: Order, asked_cents: int, now: datetime, also_cancelled: bool = False) -> None:
    sums, project = standing(order.id), order.project
    wanted = sums.price_cents - asked_cents
    if project is None or order.booking_id is not None or wanted <= sums.credit_cents:
        return
    caller = Caller(project.visitor_id, project.client_id if project.proved_at else None)
    found = _remainder(project.client_id, order.id, caller, now, also_cancelled=also_cancelled)
    if found is not None:
        Line.delete().where(Line.order == order.id, Line.credit_of.is_null(False)).execute()
        cents = min(wanted, found.cents)
        Line.create(order=order.id, description=DEDUCTED, cents=-cents, credit_of=found.fee_order_id)


def _deducting(fee_order_ids: Iterable[int] | SQL, now: datetime | SQL, spares: Any = None) -> Any:
    """The lines that deduct these fees for good or may yet: of orders that are paid, billed or being decided, whose
    transfer is awaited without a time that could end, or at a checkout with a kept time; spares: or at one that was
    given up, with such a payment.
    """
    keeping = Hold.select().where(
        Hold.project_id == Order.project,
        Hold.released_at.is_null(),
        Hold.expires_at.is_null() | (Hold.expires_at > now),
    )
    payment = Payment.select().where(Payment.order == Order.id)
    begun = fn.EXISTS(payment.where(_is_begun()))
    # A card payment that is being decided may yet come, also after the project's time has gone.
    deciding = fn.EXISTS(payment.where(Payment.status == PaymentStatus.PROCESSING))
    # Nothing but the client or staff ends what a letter asked for: it waits for no time, or staff opened it.
    lasting = Project.opened_by.is_null(False) | Project.consultation_of.is_null(False)
    open_one = Project.select().where(Project.id == Order.project, lasting, Project.status.not_in(CLOSED))
    awaited = fn.EXISTS(payment.where(Payment.is_awaited())) & fn.EXISTS(open_one)
    in_use = Order.keeps_credit() | deciding | awaited | (begun & fn.EXISTS(keeping))
    if spares is not None:
        in_use |= fn.EXISTS(payment.where(spares))
    return Line.select(Line, Order).join(Order, on=Line.order).where(Line.credit_of.in_(these(fee_order_ids)), in_use)


def _used(fee_order_ids: SQL, now: SQL, spares: Any = None) -> Any:
    """What these lines deduct of which fee, and in which order."""
    return _deducting(fee_order_ids, now, spares).select(Line.credit_of, Line.order, Line.cents).tuples()


def _is_begun() -> Any:
    """The condition that a payment could still be made."""
    return (Payment.superseded == False) & ~Payment.has_come()


_USED = Prepared(lambda fee_order_ids, now: _used(fee_order_ids, now))
_OR_BEGUN = Prepared(lambda fee_order_ids, now: _used(fee_order_ids, now, _is_begun()))
_OR_AWAITED = Prepared(lambda fee_order_ids, now: _used(fee_order_ids, now, Payment.is_awaited()))

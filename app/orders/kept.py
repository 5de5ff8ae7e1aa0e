"""What came for projects and is still here: what of it can be given back, and what other orders deduct."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from peewee import SQL, Case, fn

from app.amounts import dollars
from app.orders.models import Line, Order, order_reference
from app.orders.money import Payment
from app.orders.rules import IS_PAID, KEPT, OrderState, Standing, worth_of
from app.orders.sums import standings
from app.projects.models import Project
from app.projects.rules import ProjectStatus, reference
from app.rows import Prepared, these

Sums = Mapping[int, Standing]  # by the order's id


@dataclass(frozen=True)
class Kept:
    """The money of a project; cents.

    `here`: what can be given back of each of its orders, by their references: what was deducted elsewhere is used, and
    what came too much goes back whatever is decided, and is no part of it;
    `deducted`: what other orders deduct of its booking fee, by their references; `awaited`: what those deduct whose
    transfer is awaited, and so may yet come; `stays`: the references of all that deduct it for good, whatever is given
    back; `shrinks`: of those that deduct only what is left of it once more money comes for them; `credit_cents`: what
    it deducts of another's fee itself, free again once it is cancelled, `credit_ended`: unless that is the fee of this
    booking, which was cancelled before; '' for none; `credit_refunded`: unless all of that fee was given back.
    """

    came_cents: int = 0
    refunded_cents: int = 0
    here: tuple[tuple[str, int], ...] = ()
    deducted: tuple[tuple[str, int], ...] = ()
    credit_cents: int = 0
    awaited: tuple[tuple[str, int], ...] = ()
    stays: tuple[str, ...] = ()
    shrinks: tuple[str, ...] = ()
    credit_ended: str = ""
    credit_refunded: bool = False

    @property
    def free_cents(self) -> int:
        """What can be given back in all."""
        return sum(cents for _, cents in self.here)

    @property
    def if_refunded(self) -> str:
        """What becomes of what deducts its booking fee if that is given back, as sentences; '' where nothing does."""
        said = [f"What {name} deducts of the booking fee stays deducted, whatever is refunded." for name in self.stays]
        said += [
            f"{name} is not paid in full: once more money comes for it, only what is left of the booking fee by then "
            "is deducted, and the rest is owed."
            for name in self.shrinks
        ]
        return " ".join(said)

    @property
    def undeducted_cents(self) -> int:
        """What of that no awaited transfer deducts: all of which a client is told that a refund is decided about."""
        return max(0, self.free_cents - sum(cents for _, cents in self.awaited))

    @property
    def used(self) -> str:
        """What was deducted elsewhere, as a sentence; '' where nothing was."""
        said = [f"{dollars(cents)} is deducted from {name}, whose transfer is awaited." for name, cents in self.awaited]
        if self.deducted:
            parts = " and ".join(f"{dollars(cents)} from {reference}" for reference, cents in self.deducted)
            back = f"{dollars(self.refunded_cents)} was refunded already: nothing is left of it."
            none = back if self.refunded_cents else "Nothing is left of it to refund."
            rest = f"{dollars(self.free_cents)} is left." if self.free_cents else none
            said.insert(0, f"Of what was paid, we have deducted {parts}. {rest}")
        return " ".join(said)


class _Use(NamedTuple):
    """A line that deducts a booking fee: whose, by which order, in cents; for good, or while a transfer is awaited."""

    line_id: int
    fee_order_id: int
    order_id: int
    cents: int
    project_id: int | None
    number: int
    state: str
    keeps: int

    @property
    def stays(self) -> bool:
        """Whether more money that comes for it leaves what it deducts as it is: see `app.orders.credit.review`."""
        return self.number > 1 or self.state in IS_PAID

    @property
    def reference(self) -> str:
        """Of the order that deducts it."""
        return order_reference(self.project_id, self.number)

    def is_one_matter(self, fee: Order, sums: Sums) -> bool:
        """Whether a paid bill of the same project deducts the fee: what came for both is decided about together."""
        bill = sums.get(self.order_id)
        return self.project_id == fee.project_id and bill is not None and bill.paid_cents > 0


def _uses(fee_order_ids: SQL) -> Any:
    keeps, chosen = Order.keeps_credit(), Payment.select().where(Payment.order == Order.id, Payment.is_awaited())
    whose = Order.project, Order.number, Order.state, Case(None, [(keeps, 1)], 0)
    asked: Any = Line.select(Line.id, Line.credit_of, Line.order, 0 - Line.cents, *whose).join(Order, on=Line.order)
    in_use = keeps | ((Order.state == OrderState.UNPAID) & fn.EXISTS(chosen))
    return asked.where(in_use, Line.credit_of.in_(these(fee_order_ids))).tuples()


class _Fee(NamedTuple):
    """The booking fee's order that an order deducts."""

    project_id: int
    state: str
    status: str

    @property
    def ended(self) -> str:
        """The cancelled booking that the fee was paid for, by its reference; '' where it stands."""
        return reference(self.project_id) if self.status == ProjectStatus.CANCELLED else ""


def _fees(order_ids: SQL) -> Any:
    fee = Order.alias()
    asked: Any = Line.select(Line.order, fee.project, fee.state, Project.status).join(fee, on=Line.credit_of == fee.id)
    return asked.join(Project, on=fee.project == Project.id).where(Line.order.in_(these(order_ids))).tuples()


_USES, _FEES = Prepared(_uses), Prepared(_fees)


def fee_said(order: Order) -> str:
    """What other orders deduct of what an order was paid with, and what that leaves, as sentences; '' where none do."""
    return fees_said([order])[order.id].used


class FeeSaid(NamedTuple):
    """What other orders deduct of what an order was paid with, and what becomes of that if it is given back."""

    used: str = ""
    if_refunded: str = ""


def fees_said(orders: Collection[Order], sums: Sums | None = None) -> dict[int, FeeSaid]:
    """Both of each of these orders, in as many queries for many as for one; sums: theirs, where they are read."""
    said = {order.id: FeeSaid() for order in orders}
    begun = [order for order in orders if order.project_id is not None and not order.is_bill]
    sums = standings([order.id for order in begun]) if sums is None else sums
    kept = kept_of(begun, sums)
    for order in begun:
        money = kept[order.project_id]
        uses, told = [*money.deducted, *money.awaited], ""
        if uses:
            parts = [f"{dollars(cents)} from {name}" for name, cents in money.deducted]
            parts += [f"{dollars(cents)} from {name}, whose transfer is awaited" for name, cents in money.awaited]
            ended = order.project.status == ProjectStatus.CANCELLED  # its fee is deducted from nothing more
            left = 0 if ended else worth_of(sums[order.id]) - sum(cents for _, cents in uses)
            rest = f" What is left of it, {dollars(left)}, is deducted from the next service." if left > 0 else ""
            told = f"The booking fee was deducted: {' and '.join(parts)}.{rest}"
        said[order.id] = FeeSaid(told, money.if_refunded)
    return said


def kept_of(orders: Collection[Order], sums: Sums | None = None) -> dict[int, Kept]:
    """What is kept of the money of each project of these, with all its orders.

    In as many queries for many as for one. sums: of these orders, where they are read.
    """
    if not orders:
        return {}
    about = [order.id for order in orders]
    sums = standings(about) if sums is None else sums
    uses, found = [_Use(*row) for row in sorted(_USES.rows(about))], dict[int, Kept]()
    fees = {order_id: _Fee(*fee) for order_id, *fee in _FEES.rows(about)}
    for order in orders:
        each, before, fee = sums[order.id], found.get(order.project_id, Kept()), fees.get(order.id)
        deducting = [use for use in uses if use.fee_order_id == order.id]
        of_it = [use for use in deducting if not use.is_one_matter(order, sums)]
        deducted = [(use.reference, use.cents) for use in of_it if use.keeps]
        awaited = [(use.reference, use.cents) for use in of_it if not use.keeps]
        is_credited = not order.is_bill and each.state in KEPT
        found[order.project_id] = Kept(
            before.came_cents + each.paid_cents,
            before.refunded_cents + each.refunded_cents,
            (*before.here, *_free(order.reference, each, deducted)),
            (*before.deducted, *deducted),
            before.credit_cents + each.credit_cents * is_credited,
            (*before.awaited, *awaited),
            (*before.stays, *(use.reference for use in deducting if use.stays)),
            (*before.shrinks, *(use.reference for use in deducting if not use.stays)),
            before.credit_ended or (fee.ended if fee else ""),
            before.credit_refunded or (fee is not None and fee.state == OrderState.REFUNDED),
        )
    return found


def _free(name: str, sums: Standing, deducted: Collection[tuple[str, int]]) -> list[tuple[str, int]]:
    # What came too much goes back whatever is decided, and is told by itself.
    here_cents = sums.paid_cents - sums.refunded_cents - sums.due_back_cents
    free_cents = here_cents - sum(cents for _, cents in deducted)
    return [(name, free_cents)] if free_cents > 0 else []

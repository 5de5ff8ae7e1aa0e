"""How the money of projects stands, as the back office shows it: what is owed, what came and what may follow."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import asdict
from datetime import datetime
from typing import Any

from peewee import SQL

from app.http import Schema
from app.orders import outcomes, rules
from app.orders.fulfil import prospects
from app.orders.kept import fees_said
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.sums import refunded_of, standings
from app.payments.transfers import mistake_refusals
from app.projects.models import Project
from app.rows import Prepared, these


class Prospect(Schema):
    """What follows if money comes; cents.

    `owed_cents` is owed before it, `uncredited_cents` without the booking fee's credit, which is not deducted where the
    money is enough without. `settled`: what follows if it is enough, `parted` if it is not, None where staff agree with
    the client on the rest; `is_disowned`: no letter does, since the address is said to be somebody else's.
    """

    owed_cents: int
    uncredited_cents: int
    settled: outcomes.Outcome
    parted: outcomes.Outcome | None
    is_disowned: bool

    @classmethod
    def of(cls, ahead: outcomes.Prospect, is_disowned: bool) -> "Prospect":
        """What is ahead of an order of a project."""
        return cls(**asdict(ahead), is_disowned=is_disowned)


class ReceivedTransfer(Schema):
    """A transfer that came for what the project was begun with or a bill, by its reference; cents.

    `not_come_refusal`: why it cannot be said any more that it has not come, '' where it can;
    `left_cents`: what of it was not given back; `came_cents`: all that came for the same, of which `kept_cents` are
    still here, and `due_back_cents` of those came too much; `withdrawn`: for a bill that was withdrawn; `used`: what
    deducts it as a booking fee, and what becomes of that if it is refunded, '' where nothing does.
    """

    payment_id: int
    reference: str
    used: str
    amount_cents: int
    left_cents: int
    came_cents: int
    kept_cents: int
    due_back_cents: int
    withdrawn: bool
    paid_at: datetime
    not_come_refusal: str


class Payable(Schema):
    """What money that came can be for; cents. `number`: of the order in its project, 2 for the bill HPM-12-2.

    `owed_cents`: 0 where it is paid, so that more would be a second payment, and of a bill that was `withdrawn`;
    `came_cents`: what has come for it so far; `awaited_payment_id`: the transfer to mark as received, where one was
    asked for.
    """

    number: int
    reference: str
    withdrawn: bool
    owed_cents: int
    came_cents: int
    awaited_payment_id: int | None
    prospect: Prospect


class ProjectMoney(Schema):
    """How the money of a project stands, of what it was begun with and its bills; cents.

    `owed_cents` by the client: of what a closed project was begun with, or of a bill that was withdrawn, nothing;
    `begun_owed_cents`: of that for what it was begun with; `due_back_cents`: what came too much.
    `may_record`: no transfer is awaited for what it was begun with, which would have to be marked instead; `payable`:
    what is owed, then what it was begun with, then the bills that were withdrawn; `prospect`: of what it was begun
    with.
    """

    total_cents: int
    paid_cents: int
    refunded_cents: int
    owed_cents: int
    begun_owed_cents: int
    due_back_cents: int
    may_record: bool
    prospect: Prospect
    payable: list[Payable]
    transfers: list[ReceivedTransfer]


def money_of(projects: Collection[Project], now: datetime) -> dict[int, ProjectMoney]:
    """The money of each of these projects; in as many queries for many as for one."""
    about = {project.id: project for project in projects}
    orders = {order.id: order for order in _ORDERS.rows(about)}
    stand = standings(orders)
    came = _received(orders, stand)
    awaited, found = {row.order_id: row.id for row in Payment.awaited_for(orders)}, dict[int, ProjectMoney]()
    ahead = prospects(stand, now)
    for project in projects:
        theirs = [order for order in orders.values() if order.project_id == project.id]
        if not theirs:
            continue
        payable = [
            Payable(
                number=order.number,
                reference=order.reference,
                withdrawn=stand[order.id].is_withdrawn,
                owed_cents=stand[order.id].owed_cents,
                came_cents=stand[order.id].paid_cents,
                awaited_payment_id=awaited.get(order.id),
                prospect=Prospect.of(ahead[order.id], project.is_disowned),
            )
            for order in theirs
        ]
        begun, bills = payable[:1], payable[1:]
        owed, paid = [each for each in payable if each.owed_cents], [each for each in begun if not each.owed_cents]
        stands = [stand[order.id] for order in theirs]
        found[project.id] = ProjectMoney(
            total_cents=sum(stand[order.id].total_cents for order in theirs if order.withdrawn_at is None),
            paid_cents=sum(each.paid_cents for each in stands),
            refunded_cents=sum(each.refunded_cents for each in stands),
            owed_cents=sum(each.owed_cents for each in payable),
            begun_owed_cents=payable[0].owed_cents,
            due_back_cents=sum(each.due_back_cents for each in stands),
            may_record=payable[0].awaited_payment_id is None,
            prospect=payable[0].prospect,
            payable=[*owed, *paid, *(each for each in bills if each.withdrawn)],
            transfers=came[project.id],
        )
    return found


def _received(orders: dict[int, Order], stand: dict[int, rules.Standing]) -> dict[int, list[ReceivedTransfer]]:
    """The transfers that came for these orders, by project, oldest first."""
    came = defaultdict[int, list[ReceivedTransfer]](list)
    payments = _CAME.rows(orders)
    if not payments:
        return came
    given = refunded_of([payment.id for payment in payments])
    used, refused = fees_said(orders.values(), stand), mistake_refusals(payments, stand)
    for payment in payments:
        order, sums = orders[payment.order_id], stand[payment.order_id]
        came[order.project_id].append(
            ReceivedTransfer(
                payment_id=payment.id,
                reference=order.reference,
                used=" ".join(filter(None, used[order.id])),
                amount_cents=payment.amount_cents,
                left_cents=payment.amount_cents - given.get(payment.id, 0),
                came_cents=sums.paid_cents,
                kept_cents=sums.paid_cents - sums.refunded_cents,
                due_back_cents=sums.due_back_cents,
                withdrawn=sums.is_withdrawn,
                paid_at=payment.paid_at,
                not_come_refusal=refused[payment.id],
            )
        )
    return came


def _came_by_bank(order_ids: SQL) -> Any:
    by_bank = Payment.order.in_(these(order_ids)), Payment.has_come(), Payment.provider == "bank"
    return Payment.select(Payment, Order, Project).join(Order).join(Project).where(*by_bank).order_by(Payment.id)


_CAME = Prepared(_came_by_bank)
_ORDERS = Prepared(lambda ids: Order.select().where(Order.project.in_(these(ids))).order_by(Order.number))

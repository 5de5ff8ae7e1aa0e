"""What was ordered and billed, what came and went for it, and the papers about that: alike for clients and staff."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import replace
from datetime import date, datetime
from typing import Any, Literal

from peewee import SQL

from app import clock
from app.config import in_force
from app.http import Schema
from app.invoices.models import Invoice, InvoiceLine
from app.invoices.rules import Kind
from app.orders.credit import DEDUCTED
from app.orders.kept import fees_said
from app.orders.models import Line, Order
from app.orders.money import Payment, Refund
from app.orders.offered import offered
from app.orders.rules import OrderState, shown_state
from app.orders.sums import standings
from app.projects.models import Project
from app.projects.rules import PaymentStatus
from app.rows import Prepared, these


class LineOut(Schema):
    """One line of an order; cents, a credit below zero."""

    description: str
    cents: int


class MovementOut(Schema):
    """Money that came, or went back; `cents` are never below zero. `came_back`: the bank has returned the refund."""

    kind: Literal["payment", "refund"]
    cents: int
    at: datetime
    method: Literal["card", "bank"]
    number: str
    came_back: bool = False


class PaperOut(Schema):
    """A tax invoice or an adjustment note; cents."""

    id: int
    kind: Kind
    number: str
    title: str
    issued_at: datetime
    total_cents: int
    gst_cents: int


class OrderOut(Schema):
    """What was ordered or billed, and what became of it; cents.

    `lines`, `total_cents`: of a bill that was withdrawn those of its invoice. `bill`: its number in the project where
    staff have billed it, with the day it is due on; None for what the project was begun with, which is owed only once a
    part of it has come. `paid_at`: when it was paid in full for the first time, whatever went back since; None where it
    never was. `is_deciding`: a bank decides about its payment. `card`: it can be paid by card here;
    `transfer`: the account takes its money. `used`: what other orders deduct of it as a booking fee, as sentences; ''
    where none do.
    """

    reference: str
    bill: int | None
    state: OrderState
    withdrawn: bool
    paid_at: datetime | None
    due_on: date | None
    overdue: bool
    note: str
    lines: list[LineOut]
    total_cents: int
    paid_cents: int
    refunded_cents: int
    owed_cents: int
    credit_cents: int
    due_back_cents: int
    is_deciding: bool
    used: str
    card: bool
    transfer: bool
    movements: list[MovementOut]
    papers: list[PaperOut]


def orders_of(project_ids: Collection[int], now: datetime, *, as_seen: bool = False) -> dict[int, list[OrderOut]]:
    """The orders of each of these projects, oldest first, in as many statements for many as for one.

    as_seen: by their client, to whom what is not agreed to yet is offered with the booking fee that is left, and who
    sees none of the papers that named another buyer.
    """
    today, ways = clock.in_sydney(now).date(), in_force().ways_to_pay
    orders = _ORDERS.rows(project_ids)
    ids = [order.id for order in orders]
    sums, movements, lines = standings(ids), _movements(ids), _lines(orders)
    for number, offer in (offered(ids, now) if as_seen else {}).items():
        credit = [LineOut(description=DEDUCTED, cents=-offer.credit_cents)] if offer.credit_cents else []
        lines[number] = [*(line for line in lines[number] if line.cents >= 0), *credit]
        sums[number] = replace(sums[number], credit_cents=offer.credit_cents)
    papers = defaultdict[int, list[PaperOut]](list)
    for row in (_SEEN_PAPERS if as_seen else _PAPERS).rows(ids):
        papers[row.order_id].append(
            PaperOut(
                id=row.id,
                kind=row.kind,
                number=row.name,
                title=row.title,
                issued_at=row.issued_at,
                total_cents=row.total_cents,
                gst_cents=row.gst_cents,
            )
        )
    decided_on = {number for (number,) in _UNDECIDED.rows(ids)}
    shown = defaultdict[int, list[OrderOut]](list)
    used = fees_said(orders, {order.id: sums[order.id] for order in orders if not order.is_bill})
    for order in orders:
        each = sums[order.id]
        due_on = date.fromisoformat(order.due_on) if order.due_on else None
        owed_cents = 0 if order.is_offered else each.owed_cents
        deciding = order.id in decided_on
        is_unpaid = order.is_bill and owed_cents > 0 and each.state is OrderState.UNPAID and not deciding
        shown[order.project_id].append(
            OrderOut(
                reference=order.reference,
                bill=order.number if order.is_bill else None,
                state=shown_state(each),
                withdrawn=order.withdrawn_at is not None,
                paid_at=order.paid_at,
                due_on=due_on,
                overdue=bool(due_on and due_on < today and owed_cents and each.state is OrderState.UNPAID),
                note=order.note,
                lines=lines[order.id],
                total_cents=sum(line.cents for line in lines[order.id]),
                paid_cents=each.paid_cents,
                refunded_cents=each.refunded_cents,
                owed_cents=owed_cents,
                credit_cents=each.credit_cents,
                due_back_cents=each.due_back_cents,
                is_deciding=deciding,
                used=used[order.id].used,
                card=is_unpaid and ways.card,
                transfer=is_unpaid and ways.transfer,
                movements=movements[order.id],
                papers=papers[order.id],
            )
        )
    return shown


def _orders(project_ids: SQL) -> Any:
    rows: Any = Order.select(Order, Project).join(Project).where(Order.project.in_(these(project_ids)))
    return rows.order_by(Order.number)


def _papers(order_ids: SQL) -> Any:
    return Invoice.select().where(Invoice.order.in_(these(order_ids))).order_by(Invoice.id)


def _undecided(order_ids: SQL) -> Any:
    undecided: Any = Payment.select(Payment.order).where(Payment.status == PaymentStatus.PROCESSING)
    return undecided.where(Payment.order.in_(these(order_ids))).tuples()


_ORDERS, _PAPERS, _UNDECIDED = Prepared(_orders), Prepared(_papers), Prepared(_undecided)
_SEEN_PAPERS = Prepared(lambda order_ids: _papers(order_ids).where(~Invoice.is_replaced()))


def _lines(orders: Collection[Order]) -> dict[int, list[LineOut]]:
    """What each order consists of; a bill that was withdrawn as it was, with the fee that is free again since."""
    stands = [order.id for order in orders if order.withdrawn_at is None]
    withdrawn = [order.id for order in orders if order.withdrawn_at is not None]
    found = defaultdict[int, list[LineOut]](list)
    for line in _LINES.rows(stands):
        found[line.order_id].append(LineOut(description=line.description, cents=line.cents))
    for row in _BILLED.rows(withdrawn) if withdrawn else ():
        found[row.invoice.order_id].append(LineOut(description=row.description, cents=row.cents))
    return found


def _of_orders(order_ids: SQL) -> Any:
    return Line.select().where(Line.order.in_(these(order_ids))).order_by(Line.credit_of.is_null(False), Line.id)


def _billed(order_ids: SQL) -> Any:
    billed: Any = InvoiceLine.select(InvoiceLine, Invoice).join(Invoice).where(Invoice.kind == Kind.INVOICE)
    return billed.where(Invoice.order.in_(these(order_ids))).order_by(InvoiceLine.id)


_LINES, _BILLED = Prepared(_of_orders), Prepared(_billed)


def _came(order_ids: SQL) -> Any:
    came = Payment.select(Payment, Order).join(Order).where(Payment.order.in_(these(order_ids)), Payment.has_come())
    return came.order_by(Payment.id)


_CAME = Prepared(_came)
_REFUNDS = Prepared(lambda ids: Refund.select().where(Refund.payment.in_(these(ids))).order_by(Refund.id))


def _movements(order_ids: list[int]) -> dict[int, list[MovementOut]]:
    payments: Any = _CAME.rows(order_ids)
    refunds = defaultdict[int, list[Refund]](list)
    for refund in _REFUNDS.rows(payment.id for payment in payments) if payments else ():
        refunds[refund.payment_id].append(refund)
    found = defaultdict[int, list[MovementOut]](list)
    for payment in payments:
        how: Literal["card", "bank"] = "bank" if payment.is_transfer else "card"
        same: dict[str, Any] = {"method": how, "number": payment.number}
        of_order = found[payment.order_id]
        of_order.append(MovementOut(kind="payment", cents=payment.amount_cents, at=payment.paid_at, **same))
        for refund in refunds[payment.id]:
            back = refund.failed_at is not None
            of_order.append(
                MovementOut(kind="refund", cents=refund.cents, at=refund.refunded_at, came_back=back, **same)
            )
    for of_order in found.values():
        of_order.sort(key=lambda movement: (movement.at, movement.kind))
    return found

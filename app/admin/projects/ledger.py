"""The money of one project in its record: what was ordered, and every payment, also those that came to nothing."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from peewee import SQL

from app.admin.project_money import Prospect
from app.admin.projects.record_schemas import PaymentLine, StaffOrder
from app.invoices.schemas import orders_of
from app.orders.fulfil import prospects
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.sums import refunded_of, standings
from app.payments.bills import was_paid, withdraw_refusal
from app.projects.models import Project
from app.rows import Prepared, these


def orders(project: Project, rows: Collection[Order], now: datetime) -> list[StaffOrder]:
    """What was ordered and billed for a project, with the transfer that may come for each. rows: its orders."""
    sums = standings(order.id for order in rows)
    ahead, shown = prospects(sums, now), orders_of([project.id], now)[project.id]
    asked, found = _MAY_COME.rows(sums), []
    for order, each in zip(rows, shown, strict=True):
        # The one that is awaited before one that was given up.
        mine = sorted((row for row in asked if row.order_id == order.id), key=lambda row: (row.superseded, -row.id))
        transfer = mine[0] if mine and order.withdrawn_at is None else None
        may_end = order.is_bill and order.withdrawn_at is None and not was_paid(sums[order.id])
        found.append(
            StaffOrder(
                **each.model_dump(),
                id=order.id,
                awaited_payment_id=transfer.id if transfer else None,
                awaited_cents=transfer.amount_cents if transfer else None,
                awaited_since=transfer.created_at if transfer else None,
                given_up=bool(transfer and (transfer.superseded or _ended(order))),
                prospect=Prospect.of(ahead[order.id], project.is_disowned),
                withdraw_refusal=withdraw_refusal(sums[order.id]) if may_end else None,
            )
        )
    return found


def _may_come(order_ids: SQL) -> Any:
    return Payment.select().where(Payment.order.in_(these(order_ids)), Payment.may_come())


def _asked_or_come(order_ids: SQL) -> Any:
    theirs = Payment.select().where(Payment.order.in_(these(order_ids)))
    return theirs.order_by(Payment.superseded, Payment.id.desc())


_MAY_COME, _ASKED_OR_COME = Prepared(_may_come), Prepared(_asked_or_come)


def _ended(order: Order) -> bool:
    """Whether nobody waits for its money; a bill stays to be paid whatever becomes of its project."""
    return order.is_closed or order.withdrawn_at is not None


def payments(orders: Collection[Order]) -> list[PaymentLine]:
    """The payments for these orders, the one that counts first.

    What a bill had asked for by transfer, and was paid otherwise or is not wanted any more, was never a payment.
    """
    about = {order.id: order for order in orders}
    rows = _ASKED_OR_COME.rows(about)
    given = refunded_of([payment.id for payment in rows])
    lines = [
        PaymentLine(
            id=payment.id,
            reference=about[payment.order_id].reference,
            provider=payment.provider,
            intent_id=payment.intent_id,
            status=payment.shown_status(given.get(payment.id, 0)),
            given_up=bool(payment.superseded or _ended(about[payment.order_id])),
            by_bill=payment.is_asked_by_bill,
            provider_status=payment.provider_status,
            amount_cents=payment.amount_cents,
            refunded_cents=given.get(payment.id, 0),
            last_error=payment.last_error,
            created_at=payment.created_at,
            paid_at=payment.paid_at,
        )
        for payment in rows
    ]
    return [line for line in lines if not (line.by_bill and line.given_up)]

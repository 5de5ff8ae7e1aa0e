"""Further work that staff bill, in the back office."""

from datetime import date
from typing import Annotated

from flask import Blueprint
from flask_login import current_user
from pydantic import Field

from app import checked, clock
from app.accounts.models import Client
from app.admin.money import Amount
from app.audit import actions as audit
from app.http import Bare, Ok, Schema, SeenCents, Who, demanded_key, route
from app.invoices.models import Invoice
from app.invoices.rules import BILL_LINE, BILL_NOTE, BILL_REASON, MOST_BILL_LINES
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.sums import standings
from app.payments import bills as actions
from app.payments.current import card_provider
from app.projects.models import Project

bills = Blueprint("admin_bills", __name__)


class BillLine(Schema):
    """A position of a bill; cents including GST."""

    description: Annotated[str, checked.text(BILL_LINE)] = checked.demanded()
    cents: Amount = checked.demanded()


class BillIn(Schema):
    """What is billed: one line at least, and the day in Sydney on which it is due.

    `owed_cents`: what the form said that the client will owe, less the booking fee; compared where it is sent.
    """

    lines: Annotated[list[BillLine], Field(min_length=1, max_length=MOST_BILL_LINES)]
    due_on: checked.Day
    note: Annotated[str, checked.text(BILL_NOTE)] = ""
    owed_cents: SeenCents | None = None


class BillMade(Schema):
    """The bill that was written: its tax invoice, and what clients write on a transfer for it."""

    id: int
    reference: str
    invoice_id: int
    number: str
    total_cents: int


class Withdrawal(Schema):
    """Why a bill need not be paid, as its client reads it."""

    reason: Annotated[str, checked.text(BILL_REASON)] = checked.demanded()


class OpenBill(Schema):
    """A bill that is not paid yet; cents. `payment_id`: the transfer to mark as received, None where none is asked for.

    `is_awaited`: the client may still mean to send it, and has not opened the card form instead.
    """

    id: int
    reference: str
    name: str
    total_cents: int
    owed_cents: int
    due_on: date
    overdue: bool
    payment_id: int | None
    is_awaited: bool


class OpenBills(Bare[list[OpenBill]]):
    """Every bill that is owed, the one that is due first before the others."""


@route(bills, "GET", "/api/admin/bills", who=Who.STAFF, answer=OpenBills)
def open_bills() -> OpenBills:
    """What was billed and is not paid yet, with the references by which its transfers are known."""
    now = clock.now()
    today = clock.in_sydney(now).date()
    audit.look(current_user.actor(), "bills", now)
    rows = Order.select(Order, Project, Client).join(Project).join(Client)
    rows = rows.where(Order.is_open_bill())
    orders = {order.id: order for order in rows.order_by(Order.due_on, Order.id)}
    sums = standings(orders)
    asked = Payment.select().where(Payment.order.in_(list(orders)), Payment.may_come()).order_by(Payment.id)
    transfers = {payment.order_id: payment for payment in asked}
    return OpenBills(
        [
            OpenBill(
                id=order.id,
                reference=order.reference,
                name=order.project.client.name,
                total_cents=sums[order.id].total_cents,
                owed_cents=sums[order.id].owed_cents,
                due_on=date.fromisoformat(order.due_on),
                overdue=date.fromisoformat(order.due_on) < today,
                payment_id=transfers[order.id].id if order.id in transfers else None,
                is_awaited=order.id in transfers and not transfers[order.id].superseded,
            )
            for order in orders.values()
            if sums[order.id].owed_cents
        ]
    )


@route(
    bills,
    "POST",
    "/api/admin/projects/<int:project_id>/bills",
    who=Who.STAFF,
    body=BillIn,
    keyed=True,
    answer=BillMade,
    status=201,
    refusals=(404, 409, 503),
)
def bill_further_work(project_id: int, body: BillIn) -> BillMade:
    """Bill further work, with its tax invoice and the letter to the client; once for each Idempotency-Key."""
    lines = [(line.description, line.cents) for line in body.lines]
    made = actions.bill(
        card_provider(),
        project_id,
        lines,
        body.due_on,
        body.note,
        demanded_key(),
        current_user.username,
        body.owed_cents,
    )
    invoice = Invoice.of_order(made.id)
    assert invoice is not None
    return BillMade(
        id=made.id,
        reference=made.reference,
        invoice_id=invoice.id,
        number=invoice.name,
        total_cents=invoice.total_cents,
    )


@route(
    bills,
    "POST",
    "/api/admin/bills/<int:order_id>/withdraw",
    who=Who.STAFF,
    body=Withdrawal,
    answer=Ok,
    refusals=(404, 409, 503),
)
def withdraw_bill(order_id: int, body: Withdrawal) -> Ok:
    """Withdraw a bill that nobody has paid, and write so to the client; repeating it changes nothing."""
    actions.take_back(card_provider(), order_id, body.reason, current_user.username)
    return Ok()

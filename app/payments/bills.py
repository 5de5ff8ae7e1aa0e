"""Further work that staff bill: an order of a project like any other, invoiced at once, with a day it is due on."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date, datetime

from peewee import fn

from app import clock
from app.access import Caller
from app.alerts.actions import withdraw
from app.amounts import dollars
from app.audit.actions import Actor, note
from app.audit.models import Act
from app.config import in_force
from app.db import write
from app.errors import AppError, invalid, not_found
from app.invoices import notices
from app.invoices.actions import adjust, issue
from app.invoices.models import Invoice
from app.invoices.rules import bill_problem
from app.orders import credit
from app.orders.actions import become_paid, changed, reckon, require_unpaid
from app.orders.credit import Quote, quote
from app.orders.deciding import fee_used_otherwise
from app.orders.keys import open_bill_key
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.orders.rules import CAME, Standing
from app.orders.sums import standing
from app.payments.begin import by_transfer, make
from app.payments.gateway import Gateway
from app.payments.void import void
from app.projects import actions as projects
from app.projects.finding import find_for_staff
from app.projects.models import Project
from app.projects.rules import ProjectStatus

NO_BILL = "We could not find that invoice."
NOT_BEGUN = "Please wait until what this project was begun with is paid: it has its own payment."
CANCELLED = "This project is cancelled. Further work needs a project that is under way."
HAS_MONEY = "Money has come for this invoice. Please refund it instead."
PART_CAME = "Part of it has come. Please refund that first, then withdraw the bill."
BEING_DECIDED = "The client's bank is deciding about a card payment for this invoice. Please wait until it has decided."
BILLED = "Another invoice was written with this key."


def bill(
    gateway: Gateway | None,
    project_id: int,
    lines: Sequence[tuple[str, int]],
    due_on: date,
    words: str,
    key: str,
    actor: str,
    shown_cents: int | None = None,
) -> Order:
    """Bill further work: its order and tax invoice, the transfer that is awaited for it, the letter to the client.

    lines: each with its cents including GST; words: a note on the invoice; key: names this one act, so that a repeated
    call answers with the same bill; shown_cents: what staff were shown that the client will owe. What is left of a paid
    booking fee is deducted, beside what a transfer that is awaited deducts; a bill that it covers is paid at once.
    AppError 404 without the project, 409 where it is cancelled or not paid for itself, where another sum would be owed
    than was shown, or where the key was another bill's; 422 for lines or a day that cannot be billed; GatewayError when
    the card payment of a checkout that was given up deducts the fee, and cannot be voided right now.
    """
    now = clock.now()
    _free_credit(gateway, find_for_staff(project_id), sum(cents for _, cents in lines), now)
    with write():
        project = find_for_staff(project_id)
        known: Order | None = Order.get_or_none(Order.bill_key == f"{project_id}-{key}")
        if known is not None:
            rows = Line.select().where(Line.order == known.id, Line.credit_of.is_null()).order_by(Line.id)
            if [(row.description, row.cents) for row in rows] != list(lines) or known.due_on != due_on.isoformat():
                raise AppError("other_bill", 409, BILLED)
            return known
        if wrong := bill_problem([cents for _, cents in lines], due_on, clock.in_sydney(now).date()):
            raise invalid(wrong)
        if Order.of_project(project_id).paid_at is None:
            raise AppError("not_paid", 409, NOT_BEGUN)
        if project.status == ProjectStatus.CANCELLED:
            raise AppError("cancelled", 409, CANCELLED)
        number = Order.select(fn.MAX(Order.number)).where(Order.project == project_id).scalar() + 1
        said = {"due_on": due_on.isoformat(), "note": words, "bill_key": f"{project_id}-{key}"}
        made: Order = Order.create(project=project, number=number, **said, created_at=now, updated_at=now)
        for description, cents in lines:
            Line.create(order=made, description=description, cents=cents)
        credit_left_cents = credit.deduct_unused(made, Caller(client_id=project.client_id), now)
        sums = reckon(made.id, now)
        if shown_cents not in (None, sums.total_cents):
            raise changed()
        if not sums.total_cents:
            become_paid(made.id, now)
        invoice = issue(made.id, now)
        if sums.total_cents and in_force().ways_to_pay.transfer:
            make(made.id, sums.total_cents, by_transfer(), now)
        projects.record(project_id, actor, f"Billed {dollars(sums.total_cents)}: {invoice.name}", now)
        note(Actor.staff(actor), Act.BILL, f"project:{project_id}", now, f"{invoice.name}, {dollars(sums.total_cents)}")
        notices.billed(made, invoice, credit_left_cents, now)
    return made


def _free_credit(gateway: Gateway | None, project: Project, price_cents: int, now: datetime) -> None:
    """Void the card payments of checkouts that were given up, when a bill would deduct their booking fee."""
    for begun in credit.given_up(project.client_id, price_cents, now):
        # A transfer may be on its way: what its client was written to about stands.
        if not begun.is_transfer:
            with suppress(AppError):  # paid at the last moment: its fee is used
                void(gateway, begun)


def take_back(gateway: Gateway | None, order_id: int, reason: str, actor: str) -> None:
    """Withdraw a bill for which no money is here; repeating it changes nothing. reason: as the client reads it.

    AppError 404; 409 where money came for it, a bank is deciding or a payment was begun meanwhile; GatewayError when a
    card payment that was begun cannot be voided right now.
    """
    now = clock.now()
    order = Order.get_or_none(Order.id == order_id, Order.number > 1)
    if order is None:
        raise not_found(NO_BILL)
    begun = Payment.begun(order_id)
    if begun is not None and order.state not in CAME:
        try:
            void(gateway, begun)
        except AppError as refused:
            # What it says is said to the client.
            said = BEING_DECIDED if refused.code == "being_decided" else HAS_MONEY
            raise AppError(refused.code, refused.status, said) from None
    with write():
        order = Order.get_by_id(order_id)
        if order.withdrawn_at is not None:
            return
        if refusal := withdraw_refusal(standing(order_id)):
            raise AppError("has_money", 409, refusal)
        if Payment.begun(order_id) is not None:
            raise changed()
        # What the booking fee's credit covered is paid no more without it.
        credit_cents = standing(order_id).credit_cents
        Order.update(withdrawn_at=now, paid_at=None, updated_at=now).where(Order.id == order_id).execute()
        if (deducted := order.credit) is not None:
            deducted.delete_instance()
            fee_used_otherwise(deducted.credit_of, now)
        withdraw(open_bill_key(order_id))
        reckon(order_id, now)
        adjust(order_id, "Invoice withdrawn", now)
        invoice = Invoice.of_order(order_id)
        assert invoice is not None
        projects.record(order.project_id, actor, f"Withdrew {invoice.name}: {reason}", now)
        note(Actor.staff(actor), Act.WITHDRAW_BILL, f"project:{order.project_id}", now, invoice.name)
        notices.withdrawn(order, invoice, reason, credit_cents, now)


def was_paid(sums: Standing) -> bool:
    """Whether money paid a bill in full: that is refunded and never withdrawn, so that nobody is offered it."""
    return sums.became_paid and sums.paid_cents > 0


def withdraw_refusal(sums: Standing) -> str:
    """Why a bill cannot be withdrawn for its money, '' where it can."""
    if was_paid(sums):
        return HAS_MONEY
    return PART_CAME if sums.paid_cents > sums.refunded_cents else ""


def to_pay(project_id: int, number: int, caller: Caller, now: datetime) -> Quote:
    """A client's bill that can be paid now. AppError 404 for anybody else's, 409 when it is paid or withdrawn."""
    mine = Order.project == project_id, Order.number == number, Order.number > 1
    order = Order.select().join(Project).where(*mine, Project.of_client(caller.client_id)).first()
    if order is None:
        caller.refuse_temporary_password()
        raise not_found(NO_BILL)
    require_unpaid(order)
    return quote(order, caller, now)

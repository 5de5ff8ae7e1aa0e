"""What follows when money comes for an order, once, and here alone. Everything here joins the caller's `write()`."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from peewee import SQL

from app.alerts.actions import tell_staff, withdraw
from app.amounts import dollars
from app.booking import actions as bookings
from app.booking.models import Booking
from app.booking.reviewing import tell_begun
from app.booking.rules import BookingStatus
from app.checklist.actions import ask_for_service
from app.consultations.confirmed import still_to_come
from app.consultations.keeping import kept_meanwhile
from app.consultations.letterhead import Paid
from app.consultations.notices import Notices
from app.consultations.paid import came_after_closing, keep_meanwhile, paid
from app.invoices.actions import adjust, issue
from app.invoices.models import Invoice
from app.invoices.notices import bill_paid, withdrawn_bill_paid
from app.orders import credit
from app.orders.actions import become_paid, reckon
from app.orders.keys import accepted_key, twice_key, withdrawn_key
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.orders.outcomes import Prospect
from app.orders.rules import OrderState, Standing
from app.orders.sums import standing
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import CLOSED, reference
from app.proofs import questions
from app.proofs.ownership import prove_by_payment, prove_own_payment
from app.proofs.persons import Persons, contact
from app.rows import Prepared, these
from app.slots.models import Hold
from app.slots.rules import LostTime

PAID_AGAIN = "Paid again, after money had been refunded"
PAID_AFTER_ALL = "Paid, after a transfer had been noted by mistake"


def receive(payment: Payment, now: datetime) -> None:
    """The money of `payment` has come: its order is paid by it, or was before, or something is still owed."""
    order = Order.get_by_id(payment.order_id)
    if order.withdrawn_at is not None:
        _for_withdrawn(order, payment, now)
        return
    was, was_paid = OrderState(order.state), order.paid_at is not None
    if not was_paid or was is OrderState.REFUNDED:
        credit.review(order, payment, now)
    sums = reckon(order.id, now)
    surplus_cents = min(payment.amount_cents, sums.due_back_cents)
    if was_paid:
        adjust(order.id, PAID_AGAIN, now)
        if surplus_cents == payment.amount_cents:
            _too_much(order, payment, surplus_cents, now, was_paid=True)
            return
    if order.is_closed and (was_paid or sums.balance_cents > 0):
        project = Project.get_by_id(order.project_id)
        came_after_closing(project, Persons([project]).of(project), payment.amount_cents, now)
        if surplus_cents:
            _too_much(order, payment, surplus_cents, now, was_paid=False)
    elif was_paid and sums.state is not OrderState.PART_PAID:
        if was is OrderState.PART_PAID:
            _rest(order, payment, sums, now)
        else:
            _too_much(order, payment, surplus_cents, now, was_paid=True)
    else:
        _first(order, payment, sums, now)


def _first(order: Order, payment: Payment, sums: Standing, now: datetime) -> None:
    """What was never paid in full, or went back since, is paid for, or a part of it is."""
    if sums.balance_cents <= 0:
        complete(order, payment, now)
        return
    # The money is kept, and staff agree on the rest. A part of the price proves nothing: anybody may send a cent.
    project = Project.get_by_id(order.project_id)
    projects.record(project.id, "payment", f"{dollars(payment.amount_cents)} came, which is not the price", now)
    if not order.is_bill:
        withdraw(accepted_key(project.id))  # that it is to be paid: the line about its price says what is to be done
    if not order.is_bill and order.paid_at is None:
        keep_meanwhile(project, now)
    if project.erased_at is None:
        kept = "" if order.is_bill else kept_meanwhile(project.id, now)
        told = (payment.id, payment.amount_cents, sums, kept, questions.link(project, now))
        Notices(project, now, order.reference).other_price(*told)


def _for_withdrawn(order: Order, payment: Payment, now: datetime) -> None:
    """It came for a bill that was withdrawn: whatever it costs, all that is here for it is agreed on or goes back."""
    sums, was_paid = reckon(order.id, now), order.paid_at is not None
    note = adjust(order.id, PAID_AGAIN if was_paid else "Paid after it was withdrawn", now)
    withdrawn_bill_paid(order, payment, note.name if note else "", now)
    if not was_paid and sums.balance_cents <= 0:
        sums = become_paid(order.id, now)
        projects.record(order.project_id, "payment", f"Paid after it was withdrawn: {order.reference}", now)
    said = f"{order.reference} was withdrawn, but {dollars(payment.amount_cents)} came for it"
    if sums.due_back_cents != payment.amount_cents:
        said += f", and with what came before {dollars(sums.due_back_cents)} is here"
    please, link = "please agree what it is for, or refund it", order.project.staff_page
    tell_staff("paid_withdrawn", withdrawn_key(payment.id), f"{said}: {please}.", link, now=now)


def _rest(order: Order, payment: Payment, sums: Standing, now: datetime) -> None:
    """It was paid, all went back, a part came again and its rest was asked for: that is here with `payment`."""
    projects.record(order.project_id, "payment", f"Paid again in full: {order.reference}", now)
    if sums.due_back_cents:
        _too_much(order, payment, sums.due_back_cents, now, was_paid=False)
    elif order.project.erased_at is None:
        Notices(order.project, now, order.reference).rest_arrived(payment, sums.total_cents)


def complete(order: Order, payment: Payment, now: datetime) -> None:
    """All that is owed is there for the first time, with `payment` as the last of it.

    The time, the sign-in and the letters of what was bought outright are `consultations.paid`'s.
    """
    sums = become_paid(order.id, now)
    method, at = payment.method, payment.paid_at or now
    if order.is_bill:
        projects.record(order.project_id, "payment", f"Bill paid: {order.reference}", now)
        if order.withdrawn_at is None:
            bill_paid(order, payment, now)
        _invoice(order.id, now)
    elif order.booking_id is not None and not order.is_closed:
        receipt = bookings.Receipt(sums.total_cents, payment.number, at, method)
        booking = Booking.get_by_id(order.booking_id)
        # A draft has a client only where they were signed in when they typed it, or went on to pay.
        own = booking.status == BookingStatus.DRAFT and booking.client_id is not None
        prove = partial(prove_own_payment if own else prove_by_payment, now=now)
        project = bookings.confirm(booking, receipt, prove, now)
        ask_for_service(project, now)
        _invoice(order.id, now)
    else:
        if not payment.is_transfer and order.project.client.password_hash is None:
            # Nobody could sign in, so that only the browser that made the project can have begun this payment.
            projects.note_own_payment(order.project_id, now)
        prove_by_payment(order.project_id, now)
        cents = (sums.price_cents, sums.credit_cents, sums.total_cents, payment.amount_cents)
        _serve(order, Paid(*cents, payment.number, at, method), now)
    _tell_review(order.project_id or Order.get_by_id(order.id).project_id, now)
    if sums.balance_cents < 0:
        _too_much(order, payment, -sums.balance_cents, now, was_paid=False)


def cover(order: Order, actor: str, now: datetime) -> None:
    """The credit of the booking fee is all that is owed, and the client has accepted that: nothing is charged.

    actor: who says that they have, for the history.
    """
    projects.record(order.project_id, actor, "Confirmed with the booking fee's credit", now)
    prove_by_payment(order.project_id, now)
    sums = become_paid(order.id, now)
    number = reference(order.project_id)
    _serve(order, Paid(sums.price_cents, sums.credit_cents, 0, 0, number, now, "booking fee credit"), now)
    _tell_review(order.project_id, now)


def _invoice(order_id: int, now: datetime) -> Invoice:
    """The tax invoice of what became paid; one of before stands again where a note had taken it back."""
    known = Invoice.of_order(order_id)
    if known is None:
        return issue(order_id, now)
    adjust(order_id, PAID_AFTER_ALL, now, is_paid=True)
    return known


def _tell_review(project_id: int, now: datetime) -> None:
    tell_begun(project_id, still_to_come(Project.get_by_id(project_id), now), now)


def prospects(sums: Mapping[int, Standing], now: datetime) -> dict[int, Prospect]:
    """What follows if money comes now for each of these orders, which have projects; `sums` by order.

    In as many queries for many orders as for one.
    """
    left = credit.left_of(_CREDITED.rows(sums), now)
    left_for = {order_id: cents for (_, order_id), cents in left.items()}
    about = _WITH_PROJECTS.rows(sums)
    holds = Hold.last_among([order.project.id for order in about])
    lost = {number for number, hold in holds.items() if isinstance(hold.brings(now), LostTime)}
    # A booking's time is arranged by the office: that it has none is nothing to tell its client.
    tells = {order.id for order in about if order.project.id in lost and not (order.booking_id or order.is_bill)}
    told = {order.id: (left_for.get(order.id, 0), order.is_closed, order.id in tells) for order in about}
    return {number: Prospect.of(sums[number], *each) for number, each in told.items()}


def _credited(order_ids: SQL) -> Any:
    deduct = Line.order.in_(these(order_ids)), Line.credit_of.is_null(False)
    return Line.select(Line.credit_of, Line.order).where(*deduct).tuples()


_CREDITED = Prepared(_credited)
_WITH_PROJECTS = Prepared(lambda ids: Order.select(Order, Project).join(Project).where(Order.id.in_(these(ids))))


def _serve(order: Order, money: Paid, now: datetime) -> None:
    """What was bought outright is invoiced, and begins: its consultation has its time."""
    money = replace(money, invoice=_invoice(order.id, now).name)
    project = Project.get_by_id(order.project_id)
    if project.status not in CLOSED:
        ask_for_service(project, now)
    paid(project, Persons([project]).of(project), money, now)
    if money.method == "card" and order.booking_id is None and order.terms_accepted_at is None:
        # The money is there and stays.
        projects.record(project.id, "payment", "Paid without the terms having been accepted online", now)
        said = f"{reference(project.id)} was paid by card without the terms having been accepted online"
        please = f"please ask {contact(project)} to accept them"
        key, link = f"terms-not-accepted-{project.id}", project.staff_page
        tell_staff("terms_not_accepted", key, f"{said}: {please}.", link, now=now)


def _too_much(order: Order, payment: Payment, surplus_cents: int, now: datetime, was_paid: bool) -> None:
    """More came than was owed: who sent it and staff learn that it goes back. A transfer has no intent to name.

    surplus_cents: what goes back of it; less than the payment where it pays for something, or for what was given back
    before. was_paid: whether the order was paid before.
    """
    present, sums = Order.get_by_id(order.id), standing(order.id)
    project, about = present.project, present.reference
    if project.erased_at is None and present.withdrawn_at is None:
        Notices(project, now, about).too_much(payment, surplus_cents, was_paid, sums)
    by = payment.intent_id or "by bank transfer"
    if surplus_cents == payment.amount_cents:
        said = f"was paid twice; the second payment {by} needs a refund"
        if sums.paid_cents - payment.amount_cents > sums.total_cents:
            said = f"was paid once more; the new payment {by} needs a refund"
    elif was_paid:
        came = dollars(payment.amount_cents)
        said = f"was paid again, after money had been refunded: please agree what the {came} {by} are for, or refund it"
    else:
        said = f"was paid {dollars(surplus_cents)} too much; so much of the payment {by} needs a refund"
    back = f", of which {dollars(sums.refunded_cents)} went back" if sums.refunded_cents else ""
    said += f". {dollars(sums.paid_cents)} came in all{back}, for a price of {dollars(sums.total_cents)}."
    tell_staff("paid_twice", twice_key(payment.id), f"{about} {said}", project.staff_page, now=now)

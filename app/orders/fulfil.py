"""What follows when money comes for an order. Everything here joins the caller's `write()`.

Becoming paid has its consequences here alone, once: the booking's client and project, the time, the letters.
"""

from collections.abc import Iterable
from datetime import datetime

from app.alerts.actions import tell_staff
from app.amounts import aud
from app.booking import actions as bookings
from app.booking.models import Booking
from app.consultations.notices import Notices, Paid
from app.consultations.paid import paid
from app.orders import credit
from app.orders.actions import become_paid, reckon
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.orders.rules import Prospect, Standing, worth_of
from app.orders.sums import standings
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import CLOSED, reference
from app.proofs.ownership import prove_by_payment
from app.proofs.persons import Persons, contact
from app.slots import actions as slots
from app.slots.models import Hold
from app.slots.rules import LostTime

METHODS = {"bank": "bank transfer"}  # by provider, in letters; every other one charges cards


def receive(payment: Payment, now: datetime) -> None:
    """The money of `payment` has come: its order is paid by it, or was before, or something is still owed."""
    order = Order.get_by_id(payment.order_id)
    if order.paid_at is not None:
        surplus_cents = -reckon(order.id, now).balance_cents
        _too_much(order, payment, min(payment.amount_cents, max(0, surplus_cents)), now, was_paid=True)
        return
    credit.review(order)
    sums = reckon(order.id, now)
    if sums.balance_cents > 0:
        _prove(order, payment, now)
        _too_little(order, payment, sums, now)
    else:
        complete(order, payment, sums, now)


def complete(order: Order, payment: Payment, sums: Standing, now: datetime) -> None:
    """All that is owed is there for the first time, with `payment` as the last of it."""
    is_closed = order.project is not None and order.project.status in CLOSED
    become_paid(order.id, now)
    method, at = METHODS.get(payment.provider, "card"), payment.paid_at or now
    if order.booking_id is not None and not is_closed:
        receipt = bookings.Receipt(sums.total_cents, payment.number, at, method)
        project = bookings.confirm(Booking.get_by_id(order.booking_id), receipt, now)
        prove_by_payment(project.id, now)
    else:
        _prove(order, payment, now)
        cents = (sums.price_cents, sums.credit_cents, sums.total_cents, payment.amount_cents)
        _serve(order, Paid(*cents, payment.number, at, method), now)
    if sums.balance_cents < 0:
        _too_much(order, payment, -sums.balance_cents, now, was_paid=False)


def cover(order: Order, now: datetime) -> None:
    """The credit of the booking fee is all that is owed, and the client has accepted that: nothing is charged."""
    projects.record(order.project_id, "visitor", "Confirmed with the booking fee's credit", now)
    prove_by_payment(order.project_id, now)
    sums = become_paid(order.id, now)
    number = reference(order.project_id)
    _serve(order, Paid(sums.price_cents, sums.credit_cents, 0, 0, number, now, "booking fee credit"), now)


def prospects(order_ids: Iterable[int], now: datetime) -> dict[int, Prospect]:
    """What follows if money comes now for each of these orders, which have projects.

    In as many queries for many orders as for one.
    """
    sums = standings(order_ids)
    credited = Line.select().where(Line.order.in_(list(sums)), Line.credit_of.is_null(False))
    credits_ = {line.order_id: line.credit_of_id for line in credited}
    fees = standings(credits_.values())
    about = list(Order.select(Order, Project).join(Project).where(Order.id.in_(list(sums))))
    holds = Hold.last_among([order.project.id for order in about])
    lost = {number for number, hold in holds.items() if isinstance(hold.brings(now), LostTime)}
    found = {}
    for order in about:
        fee = fees.get(credits_.get(order.id, 0))
        is_closed = order.project.status in CLOSED
        worth_cents = worth_of(fee) if fee else 0
        # A booking's time is arranged by the office: that it has none is nothing to tell its client.
        is_lost = order.project.id in lost and order.booking_id is None
        found[order.id] = Prospect.of(sums[order.id], worth_cents, is_closed, is_lost)
    return found


def _prove(order: Order, payment: Payment, now: datetime) -> None:
    """Who pays for a project shows that it is its client's."""
    if payment.provider != "bank" and order.project.client.password_hash is None:
        # Nobody could sign in, so that only the browser that made the project can have begun this payment.
        projects.note_own_payment(order.project_id, now)
    prove_by_payment(order.project_id, now)


def _serve(order: Order, money: Paid, now: datetime) -> None:
    """What was bought outright begins: its consultation has its time."""
    project = Project.get_by_id(order.project_id)
    paid(project, Persons([project]).of(project), money, now)
    if money.method == "card" and order.booking_id is None and order.terms_accepted_at is None:
        _without_terms(project, now)


def _too_little(order: Order, payment: Payment, sums: Standing, now: datetime) -> None:
    """Something is still owed: the money is kept, and staff agree on the rest.

    The time stays the client's meanwhile, or it would expire with a letter that nothing was paid; a closed project
    gets none any more.
    """
    project = Project.get_by_id(order.project_id)
    projects.record(project.id, "payment", f"{aud(payment.amount_cents)} came, which is not the price", now)
    is_closed = project.status in CLOSED
    time = None if is_closed else slots.keep_for_good(project.id, now)
    start = None if isinstance(time, LostTime) else time
    projects.set_appointment(project.id, start, now)
    if project.erased_at is None:
        Notices(project, now).other_price(payment.id, payment.amount_cents, sums, start)
    tell_too_little(payment, project, sums, now)


def tell_too_little(payment: Payment, project: Project, sums: Standing, now: datetime) -> None:
    """Staff learn that what came, and stays, is not all that is owed."""
    who = Persons([project]).of(project)
    came = sums.paid_cents - sums.refunded_cents + sums.credit_cents
    tell_staff(
        "paid_other_price",
        f"paid-other-price-{payment.id}",
        f"{reference(project.id)} costs {aud(sums.price_cents)}, but {aud(came)} came: "
        f"please agree on the rest with {who.name}, {who.phone}, or refund it.",
        link=project.staff_page,
        now=now,
    )


def _too_much(order: Order, payment: Payment, surplus_cents: int, now: datetime, was_paid: bool) -> None:
    """More came than was owed: who sent it and staff learn that it goes back. A transfer has no intent to name.

    surplus_cents: what goes back of it; less than the payment where it pays for something, or comes for what was given
    back before, so that staff ask what it is for. was_paid: whether the order was paid before.
    """
    project = Order.get_by_id(order.id).project
    if project.erased_at is None:
        Notices(project, now).too_much(payment.id, payment.amount_cents, surplus_cents, was_paid)
    by = payment.intent_id or "by bank transfer"
    if surplus_cents == payment.amount_cents:
        said = f"was paid twice; the second payment {by} needs a refund"
    elif was_paid:
        came = aud(payment.amount_cents)
        said = (
            f"was paid again, after money had been given back: please agree what the {came} {by} are for, or refund it"
        )
    else:
        said = f"was paid {aud(surplus_cents)} too much; so much of the payment {by} needs a refund"
    tell_staff(
        "paid_twice", f"paid-twice-{payment.id}", f"{reference(project.id)} {said}.", project.staff_page, now=now
    )


def _without_terms(project: Project, now: datetime) -> None:
    """The money is there and stays; that nobody has accepted the terms online is written down and told."""
    projects.record(project.id, "payment", "Paid without the terms having been accepted online", now)
    tell_staff(
        "terms_not_accepted",
        f"terms-not-accepted-{project.id}",
        f"{reference(project.id)} was paid by card without the terms having been accepted online: "
        f"please ask {contact(project)} to accept them.",
        link=project.staff_page,
        now=now,
    )

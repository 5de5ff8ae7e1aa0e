"""The verbs of orders that have no consequences elsewhere. Each joins the caller's `write()` or opens its own."""

from datetime import datetime

from app.alerts.actions import withdraw
from app.db import write
from app.errors import AppError
from app.orders.deciding import ask_of_now, fee_used_otherwise
from app.orders.keys import open_bill_key
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.orders.rules import CAME, TERMS_VERSION, OrderState, Standing, shown_status
from app.orders.sums import refunded_of, standing
from app.projects import actions as projects
from app.projects.rules import GIVEN_BACK, PaymentStatus, ProjectStatus

ALREADY_PAID = "This booking is already paid."
PROJECT_PAID = "This project is already paid."
CHANGED = "This was changed in another window just now. Please look at the total again, then try once more."
PART_PAID = "A part of the price has arrived already. Please do not pay again: we are in touch about the rest."
WITHDRAWN = "This invoice was withdrawn. There is nothing to pay."
CANCELLED = "This project was cancelled. Please start a new one or call us."


def changed() -> AppError:
    """What is to be paid is not what a call was about any more; asked again, it may be."""
    return AppError("changed", 409, CHANGED)


def already_paid(order: Order) -> AppError:
    """Nothing more is to be paid."""
    return AppError("already_paid", 409, ALREADY_PAID if order.booking_id else PROJECT_PAID)


def open_order(
    description: str,
    cents: int,
    visitor: str | None,
    now: datetime,
    booking_id: int | None = None,
    project_id: int | None = None,
) -> Order:
    """The order of a booking or a project with its one line at the price shown now, made unless it is there."""
    about = Order.booking_id == booking_id if booking_id is not None else Order.begins(project_id)
    with write():
        order: Order | None = Order.get_or_none(about)
        if order is None:
            order = Order.create(
                booking_id=booking_id, project=project_id, visitor_id=visitor, created_at=now, updated_at=now
            )
            Line.create(order=order, description=description, cents=cents)
            reckon(order.id, now)
    return order


def change_line(order_id: int, description: str, cents: int, now: datetime) -> None:
    """Let an unpaid order be about something else at that price; a credit is agreed to anew at another price.

    AppError 409 at another price while somebody is paying: what they were shown never changes under them.
    """
    with write():
        line = Line.get(Line.order == order_id, Line.credit_of.is_null())
        if line.cents != cents:
            if Payment.begun(order_id) is not None:
                raise changed()
            Line.delete().where(Line.order == order_id, Line.credit_of.is_null(False)).execute()
        Line.update(description=description, cents=cents).where(Line.id == line.id).execute()
        reckon(order_id, now)


def attach(booking_id: int, project_id: int, now: datetime) -> None:
    """A booking's order gets the project that the booking became."""
    with write():
        Order.update(project=project_id, updated_at=now).where(Order.booking_id == booking_id).execute()
        reckon(Order.get(Order.booking_id == booking_id).id, now)


def accept_terms(order_id: int, now: datetime) -> None:
    """Note which terms were accepted for an order, and when."""
    with write():
        Order.update(terms_version=TERMS_VERSION, terms_accepted_at=now, updated_at=now).where(
            Order.id == order_id
        ).execute()


def become_paid(order_id: int, now: datetime) -> Standing:
    """Note that an order is paid for the first time: nobody is waited or asked for any more. Returns its sums.

    RuntimeError where it was paid before.
    """
    with write():
        unpaid = (Order.id == order_id) & Order.paid_at.is_null()
        if not Order.update(paid_at=now, updated_at=now).where(unpaid).execute():
            raise RuntimeError(f"order {order_id} was paid before")
        # A transfer that is still on its way is money to be given back; a card form is ended by the job.
        on_its_way = Payment.order == order_id, Payment.is_awaited()
        Payment.update(superseded=True, updated_at=now).where(*on_its_way).execute()
        withdraw(open_bill_key(order_id))
        return reckon(order_id, now)


def require_unpaid(order: Order) -> None:
    """Refuse to begin a payment for what is paid, refunded or cancelled: AppError 409.

    A bill of a cancelled project stays to be paid until it is withdrawn.
    """
    if order.project_id is None:
        if order.state in CAME:
            raise already_paid(order)
        return
    if order.state == OrderState.REFUNDED:
        raise AppError("refunded", 409, GIVEN_BACK)
    if order.state == OrderState.PART_PAID:
        raise AppError("part_paid", 409, PART_PAID)
    if order.state in CAME:
        raise already_paid(order)
    if order.withdrawn_at is not None:
        raise AppError("withdrawn", 409, WITHDRAWN)
    if not order.is_bill and order.project.status == ProjectStatus.CANCELLED:
        raise AppError("cancelled", 409, CANCELLED)


def reckon(order_id: int, now: datetime) -> Standing:
    """Say anew how an order stands, and show it in the specification's columns of its project.

    The only place that writes either; called after every change of lines, payments and refunds.
    """
    with write():
        order, sums = Order.get_by_id(order_id), standing(order_id)
        is_other = order.state != sums.state
        if is_other or order.due_back_cents != sums.due_back_cents:
            stands = {"state": sums.state, "due_back_cents": sums.due_back_cents}
            Order.update(**stands, updated_at=now).where(Order.id == order_id).execute()
            if is_other and (credit := order.credit) is not None:
                fee_used_otherwise(credit.credit_of, now)
        if order.project_id is not None:
            if not order.is_bill:
                status, number = shown(order, sums)
                projects.show_payment(order.project_id, sums.price_cents, status, number, now)
            ask_of_now(order.project, now)
    return sums


def shown(order: Order, sums: Standing) -> tuple[PaymentStatus, str | None]:
    """What the specification's columns say of an order: how its payment stands, and which payment that is."""
    begun, deciding = Payment.begun(order.id), Payment.status == PaymentStatus.PROCESSING
    decided_about = Payment.select().where(Payment.order == order.id, deciding).first()
    status = shown_status(sums.state, PaymentStatus(begun.status) if begun else None, decided_about is not None)
    if sums.state is OrderState.UNPAID:
        tried = decided_about or begun
        return status, tried.intent_id if tried and status != PaymentStatus.PENDING else None
    came = counting(order.id)
    return status, came.number if came else order.reference


def counting(order_id: int) -> Payment | None:
    """The payment that came for an order and says where its money is: one that is kept before one given back."""
    paid = Payment.select().where(Payment.order == order_id, Payment.has_come())
    came = list(paid.order_by(Payment.learned_at, Payment.id))
    given = refunded_of(payment.id for payment in came)
    kept = [payment for payment in came if given.get(payment.id, 0) < payment.amount_cents]
    return next(iter([*kept, *came]), None)

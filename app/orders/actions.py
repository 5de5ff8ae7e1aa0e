"""The verbs of orders that have no consequences elsewhere. Each joins the caller's `write()` or opens its own."""

from datetime import datetime

from app.alerts.actions import tell_staff, withdraw
from app.alerts.models import is_open
from app.amounts import dollars
from app.db import write
from app.errors import AppError
from app.mail.actions import take_back_waiting
from app.orders.ended import asked_about
from app.orders.kept import Kept, kept_of
from app.orders.keys import open_bill_key, refund_due_key
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.orders.rules import CAME, IS_PAID, KEPT, TERMS_VERSION, OrderState, Standing, shown_status
from app.orders.sums import refunded_of, standing
from app.projects import actions as projects
from app.projects.models import HistoryLine, Project
from app.projects.rules import GIVEN_BACK, PaymentStatus, ProjectStatus, reference

ALREADY_PAID = "This booking is already paid."
PROJECT_PAID = "This project is already paid."
CHANGED = "This was changed in another window just now. Please look at the total again, then try once more."
PART_PAID = "A part of the price has arrived already. Please do not pay again: we are in touch about the rest."
WITHDRAWN = "This invoice was withdrawn. There is nothing to pay."
DONE_KEEPS = "Once this is done while money is still here, a letter and the portal tell the client that it is kept."
DONE_UNTOLD = (
    "No letter is written about it, since its address is said to be somebody else's: please call before this is done."
)
REFUNDED_THERE = "Card payments are refunded in the card provider's dashboard, transfers from the firm's account."
KEPT_NOTE = "Kept without a refund: "  # of a project's history, before the sum
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


def ask_about_refund(project: Project, now: datetime) -> None:
    """Staff decide about the money of a cancelled project that is kept; they are asked no more where none is.

    What other orders deduct of it is used, and nothing to decide about; what it deducts of a fee itself is free again.
    """
    orders = asked_about([project.id])
    money = kept_of(orders).get(project.id, Kept())
    if not money.free_cents:
        withdraw(refund_due_key(project.id))
    elif project.status == ProjectStatus.CANCELLED:
        how = "paid" if all(order.state in IS_PAID for order in orders if order.state in KEPT) else "partly paid"
        said = f"{reference(project.id)} is cancelled but {how}: please decide about a refund."
        if any(order.is_bill and order.state in KEPT for order in orders):
            said += f" {' and '.join(f'{dollars(cents)} for {name}' for name, cents in money.here)} can be given back."
        said = f"{said} {money.used}".strip()
        if money.credit_cents:
            becomes = (
                f"was paid for {money.credit_ended}, which is cancelled" if money.credit_ended else "is free again"
            )
            said += f" The booking fee of {dollars(money.credit_cents)} that it deducted {becomes}."
        tell_staff(
            "refund_due",
            refund_due_key(project.id),
            f"{said} {DONE_UNTOLD if project.is_disowned else DONE_KEEPS} {REFUNDED_THERE}",
            project.staff_page,
            now=now,
        )


def ask_of_now(project: Project, now: datetime) -> None:
    """The money about which staff are asked, or decided seconds ago, is otherwise now: they are asked about what it is.

    Whoever has not been told yet of the decision never is. What was decided and told stays so.
    """
    decided = withhold_decision(project.id, now)
    if project.status == ProjectStatus.CANCELLED and (decided or is_open(refund_due_key(project.id))):
        ask_about_refund(project, now)


def withhold_decision(project_id: int, now: datetime) -> bool:
    """Staff decided to keep money, and its client has not been told yet: they never are; whether that was so."""
    if not take_back_waiting("money_kept", project_id):
        return False
    told = HistoryLine.project == project_id, HistoryLine.note.startswith(KEPT_NOTE)
    HistoryLine.update(undone_at=now).where(*told, HistoryLine.undone_at.is_null()).execute()
    return True


def fee_used_otherwise(fee: Order, now: datetime) -> None:
    """What other orders deduct of a booking fee has changed: of a cancelled booking, more or less can be given back."""
    if (project := fee.project) is None or project.status != ProjectStatus.CANCELLED:
        return
    if kept_of([fee])[project.id].free_cents or not kept_of(asked_about([project.id]))[project.id].free_cents:
        ask_about_refund(project, now)


def fees_used_otherwise(project_id: int, now: datetime) -> None:
    """A project was cancelled, or is open again: the fee that it was begun with is free, or used again."""
    credit = Order.of_project(project_id).credit
    if credit is not None:
        fee_used_otherwise(credit.credit_of, now)


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

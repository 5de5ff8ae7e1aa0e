"""Bank transfers as staff see them on the account: what came, and what they sent back."""

from datetime import datetime

from app import clock
from app.amounts import dollars
from app.audit.actions import Actor, note
from app.audit.models import Act
from app.db import write
from app.errors import AppError, invalid, not_found
from app.orders import fulfil
from app.orders.models import Order
from app.orders.money import Payment, Refund
from app.orders.refunds import refund
from app.payments.begin import by_transfer, make
from app.payments.rules import refund_problem
from app.payments.settle import move
from app.projects import actions as projects
from app.projects.finding import NO_SUCH_PROJECT
from app.projects.rules import PaymentStatus

RECORDED = "This transfer was recorded before, with {sum}."
GIVEN = "This refund was recorded before, with {sum}."
AWAITED = "A transfer is awaited for this project. Please mark that one as received, with the sum that came."
ASKED_BEFORE = (
    "A transfer was asked for before this project was closed. If it has come after all, please mark that one as "
    "received under Money in the project's record, with the sum that came."
)
BY_CARD = "A card payment is refunded at the card provider; the refund shows here by itself."
NOT_COME = "This transfer has not come, so that nothing of it can be refunded."


def receive(payment_id: int, actor: str, came_cents: int | None = None) -> Payment:
    """Staff saw an asked-for transfer on the account. Repeating it changes nothing. AppError 404.

    That the transfer was given up for another way to pay, or the project closed, does not matter: money that came is
    recorded, and what follows is as `fulfil` says. came_cents: what came, where that is not what was asked for; 409
    where another sum was recorded before. actor: who says so, for the history and the audit log.
    """
    now = clock.now()
    with write():
        payment = Payment.get_or_none(Payment.id == payment_id, Payment.provider == "bank")
        if payment is None or payment.project_id is None:
            raise not_found("There is no such transfer.")
        if payment.status == PaymentStatus.PENDING and move(payment, PaymentStatus.COMPLETED, now, now):
            asked, said = payment.amount_cents, ""
            if came_cents is not None and came_cents != asked:
                Payment.update(amount_cents=came_cents).where(Payment.id == payment_id).execute()
                said = f": {dollars(came_cents)} instead of {dollars(asked)}"
            _came(Payment.get_by_id(payment_id), said, actor, now)
        elif came_cents not in (None, payment.amount_cents):
            raise _other_sum(RECORDED, payment.amount_cents)
    return Payment.get_by_id(payment_id)


def record(project_id: int, came_cents: int, key: str, actor: str, number: int = 1) -> Payment:
    """Staff saw a transfer on the account that nobody was asked for, or the rest of one. AppError 404.

    number: which order of the project it is for, the bill HPM-12-2 being its second. came_cents: any amount; key: names
    this one transfer of the project, so that a repeated call records it once: 409 with another amount, and while a
    transfer is awaited, which is to be marked then.
    """
    now, name = clock.now(), f"transfer-{project_id}-{key}"
    with write():
        order = Order.get_or_none(Order.project == project_id, Order.number == number)
        if order is None:
            raise not_found(NO_SUCH_PROJECT)
        known: Payment | None = Payment.get_or_none(Payment.idempotency_key == name)
        if known is not None:
            if known.amount_cents != came_cents:
                raise _other_sum(RECORDED, known.amount_cents)
            return known
        begun = Payment.begun(order.id)
        if begun is not None and begun.is_transfer:
            raise AppError("awaited", 409, ASKED_BEFORE if order.is_closed else AWAITED)
        made = make(order.id, came_cents, by_transfer(), now, came_as=name)
        _came(made, f": {dollars(came_cents)}", actor, now)
    return made


def give_back(payment_id: int, cents: int, reason: str, key: str, actor: str) -> Refund:
    """Staff sent money of a transfer back, all of it or a part.

    key: names this one refund of the payment, so that a repeated call records it once.
    AppError 404; 409 for a card payment or one that has not come, and for a known key with another amount; 422 for
    more than is left.
    """
    now, name = clock.now(), f"bank-{payment_id}-{key}"
    with write():
        payment = Payment.get_or_none(Payment.id == payment_id)
        if payment is None or payment.project_id is None:
            raise not_found("There is no such payment.")
        if not payment.is_transfer:
            raise AppError("card", 409, BY_CARD)
        if payment.status != PaymentStatus.COMPLETED:
            raise AppError("not_come", 409, NOT_COME)
        known: Refund | None = Refund.get_or_none(Refund.provider_id == name)
        if known is not None:
            if known.cents != cents:
                raise _other_sum(GIVEN, known.cents)
            return known
        wrong = refund_problem(cents, payment.amount_cents - payment.refunded_cents)
        if wrong is not None:
            raise invalid({"amountCents": wrong})
        made = refund(payment, cents, actor, reason, now, now, name)
        note(Actor.staff(actor), Act.REFUND, f"payment:{payment_id}", now, dollars(cents))
    return made


def _came(payment: Payment, said: str, actor: str, now: datetime) -> None:
    projects.record(payment.order.project_id, actor, f"Transfer received{said}", now)
    fulfil.receive(payment, now)
    note(Actor.staff(actor), Act.RECEIVE_TRANSFER, f"payment:{payment.id}", now, dollars(payment.amount_cents))


def _other_sum(said: str, cents: int) -> AppError:
    return AppError("other_sum", 409, said.format(sum=dollars(cents)))

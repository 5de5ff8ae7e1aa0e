"""Bank transfers as staff see them on the account: what came, and what they sent back."""

from collections.abc import Collection
from datetime import datetime

from app import clock
from app.accounts.models import Admin
from app.amounts import dollars
from app.audit.actions import Actor, note
from app.audit.models import Act, AuditLine
from app.clock import sydney_text
from app.db import write
from app.errors import AppError, invalid, not_found
from app.orders import fulfil, mistaken
from app.orders.kept import Sums, kept_of
from app.orders.models import Order
from app.orders.money import UNASKED, Payment, Refund
from app.orders.refunds import refund
from app.orders.sums import refunded_of, standings
from app.payments.begin import by_transfer, make
from app.payments.rules import mistake_refusal, refund_problem
from app.payments.settle import move
from app.projects import actions as projects
from app.projects.finding import NO_SUCH_PROJECT
from app.projects.rules import PaymentStatus, ProjectStatus

NOTED = "This transfer was marked as received before, with {sum}{by}, on {when}. Nothing was noted twice."
NOT_AWAITED = "This transfer cannot be marked as received. Please look at the project's money again."
TAKEN_BACK = "This transfer was recorded and taken back as a mistake. If it has come after all, please record it anew."
CHANGED_SINCE = "This transfer was changed in another window just now. Please look at it again."
CAME_SINCE = (
    "Something else was recorded for {reference} in another window just now: {sum} has come for it by now. Nothing was "
    "recorded here; please look whether yours is among it."
)
GIVEN_SINCE = (
    "A refund of this transfer was recorded in another window just now: {sum} of it is left. Nothing was recorded "
    "here; please look whether yours is the same."
)
RECORDED = "This transfer was recorded before, with {sum}."
GIVEN = "This refund was recorded before, with {sum}."
AWAITED = "A transfer is awaited for this project. Please mark that one as received, with the sum that came."
ASKED_BEFORE = (
    "A transfer was asked for before this project was closed. If it has come after all, please mark that one as "
    "received under Money in the project's record, with the sum that came."
)
BY_CARD = "A card payment is refunded at the card provider; the refund shows here by itself."
NOT_COME = "This transfer has not come, so that nothing of it can be refunded."


def receive(payment_id: int, actor: str, came_cents: int | None = None, key: str | None = None) -> Payment:
    """Staff saw an asked-for transfer on the account. AppError 404; 409 where it was noted before, saying by whom.

    That the transfer was given up for another way to pay, or the project closed, does not matter: money that came is
    recorded, and what follows is as `fulfil` says. came_cents: what came, where that is not what was asked for.
    key: names this one call, which changes nothing when it is repeated. actor: who says so, for the history and the
    audit log.
    """
    now = clock.now()
    with write():
        payment = Payment.get_or_none(Payment.id == payment_id, Payment.provider == "bank")
        if payment is None or payment.project_id is None:
            raise not_found("There is no such transfer.")
        if payment.status == PaymentStatus.PENDING and move(payment, PaymentStatus.COMPLETED, now, now):
            asked, said = payment.amount_cents, ""
            if came_cents is not None and came_cents != asked:
                noted = {"amount_cents": came_cents, "asked_cents": asked}
                Payment.update(noted).where(Payment.id == payment_id).execute()
                said = f": {dollars(came_cents)} instead of {dollars(asked)}"
            Payment.update(received_as=key).where(Payment.id == payment_id).execute()
            _came(Payment.get_by_id(payment_id), said, actor, now)
        elif payment.status != PaymentStatus.COMPLETED:
            raise AppError("changed", 409, NOT_AWAITED)
        elif payment.received_as != key or came_cents not in (None, payment.amount_cents):
            raise AppError("noted_before", 409, _noted_before(payment))
    return Payment.get_by_id(payment_id)


def _noted_before(payment: Payment) -> str:
    about = AuditLine.action == Act.RECEIVE_TRANSFER, AuditLine.subject == f"payment:{payment.id}"
    line = AuditLine.select().where(*about).order_by(AuditLine.id.desc()).first()
    who = Admin.get_or_none(Admin.username == line.actor) if line else None
    by = f" by {who.name if who else line.actor}" if line else ""
    when = sydney_text(line.created_at if line else payment.paid_at)
    return NOTED.format(sum=dollars(payment.amount_cents), by=by, when=when)


def not_come(payment_id: int, seen: datetime, reason: str, actor: str) -> Payment:
    """Staff noted a transfer by mistake: it has not come; what that had confirmed is undone (`orders.mistaken`).

    seen: when it came, as staff were shown. Repeating it changes nothing. reason: in words for staff.
    AppError 404; 409 where it was noted at another moment, or cannot be taken back any more (`mistake_refusal`).
    """
    now = clock.now()
    with write():
        payment = Payment.get_or_none(Payment.id == payment_id)
        if payment is None or payment.project_id is None:
            raise not_found("There is no such payment.")
        if payment.status != PaymentStatus.COMPLETED and payment.mistaken_at == seen:
            return payment
        if refusal := mistake_refusals([payment])[payment_id]:
            raise AppError("stays", 409, refusal)
        if payment.status != PaymentStatus.COMPLETED or payment.paid_at != seen:
            raise AppError("changed", 409, CHANGED_SINCE)
        mistaken.not_come(payment, actor, reason, now)
        # The reason may name somebody: the project's history has it, and gives it up with them.
        note(Actor.staff(actor), Act.TAKE_BACK_TRANSFER, f"payment:{payment_id}", now, dollars(payment.amount_cents))
    return Payment.get_by_id(payment_id)


def mistake_refusals(payments: Collection[Payment], sums: Sums | None = None) -> dict[int, str]:
    """Why each of these payments cannot be taken back, by number, '' where it can; in as many queries as for one.

    sums: of their orders, where they are read.
    """
    given = refunded_of(payment.id for payment in payments)
    # What came for a bill is no booking fee.
    begun = {payment.order_id: payment.order for payment in payments if not payment.order.is_bill}
    sums = standings(begun) if sums is None else sums
    kept = kept_of(list(begun.values()), sums)
    found = {}
    for payment in payments:
        order, names = payment.order, list[str]()
        if order.id in begun and sums[order.id].due_back_cents < payment.amount_cents:
            money = kept[order.project_id]
            names = [name for name, _ in (*money.deducted, *money.awaited)]
        is_completed = order.id in begun and order.project.status == ProjectStatus.COMPLETED
        told = (not payment.is_transfer, given.get(payment.id, 0), is_completed, names)
        found[payment.id] = mistake_refusal(*told)
    return found


def record(
    project_id: int, came_cents: int, key: str, actor: str, number: int = 1, seen_cents: int | None = None
) -> Payment:
    """Staff saw a transfer on the account that nobody was asked for, or the rest of one. AppError 404.

    number: which order of the project it is for, the bill HPM-12-2 being its second. came_cents: any amount; key: names
    this one transfer of the project, so that a repeated call records it once: 409 with another amount, and while a
    transfer is awaited, which is to be marked then. seen_cents: what had come for it before, as staff saw it: 409 where
    that is not so any more, since somebody else may have noted the same.
    """
    now, name = clock.now(), f"{UNASKED}{project_id}-{key}"
    with write():
        order = Order.get_or_none(Order.project == project_id, Order.number == number)
        if order is None:
            raise not_found(NO_SUCH_PROJECT)
        known: Payment | None = Payment.get_or_none(Payment.idempotency_key == name)
        if known is not None:
            if known.amount_cents != came_cents:
                raise _other_sum(RECORDED, known.amount_cents)
            if known.status != PaymentStatus.COMPLETED:
                raise AppError("taken_back", 409, TAKEN_BACK)
            return known
        begun = Payment.begun(order.id)
        if begun is not None and begun.is_transfer:
            raise AppError("awaited", 409, ASKED_BEFORE if order.is_closed else AWAITED)
        paid_cents = standings([order.id])[order.id].paid_cents
        if seen_cents not in (None, paid_cents):
            raise AppError("changed", 409, CAME_SINCE.format(reference=order.reference, sum=dollars(paid_cents)))
        made = make(order.id, came_cents, by_transfer(), now, came_as=name)
        _came(made, f": {dollars(came_cents)}", actor, now)
    return made


def give_back(payment_id: int, cents: int, reason: str, key: str, actor: str, seen_cents: int | None = None) -> Refund:
    """Staff sent money of a transfer back, all of it or a part.

    key: names this one refund of the payment, so that a repeated call records it once. seen_cents: what of it was left
    before, as staff saw it. AppError 404; 409 for a card payment or one that has not come, for a known key with another
    amount, and where something else is left than was seen; 422 for more than is left.
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
        left_cents = payment.amount_cents - payment.refunded_cents
        if seen_cents not in (None, left_cents):
            raise AppError("changed", 409, GIVEN_SINCE.format(sum=dollars(left_cents)))
        wrong = refund_problem(cents, left_cents)
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

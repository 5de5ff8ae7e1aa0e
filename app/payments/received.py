"""What follows when money has come for a project, whichever way it came; runs inside the caller's `write()`."""

from collections.abc import Sequence
from datetime import datetime

from app.alerts.actions import tell_staff
from app.config import Config
from app.consultations import actions as consultations
from app.consultations.notices import Notices, Paid
from app.payments import credit
from app.payments.models import Payment
from app.payments.rules import Outcome, outcome_of
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import PaymentStatus, Proof, reference
from app.proofs import actions as proofs
from app.slots import actions as slots
from app.slots.models import Hold
from app.slots.rules import LostTime


def outcome(payment: Payment, now: datetime) -> Outcome:
    """What follows, as things stand now, when the money of `payment` comes for its project."""
    return outcomes([payment], now)[payment.id]


def outcomes(payments: Sequence[Payment], now: datetime) -> dict[int, Outcome]:
    """`outcome()` of each payment by its id, in as many queries for a page of them as for one."""
    prices = {
        project.id: project
        for project in Project.select().where(Project.id.in_([payment.project_id for payment in payments]))
    }
    settled = Payment.that_paid(prices)
    stands = credit.standing(payments)
    lost = {number for number, hold in Hold.last_among(prices).items() if isinstance(hold.brings(now), LostTime)}
    found = {}
    for payment in payments:
        project = prices[payment.project_id]
        covered = payment.price_cents if payment.id in stands else payment.amount_cents
        paid_before = bool(settled[payment.project_id] - {payment.id})
        is_closed = project.status in consultations.CLOSED
        found[payment.id] = outcome_of(paid_before, project.payment_amount, covered, is_closed, project.id in lost)
    return found


def for_project(config: Config, payment: Payment, method: str, now: datetime) -> None:
    """Confirm the project that `payment` was for, if it pays for it: once, and in full.

    method: card or bank transfer, for the letters.
    """
    proofs.prove(payment.project_id, Proof.PAYMENT, "payment", now)
    project = Project.get_by_id(payment.project_id)
    follows = outcome(payment, now)
    if follows is Outcome.SECOND:
        paid_twice(config, payment, project, now)
        if _covers(payment, project):
            show(payment, PaymentStatus.COMPLETED, now)
        return
    if not credit.stands(payment):
        payment.credit_booking, payment.credit_cents = None, 0
        payment.save()
    if follows is Outcome.OTHER_PRICE:
        _other_price(config, payment, project, now)
        return
    projects.note_payment(project.id, PaymentStatus.COMPLETED, payment.transaction_id, now)
    number = payment.transaction_id
    money = Paid(payment.price_cents, payment.credit_cents, payment.amount_cents, number, now, method)
    project = Project.get_by_id(project.id)
    consultations.paid(config, project, proofs.Persons([project]).of(project), money, now)


def show(payment: Payment, status: PaymentStatus, now: datetime) -> None:
    """Let the project show that `payment` is now completed or refunded, unless another one that is kept pays for it."""
    kept = [other for other in payment.others_that_paid() if other.status == PaymentStatus.COMPLETED]
    if kept:
        projects.note_payment(payment.project_id, PaymentStatus.COMPLETED, kept[0].transaction_id, now)
    else:
        projects.note_payment(payment.project_id, status, payment.transaction_id, now)


def came_back(payment: Payment, now: datetime) -> None:
    """A refund of `payment` did not go through: the project is paid by it again, if it covers the price."""
    project = Project.get_by_id(payment.project_id)
    if _covers(payment, project) or payment.others_that_paid():
        show(payment, PaymentStatus.COMPLETED, now)
        return
    projects.note_owed(project.id, now)
    _tell_other_price(payment, project, now)


def _covers(payment: Payment, project: Project) -> bool:
    return payment.price_cents == project.payment_amount


def paid_twice(config: Config, payment: Payment, project: Project, now: datetime) -> None:
    """`payment` came for a project that was paid already: who sent it and staff learn so.

    A transfer has no intent to name.
    """
    if project.erased_at is None:
        Notices(config, project, now).paid_twice(payment.id, payment.amount_cents)
    second = payment.intent_id or "by bank transfer"
    tell_staff(
        "paid_twice",
        f"paid-twice-{payment.id}",
        f"{reference(project.id)} was paid twice; the second payment {second} needs a refund.",
        link=project.staff_page,
        now=now,
    )


def _other_price(config: Config, payment: Payment, project: Project, now: datetime) -> None:
    """The service was changed while the money was on its way: it is kept, and staff agree on the difference.

    The time stays the client's meanwhile, or it would expire with a letter that nothing was paid; a closed project
    gets none any more.
    """
    projects.record(project.id, "payment", f"{_came(payment)} came, which is not the price", now)
    is_closed = project.status in consultations.CLOSED
    time = None if is_closed else slots.keep_for_good(project.id, now)
    start = None if isinstance(time, LostTime) else time
    projects.set_appointment(project.id, start, now)
    if project.erased_at is None:
        price = (project.payment_amount or 0) - payment.credit_cents
        Notices(config, project, now).other_price(payment.id, payment.amount_cents, price, start)
    _tell_other_price(payment, project, now)


def _tell_other_price(payment: Payment, project: Project, now: datetime) -> None:
    who = proofs.Persons([project]).of(project)
    tell_staff(
        "paid_other_price",
        f"paid-other-price-{payment.id}",
        f"{reference(project.id)} costs {(project.payment_amount or 0) / 100:,.2f} AUD, but {_came(payment)} came: "
        f"please agree on the rest with {who.name}, {who.phone}, or refund it.",
        link=project.staff_page,
        now=now,
    )


def _came(payment: Payment) -> str:
    return f"{payment.price_cents / 100:,.2f} AUD"

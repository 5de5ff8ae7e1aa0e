"""What follows when a transfer that was noted as received has not come: the inverse of `fulfil`.

Everything here joins the caller's `write()`. The tax invoice stays, with an adjustment note that takes it back.
"""

from datetime import datetime
from typing import NamedTuple

from app.alerts.actions import withdraw
from app.booking import actions as bookings
from app.checklist.actions import ask_no_more
from app.clock import sydney_text
from app.consultations.invitation import Method
from app.consultations.keeping import kept_meanwhile
from app.consultations.letterhead import occasion
from app.consultations.notices import Notices
from app.db import write
from app.invoices.actions import adjust
from app.invoices.notices import account_of
from app.mail.actions import set_aside
from app.orders import credit
from app.orders.actions import reckon
from app.orders.deciding import ask_about_refund
from app.orders.keys import accepted_key, paid_closed_key, twice_key, withdrawn_key
from app.orders.models import Line, Order
from app.orders.money import Payment, Refund
from app.orders.rules import IS_PAID, KEPT, Standing, paid_since
from app.orders.sums import standing
from app.orders.unsettled import tell_of_open_bill
from app.projects import actions as projects
from app.projects.models import HistoryLine, Project
from app.projects.rules import BEFORE_WORK, CLOSED, PaymentStatus, ProjectStatus
from app.proofs import questions
from app.proofs.ownership import money_did_not_come
from app.slots import actions as slots
from app.slots.models import Hold
from app.slots.rules import HoldKind
from app.slots.transfers import await_again

NOT_COME = "Transfer noted by mistake"
FREED = "Your time, {start}, is free again: as soon as the fee is paid, you choose another one."
UNCONFIRMED = "Your consultation is not confirmed any more. {kept}"


class Lost(NamedTuple):
    """What becomes of a consultation's time: in words, and when it was confirmed for; '' and None where it was not."""

    kept: str = ""
    start: datetime | None = None


class Change(NamedTuple):
    """How an order stood with the transfer, and how without; `is_unpaid`: it had become paid, and has not after all."""

    was: Standing
    sums: Standing
    is_unpaid: bool

    @property
    def is_left_without(self) -> bool:
        """Whether what the money had brought has no money behind it any more."""
        nothing = not self.sums.became_paid and self.was.state in KEPT and self.sums.state not in KEPT
        return self.is_unpaid or nothing


def not_come(payment: Payment, actor: str, reason: str, now: datetime) -> None:
    """The money of a transfer is not there: it is awaited again, unless it was given up before or nothing is owed.

    One that nobody was asked for is awaited by nobody. actor: who says so; reason: in words for staff.
    """
    with write():
        order = Order.get_by_id(payment.order_id)
        changed = _take_back(order, payment, now)
        note = adjust(order.id, NOT_COME, now)
        order, project = Order.get_by_id(order.id), Project.get_by_id(order.project_id)
        _tell_no_more(order, payment, changed.sums)
        set_aside(_occasions(order, payment), now)
        said = f"{NOT_COME}: {reason}"
        if changed.is_unpaid and order.is_bill and project.status == ProjectStatus.CANCELLED:
            tell_of_open_bill(order, now)
        if order.is_bill or not changed.is_left_without:
            projects.record(project.id, actor, said, now)
            is_part = not order.is_bill and changed.sums.state not in IS_PAID and project.status not in CLOSED
            lost = Lost(kept_meanwhile(project.id, now) if is_part else "")
        else:
            lost = _without_money(order, project, actor, said, now)
        present = Project.get_by_id(project.id)
        if present.erased_at is None:
            letter = Notices(present, now, order.reference)
            letter.transfer_not_come(
                payment,
                changed.sums,
                kept=lost.kept,
                note=note.name if note else "",
                account=account_of(order) if changed.sums.owed_cents else (),
                is_this_yours=questions.link(present, now),
                calendar=letter.calendar(lost.start, Method.CANCEL) if lost.start else None,
            )
        if lost.start:
            projects.next_invitation(project.id, now)  # should it be confirmed again, calendars take that for newer


def _take_back(order: Order, payment: Payment, now: datetime) -> Change:
    """The rows of the money."""
    was, asked_cents = standing(order.id), payment.asked_cents or payment.amount_cents
    begun = Payment.begun(order.id)
    # What nobody was asked for, nobody waits for.
    awaited = payment.was_asked and not payment.superseded and begun is None
    Payment.update(
        status=PaymentStatus.PENDING if payment.was_asked else PaymentStatus.FAILED,
        superseded=not awaited,
        amount_cents=asked_cents,
        asked_cents=None,
        received_as=None,
        paid_at=None,
        learned_at=None,
        mistaken_at=payment.paid_at,
        updated_at=now,
    ).where(Payment.id == payment.id).execute()
    if payment.was_asked:
        credit.restore(order, asked_cents, now)
    sums = standing(order.id)
    is_about = order.paid_at is not None and payment.learned_at <= order.paid_at and sums.total_cents > 0
    since = paid_since(_moves(order), sums.total_cents) if is_about else order.paid_at
    if since != order.paid_at:
        Order.update(paid_at=since, updated_at=now).where(Order.id == order.id).execute()
    is_unpaid = order.paid_at is not None and since is None
    if is_unpaid and payment.superseded:
        # Another one was on its way, and was waited for no more when this one was noted.
        left = Payment.order == order.id, Payment.may_come(), Payment.updated_at == order.paid_at
        Payment.update(superseded=False, updated_at=now).where(*left).execute()
    for line in Line.select().where(Line.credit_of == order.id) if is_unpaid else ():
        # A form that is open was shown its price: what is deducted there is looked at when its money comes.
        if Payment.begun(line.order_id) is None:
            line.delete_instance()
            reckon(line.order_id, now)
    sums = reckon(order.id, now)
    if awaited:
        left_cents = sums.balance_cents
        awaits = {"amount_cents": left_cents} if left_cents > 0 else {"superseded": True}
        Payment.update(awaits).where(Payment.id == payment.id).execute()
        sums = reckon(order.id, now)
    return Change(was, sums, is_unpaid)


def _moves(order: Order) -> list[tuple[datetime, int]]:
    came = order.payments.where(Payment.has_come())
    given = Refund.select().join(Payment).where(Payment.order == order.id, Refund.is_given())
    moves = [(row.learned_at, row.amount_cents) for row in came]
    return moves + [(row.learned_at, -row.cents) for row in given]


def _tell_no_more(order: Order, payment: Payment, sums: Standing) -> None:
    """What staff were told because of the money is not so."""
    for each in order.payments if not sums.due_back_cents else [payment]:
        withdraw(twice_key(each.id))
        withdraw(withdrawn_key(each.id))
    if sums.state not in KEPT and not order.is_bill:
        project = order.project_id
        keys = accepted_key(project), paid_closed_key(project), f"not-theirs-paid-{project}", f"paid-erased-{project}"
        for key in keys:
            withdraw(key)


def _occasions(order: Order, payment: Payment) -> list[str]:
    """The letters about the money: should it come after all, they are written anew."""
    number = order.project_id
    once = ("consultation-confirmed", "choose-another-time", "payment-received", "staff-consultation")
    more = ("service-paid", "staff-service-paid", f"other-price-{payment.id}", twice_key(payment.id))
    named = [occasion(key, number) for key in (*once, *more, f"rest-received-{payment.id}")]
    if order.is_bill:
        named = [occasion(key, number) for key in (f"other-price-{payment.id}", twice_key(payment.id))]
        named += [f"bill-paid-{order.id}", f"withdrawn-bill-paid-{payment.id}-{order.id}"]
    if order.booking_id is not None:
        named += [f"booking-confirmed-{order.booking_id}", f"staff-booking-{order.booking_id}"]
    return named


def _without_money(order: Order, project: Project, actor: str, said: str, now: datetime) -> Lost:
    """What the money had brought is undone."""
    money_did_not_come(project, now)
    if order.booking_id is not None:
        bookings.await_again(order.booking_id, now)
    if project.status in CLOSED:
        projects.record(project.id, actor, said, now)
        ask_about_refund(project, now)
        return Lost()
    ask_no_more(project.id)
    hold, lost = Hold.of_project(project.id), Lost()
    is_over = hold is not None and hold.slot.date <= now
    if hold is not None and hold.kind == HoldKind.PAID and not is_over:
        projects.next_invitation(project.id, now)
        if order.booking_id is not None:
            # Nothing keeps a time for the transfer of a booking: its time is chosen when that has come.
            slots.let_go(hold, now)
            projects.set_appointment(project.id, None, now)
            lost, hold = Lost(FREED.format(start=sydney_text(hold.slot.date)), hold.slot.date), None
        else:
            hold = await_again(hold, now)
            lost = Lost(UNCONFIRMED.format(kept=kept_meanwhile(project.id, now)), hold.slot.date)
    elif hold is not None and not is_over:
        lost = Lost(kept_meanwhile(project.id, now))
    becomes = _waits(order, project, hold, is_over)
    if project.status == becomes:
        projects.record(project.id, actor, said, now)
    else:
        projects.change_status(project.id, project.status, becomes, actor, said, now)
    return lost


def _waits(order: Order, project: Project, hold: Hold | None, is_over: bool) -> ProjectStatus:
    """The status of a project that waits for its money again; what staff have begun goes on, and so does what is over.

    hold: its time's; is_over: its consultation has begun.
    """
    status = ProjectStatus(project.status)
    if status is ProjectStatus.IN_PROGRESS:
        began = HistoryLine.project == project.id, HistoryLine.to_status == status, HistoryLine.undone_at.is_null()
        last = HistoryLine.select().where(*began).order_by(HistoryLine.id.desc()).first()
        return ProjectStatus(last.from_status) if last is not None and last.actor == "payment" else status
    if status not in BEFORE_WORK or is_over:
        return status
    is_awaiting = order.booking_id is not None or hold is not None
    return ProjectStatus.PENDING_PAYMENT if is_awaiting else ProjectStatus.INQUIRY

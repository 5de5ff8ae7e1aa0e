"""Staff decide what becomes of the money of a cancelled project: what they are asked, and when it is otherwise.

Each joins the caller's `write()`.
"""

from datetime import datetime

from app.alerts.actions import tell_staff, withdraw
from app.alerts.models import is_open
from app.amounts import dollars
from app.mail.actions import take_back_waiting
from app.orders.ended import asked_about
from app.orders.kept import Kept, kept_of
from app.orders.keys import refund_due_key
from app.orders.models import Order
from app.orders.rules import IS_PAID, KEPT
from app.projects.models import HistoryLine, Project
from app.projects.rules import ProjectStatus, reference

DONE_KEEPS = "Once this is done while money is still here, a letter and the portal tell the client that it is kept."
DONE_UNTOLD = (
    "No letter is written about it, since its address is said to be somebody else's: please call before this is done."
)
REFUNDED_THERE = "Card payments are refunded in the card provider's dashboard, transfers from the firm's account."
# Of a project's history, before the sum: what its client was told, that they were told otherwise, that it is over.
KEPT_NOTE = "Kept without a refund: "
AGAIN_NOTE = "A refund is decided about again"
COUNTS_NOTE = "Kept no longer, since it goes on: "


def ask_about_refund(project: Project, now: datetime) -> None:
    """Staff decide about the money of a cancelled project that is kept; they are asked no more where none is.

    What other orders deduct of it is used, and nothing to decide about; what it deducts of a fee itself is free again.
    """
    orders = asked_about([project.id])
    money = kept_of(orders).get(project.id, Kept())
    if not money.free_cents:
        withdraw(refund_due_key(project.id))
    elif project.status == ProjectStatus.CANCELLED:
        with_money = [order for order in orders if order.state in KEPT and order.withdrawn_at is None]
        how = "paid" if all(order.state in IS_PAID for order in with_money) else "partly paid"
        said = f"{reference(project.id)} is cancelled but {how}: please decide about a refund."
        if any(order.is_bill for order in with_money):
            said += f" {' and '.join(f'{dollars(cents)} for {name}' for name, cents in money.here)} can be given back."
        said = f"{said} {money.used}".strip()
        if money.credit_cents:
            becomes = (
                "was refunded before: nothing is left of it"
                if money.credit_refunded
                else f"was paid for {money.credit_ended}, which is cancelled"
                if money.credit_ended
                else "is free again"
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
    if project.status != ProjectStatus.CANCELLED:
        return
    if withhold_decision(project.id, now) or is_open(refund_due_key(project.id)):
        ask_about_refund(project, now)


def withhold_decision(project_id: int, now: datetime) -> bool:
    """Staff decided to keep money, and its client has not been told yet: they never are; whether that was so."""
    if not take_back_waiting("money_kept", project_id):
        return False
    never_decided(project_id, now)
    return True


def never_decided(project_id: int, now: datetime) -> None:
    """The history tells its client of no decision to keep money; joins the caller's `write()`."""
    told = HistoryLine.project == project_id, HistoryLine.note.startswith(KEPT_NOTE)
    HistoryLine.update(undone_at=now).where(*told, HistoryLine.undone_at.is_null()).execute()


def is_here(project_id: int) -> bool:
    """Whether anything of the money of a closed project is still here, about which staff decide or have decided."""
    return kept_of(asked_about([project_id])).get(project_id, Kept()).free_cents > 0


def decided_too_early(project_id: int) -> str:
    """Why staff cannot decide yet about the money of a cancelled project; '' where they can.

    A client who reads that we keep it would read otherwise once the transfer is there that deducts it.
    """
    awaited = kept_of(asked_about([project_id])).get(project_id, Kept()).awaited
    if not awaited:
        return ""
    parts = " and ".join(
        f"{dollars(cents)} is deducted from {name}, whose transfer is awaited" for name, cents in awaited
    )
    return f"{parts}: please mark it as received, or end it, before you decide about the rest."


def told_kept(project_id: int) -> str:
    """The sum that we keep without a refund, as the client of a project was told last; '' where that holds no more."""
    note, of_it = HistoryLine.note, (HistoryLine.project == project_id, HistoryLine.undone_at.is_null())
    said = note.startswith(KEPT_NOTE) | (note == AGAIN_NOTE) | note.startswith(COUNTS_NOTE)
    last = HistoryLine.select().where(*of_it, said).order_by(HistoryLine.id.desc()).first()
    return last.note.removeprefix(KEPT_NOTE) if last is not None and last.note.startswith(KEPT_NOTE) else ""


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

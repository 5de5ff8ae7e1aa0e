"""What a corrected email address and the mistyped one are told, inside the correction's transaction.

Whatever a letter has said to the mistyped address that still holds is said again to the right one.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from app.accounts.actions import Attached
from app.amounts import dollars
from app.booking.models import Booking
from app.booking.notices import Confirmation, Receipt, confirm_to_client, confirmed_key
from app.booking.promised import promised, remaining
from app.catalogue.rules import BOOKING_FEE_CENTS
from app.consultations.confirmed import is_confirmed, is_lacking_time
from app.consultations.letterhead import Paid, occasion
from app.consultations.notices import Notices
from app.documents.models import Document
from app.invoices.actions import make_anew
from app.invoices.notices import account_of
from app.mail import letters
from app.mail.actions import post, set_aside
from app.mail.content import Firm, OpensIn
from app.mail.models import Letter, LetterStatus
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.rules import IS_PAID
from app.orders.sums import standing
from app.projects.models import Project
from app.projects.naming import name_of
from app.projects.rules import Reach, reference, success_path
from app.proofs import questions
from app.slots.models import Hold
from app.slots.rules import LostTime

OTHER_BUYER = "The buyer's email address was mistyped; invoiced anew"


def tell(project_id: int, before: str, old: str, sign_in_follows: bool, now: datetime) -> None:
    """Write to the project's present address and to the one that was typed; joins the caller's `write()`.

    before: the address that letters went to so far, old: as it was typed; sign_in_follows: in a letter of its own.
    """
    project, order = Project.get_by_id(project_id), Order.of_project(project_id)
    stop(project_id, before)
    firm, key = Firm.present(), f"email-corrected-{project_id}-{now.isoformat()}"
    transfer = Payment.get_or_none(Payment.order == order.id, Payment.is_awaited())
    money, bank = _money(order, transfer)
    is_paid = order.state in IS_PAID
    told = letters.email_corrected(
        firm,
        to=project.client.email,
        reference=reference(project_id),
        service=name_of(project),
        consultation_at=project.appointment_date,
        money=money,
        bank=bank,
        is_confirmed_again=is_paid,
        is_this_yours=questions.link(project, now),
        address=firm.site_address + success_path(project_id),
        opens_in=OpensIn(browser=project.browser_reach is not Reach.LOOK, portal=project.is_in_portal),
    )
    about: dict[str, Any] = {"client_id": project.client_id, "project_id": project_id}
    post(told, f"{key}-new", now, **about, proved=project.proved_at is not None)
    make_anew(order.id, OTHER_BUYER, now)
    if is_paid:
        _confirm_again(project, order, sign_in_follows, now)
    slip = letters.email_was_slip(firm, to=old, reference=reference(project_id))
    post(slip, f"{key}-old", now, project_id=project_id)


def stop(project_id: int, address: str) -> None:
    """What has not reached the mistyped address goes there no more.

    A sign-in that can still be read is its client's own: `withdraw_sign_in` has emptied what was sent to nobody's.
    """
    waits = Letter.status.in_((LetterStatus.QUEUED, LetterStatus.FAILED)) & (~Letter.secret | (Letter.html == ""))
    Letter.delete().where(Letter.project_id == project_id, Letter.recipient == address, waits).execute()


def _confirm_again(project: Project, order: Order, sign_in_follows: bool, now: datetime) -> None:
    """The letters that confirmed to the mistyped address what holds, to the right one; of a time that is over they say
    that it was, and it has no letter of its own."""
    notices, sums = Notices(project, now), standing(order.id)
    moved = f"moved-{project.calendar_sequence}"
    once = ("consultation-confirmed", "choose-another-time", "payment-received", moved)
    booking = Booking.get_or_none(Booking.id == order.booking_id)
    said = [confirmed_key(booking.id)] if booking else []
    set_aside([*said, *(occasion(each, project.id) for each in once)], now)
    came = Payment.select().where(Payment.order == order.id, Payment.has_come()).order_by(Payment.paid_at, Payment.id)
    payment = came[-1] if came else None
    at = (payment and payment.paid_at) or order.paid_at or now
    method = payment.method if payment else "booking fee credit"
    number = payment.number if payment else order.reference
    stands = project.appointment_date is not None and is_confirmed(project)
    if booking is not None:
        receipt = Receipt(sums.total_cents, number, at, method)
        attached, files = Attached(project.client, booking.client_is_new, ()), list(Document.of_booking(booking.id))
        booking.project = project
        confirm_to_client(Confirmation(booking, receipt, attached, sign_in_follows, files), now)
        if stands and project.appointment_date > now:
            notices.moved(None, project.appointment_date)
        return
    came_cents = payment.amount_cents if payment else 0
    paid = Paid(sums.price_cents, sums.credit_cents, sums.total_cents, came_cents, number, at, method)
    hold = Hold.last_of_project(project.id)
    if stands:
        notices.confirmed(project.appointment_date, paid, sign_in_follows)
    elif is_lacking_time(project):
        lost = hold.brings(now) if hold else None
        notices.choose_another(paid, lost if isinstance(lost, LostTime) else LostTime(None, False), sign_in_follows)
    if payment is not None and payment.is_transfer:
        notices.transfer_arrived(paid)


def _money(order: Order, transfer: Payment | None) -> tuple[str, Sequence[tuple[str, str]]]:
    """How its payment stands, and where an awaited transfer goes."""
    owed_cents, account = standing(order.id).balance_cents, account_of(order)
    if owed_cents <= 0:
        return _paid(order), ()
    if transfer is None or not account:
        return f"{dollars(owed_cents)} is still to be paid: its page says how.", ()
    *place, named = account
    pairs = (*place, ("Amount", f"{dollars(transfer.amount_cents)} AUD inc. GST"), named)
    return "If you have sent your transfer already, please do not send it again.", pairs


def _paid(order: Order) -> str:
    """What follows once it is paid: of a booking that chose a package, as its first letter said."""
    booking = Booking.get_or_none(Booking.id == order.booking_id)
    promise = promised(booking, left := remaining(booking)) if booking else ""
    if booking is None or not promise:
        return "There is nothing left to pay."
    billed = f" We send you an invoice for {left}." if left and Order.is_consultation_alone(booking.project_id) else ""
    return f"The booking fee of {dollars(BOOKING_FEE_CENTS)} is paid. {promise}{billed}"

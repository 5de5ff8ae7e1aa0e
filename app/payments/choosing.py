"""Paying by bank transfer, as the client asks for it."""

from datetime import datetime

from app import clock
from app.access import Caller
from app.alerts.actions import raise_alert
from app.booking import actions as bookings
from app.booking.models import Booking
from app.catalogue.actions import require_open
from app.config import in_force
from app.consultations.keeping import WITHOUT_A_TIME, transfer_note
from app.db import write
from app.errors import AppError
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Firm, OpensIn
from app.mail.models import is_posted
from app.orders import credit
from app.orders.actions import accept_terms, changed, reckon, require_unpaid
from app.orders.models import Order
from app.orders.money import Payment
from app.payments.begin import ALREADY_MADE, by_transfer, check, fits, make, of_draft, of_project
from app.payments.gateway import Gateway
from app.payments.void import free_credit, void
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import reference, success_path
from app.proofs import questions
from app.proofs.ownership import prove_by_sign_in
from app.slots.transfers import keep_for_transfer
from app.ways import NO_TRANSFER

CHOSEN_ANEW = "Bank transfer chosen anew, at another sum"


def choose(
    gateway: Gateway | None,
    project: Project,
    caller: Caller,
    amount_cents: int | None = None,
    replace_transfer: bool = False,
) -> Payment:
    """The client chose to pay by bank transfer: keep the time longer and write down where the money goes.

    Repeating it changes nothing; another time than before is kept and written about, too.
    amount_cents: what the browser believes it costs; replace_transfer: the client has said that a transfer at the
    price of now takes the place of the one chosen before, whose letter asks for another sum.
    AppError 409 when the project cannot be paid (any more) or was changed meanwhile, 422 for another amount,
    GatewayError when a card payment that was begun cannot be voided right now.
    """
    now, way = clock.now(), by_transfer()
    quoted = of_project(project, caller, now, replace_transfer)
    check(quoted, "amountCents", amount_cents)
    begun = Payment.begun(quoted.order_id)
    if begun is None or not begun.is_transfer:
        _require_offered()
    replaced = None
    if begun is not None and not fits(begun, quoted, way):
        void(gateway, begun)
        replaced = begun.amount_cents if begun.is_transfer else None
    free_credit(gateway, quoted, now)
    with write():
        payment = Payment.begun(quoted.order_id)
        prove_by_sign_in(project, caller, now)
        require_unpaid(Order.get_by_id(quoted.order_id))
        if payment is None:
            credit.agree(quoted, now)
            payment = make(quoted.order_id, quoted.total_cents, way, now)
            accept_terms(quoted.order_id, now)
            actor = caller.acts_as(project.client_id)
            projects.record(project.id, actor, "Bank transfer chosen" if replaced is None else CHOSEN_ANEW, now)
        elif not fits(payment, quoted, way):
            raise changed()
        reckon(quoted.order_id, now)
        hold = keep_for_transfer(project.id, now)
        write_details(project.id, payment, quoted.description, now, f"-{hold.id}" if hold else "", replaced)
    return payment


def book(gateway: Gateway | None, caller: Caller) -> Payment:
    """The wizard's fee by transfer, where cards cannot be taken: the booking waits for the money.

    AppError 409 where cards can be taken, or as `of_draft`. Repeating it answers 409: the draft is a booking then.
    """
    if gateway is not None:
        raise AppError("cards_only", 409, "Please pay by card.")
    _require_offered()
    now = clock.now()
    quoted = of_draft(caller)
    begun = Payment.begun(quoted.order_id)
    if begun is not None:
        # By card, when cards could still be taken.
        void(gateway, begun)
    with write():
        draft = Booking.draft_of(caller.visitor)
        if draft is None or draft.id != Order.get_by_id(quoted.order_id).booking_id:
            raise AppError("already_booked", 409, ALREADY_MADE)
        made = make(quoted.order_id, quoted.total_cents, by_transfer(), now)
        bookings.open_for(draft, paid=False, now=now)
        prove_by_sign_in(draft.project, caller, now)
        write_details(draft.project_id, made, quoted.description, now)
    return made


def _require_offered() -> None:
    """Refuse a transfer to an account that nobody has: AppError 409, 503 where nothing can be paid at all."""
    require_open()
    if not in_force().ways_to_pay.transfer:
        raise AppError("no_transfer", 409, f"{NO_TRANSFER} Please pay by card.")


def write_details(
    project_id: int, payment: Payment, service: str, now: datetime, occasion: str = "", replaced: int | None = None
) -> None:
    """Write to the client where the money goes, once per time; joins the caller's `write()`.

    replaced: the cents that an earlier letter asked for, None where none did.
    """
    config, project = in_force(), Project.get_by_id(project_id)
    if not config.ways_to_pay.transfer:
        return  # chosen while it was offered: a letter with a fictional account must not follow the true one
    if project.is_disowned:
        # Staff learn that the browser goes on with what the address's own reader called not theirs.
        said = (
            f"{reference(project.id)} is to be paid by bank transfer, although whoever reads its address said that it "
            "is not theirs. Nothing about it is sent to that address."
        )
        raise_alert("not_theirs", f"not-theirs-transfer-{project.id}", said, link=project.staff_page, now=now)
        return
    key = f"transfer-details-{payment.id}{occasion}"
    if is_posted(key):
        return
    client = project.client
    proved = project.proved_at is not None
    firm = Firm.present()
    draft = letters.transfer_details(
        firm,
        to=client.email,
        name=client.name,
        reference=reference(project.id),
        service=service,
        amount_cents=payment.amount_cents,
        replaced_cents=replaced,
        account_name=config.bank.account_name,
        bsb=config.bank.bsb,
        account=config.bank.account,
        consultation_at=project.appointment_date,
        kept=transfer_note(project.id, now) or "",
        due=WITHOUT_A_TIME,
        is_this_yours=questions.link(project, now),
        proved=proved,
        by_phone=project.opened_by_id is not None and not project.shares_consultation,
        accepted=project.opened_by_id is not None and project.shares_consultation,
        address=firm.site_address + (project.client_page if project.opened_by_id else success_path(project.id)),
        opens_in=OpensIn(browser=project.opened_by_id is None, portal=project.is_in_portal),
    )
    about = (payment.order.booking_id, project.client_id, project.id)
    post(draft, key, now, *about, proved=proved, known=project.is_beside_client)

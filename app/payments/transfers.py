"""Paying by bank transfer: asked for by the client, matched by staff."""

import secrets
from datetime import datetime

from app import clock
from app.access import Caller
from app.alerts.actions import raise_alert
from app.audit.actions import Actor, note
from app.audit.models import Act
from app.booking import actions as bookings
from app.booking.models import Booking
from app.catalogue.actions import require_open
from app.catalogue.rules import CURRENCY
from app.config import Config
from app.db import write
from app.errors import AppError, not_found
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Firm
from app.mail.models import is_posted
from app.payments import credit, received
from app.payments.actions import check_amount, free_credit, withdraw
from app.payments.gateway import Gateway
from app.payments.keeping import WITHOUT_A_TIME, transfer_note
from app.payments.models import Payment
from app.payments.payable import Payable, changed, of_draft, of_project, require_unpaid
from app.payments.rules import TERMS_VERSION, Outcome
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import PaymentStatus, Proof, reference
from app.proofs import actions as proofs
from app.slots.actions import keep_for_transfer
from app.ways import NO_TRANSFER

METHOD = "bank transfer"
CHOSEN_ANEW = "Bank transfer chosen anew, at another sum"


def request_for_project(
    gateway: Gateway | None,
    config: Config,
    project: Project,
    caller: Caller,
    amount: float | None = None,
    replace_transfer: bool = False,
) -> Payment:
    """The client chose to pay by bank transfer: keep the time longer and write down where the money goes.

    Repeating it changes nothing; another time than before is kept and written about, too.
    amount: what the browser believes it costs, in dollars; replace_transfer: the client has said that a transfer at
    the price of now takes the place of the one chosen before, whose letter asks for another sum.
    AppError 409 when the project cannot be paid (any more) or was changed meanwhile, 422 for another amount,
    GatewayError when a card payment that was begun cannot be withdrawn right now.
    """
    now = clock.now()
    payable = of_project(config, project, caller, now, replace_transfer)
    payable.require_charge()
    check_amount(payable, amount)
    begun = payable.payment()
    if begun is None or begun.provider != "bank":
        _require_offered(config)
    replaced = None
    if begun is not None and not _asks_for(begun, payable):
        withdraw(gateway, config, begun)
        replaced = begun.amount_cents if begun.provider == "bank" else None
    free_credit(gateway, config, payable, now)
    with write():
        payment = payable.payment()
        proofs.prove_own(project, caller, now)
        project = Project.get_by_id(project.id)
        require_unpaid(project)
        if payment is not None and _asks_for(payment, payable):
            _keep_and_write(config, project, payment, payable.description, now)
            return payment
        if payment is not None or credit.claim(payable.credit_booking_id, project.id) is not None:
            raise changed()
        made = _begin(config, payable, now)
        projects.record(project.id, "visitor", "Bank transfer chosen" if replaced is None else CHOSEN_ANEW, now)
        _keep_and_write(config, project, made, payable.description, now, replaced)
    return made


def _require_offered(config: Config) -> None:
    """Refuse a transfer to an account that nobody has: AppError 409, 503 where nothing can be paid at all."""
    require_open()
    if not config.ways_to_pay.transfer:
        raise AppError("no_transfer", 409, f"{NO_TRANSFER} Please pay by card.")


def _keep_and_write(
    config: Config, project: Project, payment: Payment, service: str, now: datetime, replaced: int | None = None
) -> None:
    """Keep the project's time for the transfer, and write to the client once per time.

    Its payment is pending until staff match it, whatever became of a card before (decisions, money).
    replaced: the cents that an earlier letter asked for, None where this transfer takes no other's place.
    """
    projects.note_payment(project.id, PaymentStatus.PENDING, None, now)
    hold = keep_for_transfer(project.id, now)
    _write_to(config, project, payment, service, now, f"-{hold.id}" if hold else "", replaced)


def _asks_for(payment: Payment, payable: Payable) -> bool:
    """Whether it is a transfer of the very sum that is to be paid now."""
    begun = (payment.provider, payment.amount_cents, payment.credit_booking_id)
    return begun == ("bank", payable.total_cents, payable.credit_booking_id)


def request_for_booking(gateway: Gateway | None, config: Config, caller: Caller) -> Payment:
    """The wizard's fee by transfer, where cards cannot be taken: the booking waits for the money.

    AppError 409 where cards can be taken, or as `of_draft`. Repeating it answers 409: the draft is a booking then.
    """
    if gateway is not None:
        raise AppError("cards_only", 409, "Please pay by card.")
    _require_offered(config)
    now = clock.now()
    payable = of_draft(caller.visitor)
    begun = payable.payment()
    if begun is not None:
        # By card, when cards could still be taken.
        withdraw(gateway, config, begun)
    with write():
        draft = Booking.draft_of(caller.visitor)
        if draft is None or draft.id != payable.booking_id:
            raise AppError("already_booked", 409, "This booking is already made.")
        bookings.open_for(draft, payable.fee_cents, paid=False, now=now)
        proofs.prove_own(draft.project, caller, now)
        made = _begin(config, payable, now)
        Payment.update(project=draft.project).where(Payment.id == made.id).execute()
        _write_to(config, Project.get_by_id(draft.project_id), made, payable.description, now)
    return made


def _begin(config: Config, payable: Payable, now: datetime) -> Payment:
    made: Payment = Payment.create(
        provider="bank",
        booking=payable.booking_id,
        project=payable.project_id,
        idempotency_key=secrets.token_urlsafe(24),
        amount_cents=payable.total_cents,
        credit_booking=payable.credit_booking_id,
        credit_cents=payable.credit_cents,
        currency=CURRENCY,
        livemode=config.mode == "serve",
        terms_version=TERMS_VERSION if payable.project_id else None,
        terms_accepted_at=now if payable.project_id else None,
        created_at=now,
        updated_at=now,
    )
    return made


def _write_to(
    config: Config,
    project: Project,
    payment: Payment,
    service: str,
    now: datetime,
    occasion: str = "",
    replaced: int | None = None,
) -> None:
    if not config.ways_to_pay.transfer:
        return  # chosen while it was offered: a letter with a fictional account must not follow the true one
    if project.is_disowned:
        _tell_disowned(project, now)
        return
    key = f"transfer-details-{payment.id}{occasion}"
    if is_posted(key):
        return
    client = project.client
    proved = project.proved_at is not None
    name = client.name if proved else "" if client.proved_at else proofs.told(project).name
    draft = letters.transfer_details(
        Firm.present(),
        to=client.email,
        name=name,
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
        is_this_yours=proofs.link(config, project, now),
        proved=proved,
    )
    post(draft, key, now, payment.booking_id, client_id=project.client_id, project_id=project.id, proved=proved)


def _tell_disowned(project: Project, now: datetime) -> None:
    """Staff learn that the browser goes on with what the address's own reader called not theirs."""
    raise_alert(
        "not_theirs",
        f"not-theirs-transfer-{project.id}",
        f"{reference(project.id)} is to be paid by bank transfer, although whoever reads its address said that it is "
        "not theirs. Nothing about it is sent to that address.",
        link=project.staff_page,
        now=now,
    )


def receive(config: Config, payment_id: int, actor: str) -> Payment:
    """Staff saw the transfer on the account: it is paid. Repeating it changes nothing. AppError 404.

    That the transfer was given up for another way to pay, or the project closed, does not matter: money that came is
    recorded, and what follows is as `received.outcome` says.
    actor: who says so, for the history and the audit log.
    """
    now = clock.now()
    with write():
        payment = Payment.get_or_none(Payment.id == payment_id, Payment.provider == "bank")
        if payment is None or payment.project_id is None:
            raise not_found("There is no such transfer.")
        moved = (
            Payment.update(status=PaymentStatus.COMPLETED, paid_at=now, updated_at=now)
            .where(Payment.id == payment_id, Payment.status == PaymentStatus.PENDING)
            .execute()
        )
        if moved:
            _received(config, Payment.get_by_id(payment_id), actor, now)
            note(Actor.staff(actor), Act.RECEIVE_TRANSFER, f"payment:{payment_id}", now)
    return Payment.get_by_id(payment_id)


def _received(config: Config, payment: Payment, actor: str, now: datetime) -> None:
    projects.record(payment.project_id, actor, "Transfer received", now)
    # A booking's time is arranged by the office: that it has none is nothing to tell its client.
    pays = received.outcome(payment, now) in (Outcome.PAYS, Outcome.WITHOUT_TIME)
    if payment.booking_id is None or not pays:
        received.for_project(config, payment, METHOD, now)
        return
    projects.note_payment(payment.project_id, PaymentStatus.COMPLETED, payment.transaction_id, now)
    receipt = bookings.Receipt(payment.amount_cents, payment.transaction_id, now, METHOD)
    bookings.confirm(config, payment.booking, receipt, now)
    proofs.prove(payment.project_id, Proof.PAYMENT, "payment", now)

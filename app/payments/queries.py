"""What the checkout and /success show, found through the browser or client that owns it."""

from datetime import datetime
from typing import Any

from app import clock
from app.access import Caller
from app.accounts.opening import has_opened
from app.booking.models import Booking
from app.booking.rules import BookingStatus
from app.catalogue.actions import services
from app.catalogue.rules import PROJECT_TYPE_LABELS, ProjectType, ServiceType
from app.config import Config
from app.consultations.confirmed import is_confirmed
from app.consultations.reminded import is_to_be_reminded
from app.documents.models import Document
from app.documents.rules import Uploader
from app.mail.models import is_on_its_way
from app.onboarding.models import Onboarding
from app.payments.arrived import arrived
from app.payments.keeping import due_note, transfer_note
from app.payments.models import Payment
from app.payments.payable import priced
from app.payments.rules import TERMS_VERSION, ArrivedState
from app.payments.schemas import BankDetails, Checkout, Confirmation, ConfirmationAnswer, PaymentOut, Sums
from app.projects.models import Project
from app.projects.rules import SETTLED, PaymentStatus, ProjectStatus, reference
from app.slots.models import Hold
from app.slots.rules import HoldKind

METHODS = {"bank": "bank", "credit": "credit"}  # by provider; every other one charges cards
NOTHING = ConfirmationAnswer(state="none", booking=None)


def confirmation(config: Config, caller: Caller, project_id: int | None, intent_id: str | None) -> ConfirmationAnswer:
    """The asked-for booking of this visitor or client, else their latest; state "none" for anything else."""
    if intent_id is not None:
        payment = Payment.owned(intent_id, caller)
        if payment is None:
            return NOTHING
        if payment.booking_id:
            return _of_booking(config, payment.booking, caller)
        return _of_project(config, payment.project, caller)
    if project_id is not None:
        project = Project.owned(project_id, caller)
        if project is None:
            return NOTHING
        booking = Booking.get_or_none(Booking.project == project.id)
        if booking is not None:
            return _of_booking(config, booking, caller)
        return _of_project(config, project, caller)
    draft = Booking.draft_of(caller.visitor)
    if draft is not None and _undecided(Payment.current_of(draft)):
        return _of_booking(config, draft, caller)
    finished = Booking.made_by(caller.visitor)
    return _of_booking(config, finished[0], caller) if finished else NOTHING


def has_opened_account(payment: Payment) -> bool:
    """Whether a payment has given its client a sign-in: its letter is written, or about to be."""
    if payment.paid_at is None or payment.project_id is None:
        return False
    return has_opened(payment.project.client_id, payment.paid_at)


def _of_booking(config: Config, booking: Booking, caller: Caller) -> ConfirmationAnswer:
    if booking.status == BookingStatus.DRAFT:
        state = "checking" if _undecided(Payment.current_of(booking)) else "none"
        return ConfirmationAnswer(state=state, booking=None)  # type: ignore[arg-type]  # one of the literal's words
    payment = Payment.that_counts([booking.project_id]).get(booking.project_id)
    kind = ProjectType(booking.project_type)
    files = [file.file_name for file in Document.of_booking(booking.id)]
    payment = payment or Payment.current_of(booking)
    shown = _shown(config, booking.project, payment, kind, booking.email, booking.full_name, files)
    told = _state(booking.project, shown)
    if told is None and booking.project.status == ProjectStatus.CANCELLED:
        return NOTHING
    return _answer(told or "awaiting", shown, booking.project, caller)


def _of_project(config: Config, project: Project, caller: Caller) -> ConfirmationAnswer:
    begun = Payment.select().where(Payment.project == project, Payment.booking.is_null())
    # What came counts, even if it had been given up for another way to pay.
    came = Payment.that_counts([project.id]).get(project.id)
    payment = came or begun.where(Payment.superseded == False).first()
    if payment is None:
        return NOTHING
    # What the client added since is theirs alone: the browser that began the project may be somebody else's.
    own = project.client_id == caller.client_id
    files = [file.file_name for file in Document.of_project(project.id) if own or file.uploaded_by == Uploader.VISITOR]
    # The client of that address may be somebody else's old record: a browser is told what it has told us.
    told = Onboarding.of_visitor(project.intake_id, caller.visitor) or project.client
    shown = _shown(config, project, payment, ProjectType.N_A, told.email, told.name, files)
    state = _state(project, shown)
    if state is not None:
        return _answer(state, shown, project, caller)
    if payment.provider == "bank" and project.status != ProjectStatus.CANCELLED:
        return _answer("awaiting", shown, project, caller)
    return _answer("checking" if _undecided(payment) else "none", None, project, caller)


def _answer(state: str, shown: Confirmation | None, project: Project, caller: Caller) -> ConfirmationAnswer:
    return ConfirmationAnswer(
        state=state,  # type: ignore[arg-type]  # one of the literal's words
        booking=shown,
        is_disowned=project.is_disowned,
        may_change=project.may_be_changed_by(caller),
    )


def _state(project: Project, shown: Confirmation) -> str | None:
    """What a page says first of a project for which money came; None where none did."""
    if shown.arrived is None:
        return None
    if shown.arrived.state is ArrivedState.REFUNDED:
        return "refunded"
    if project.status == ProjectStatus.CANCELLED:
        return "cancelled"
    return "other_price" if shown.arrived.state is ArrivedState.OTHER_PRICE else "paid"


def _undecided(payment: Payment | None) -> bool:
    if payment is None:
        return False
    return payment.status == PaymentStatus.PROCESSING or payment.provider_status == "requires_action"


def _shown(
    config: Config,
    project: Project,
    payment: Any,
    kind: ProjectType,
    email: str,
    name: str,
    files: list[str],
) -> Confirmation:
    service = ServiceType(project.service_type)
    method = METHODS.get(payment.provider, "card")
    bank, now = method == "bank", clock.now()
    came = arrived([project]).get(project.id)
    return Confirmation(
        reference=reference(project.id),
        arrived=came,
        consultation_slot=project.appointment_date,
        reminded=is_to_be_reminded(project, now),
        transfer_note=_due(project, now) if bank and came is None else None,
        service_type=service,
        service_title=services()[service].title,
        project_type=kind,
        project_type_label=PROJECT_TYPE_LABELS.get(kind, ""),
        email=email,
        full_name=name,
        files=files,
        payment=PaymentOut(
            amount=payment.amount_cents / 100,
            currency=payment.currency.upper(),
            status=payment.status,
            transaction_id=payment.transaction_id,
            method=method,  # type: ignore[arg-type]  # one of the literal's words
        ),
        bank=_bank(config, project, payment.amount_cents) if bank else None,
        calendar_url=f"/api/projects/{project.id}/consultation.ics" if is_confirmed(project) else None,
    )


def _due(project: Project, now: datetime) -> str | None:
    note = transfer_note(project.id, now)
    return due_note() if note is None and project.appointment_date is None else note


def _bank(config: Config, project: Project, cents: int) -> BankDetails | None:
    """Where to send a transfer; None while the account is the fictional one, also for a transfer chosen before."""
    own = config.bank
    if not config.ways_to_pay.transfer:
        return None
    return BankDetails(
        account_name=own.account_name,
        bsb=own.bsb,
        account=own.account,
        amount=cents / 100,
        reference=reference(project.id),
        by_email=not project.is_disowned and is_on_its_way(project.id, "transfer_details"),
    )


def checkout(config: Config, project: Project, caller: Caller) -> Checkout:
    """A project as its checkout shows it."""
    now = clock.now()
    due = priced(config, project, caller, now)
    begun, came = due.payment(), arrived([project]).get(project.id)
    hold = Hold.of_project(project.id)
    held = hold is not None and (hold.expires_at is None or hold.expires_at > now)
    open_for = project.status in (ProjectStatus.INQUIRY, ProjectStatus.PENDING_PAYMENT)
    method = None if begun is None else METHODS.get(begun.provider, "card")
    anew = priced(config, project, caller, now, anew=True)
    changed = anew.total_cents != due.total_cents
    return Checkout(
        id=project.id,
        client_id=project.intake_id,
        reference=reference(project.id),
        service_type=project.service_type,
        service_title=due.description,
        status=project.status,
        payment_status=project.payment_status,
        arrived=came,
        appointment_date=project.appointment_date,
        fee=due.fee_cents / 100,
        credit=due.credit_cents / 100,
        total=due.total_cents / 100,
        anew=Sums(credit=anew.credit_cents / 100, total=anew.total_cents / 100) if changed else None,
        method=method,  # type: ignore[arg-type]  # one of the literal's words
        can_pay=held
        and open_for
        and project.intake_id is not None
        # Money that came but did not cover the price must not be asked for a second time.
        and came is None
        and project.payment_status not in SETTLED,
        card_available=config.ways_to_pay.card,
        transfer_available=config.ways_to_pay.transfer,
        hold_expires_at=hold.expires_at if hold else None,
        kept_for_transfer=hold is not None and hold.kind == HoldKind.TRANSFER,
        transfer_note=transfer_note(project.id, now, offered=True),
        now=now,
        terms_version=TERMS_VERSION,
        bank=_bank(config, project, due.total_cents) if method == "bank" else None,
        is_disowned=project.is_disowned,
        may_change=project.may_be_changed_by(caller),
    )

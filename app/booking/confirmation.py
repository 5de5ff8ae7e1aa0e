"""What /success shows, found through the browser or client that owns it."""

from datetime import datetime

from app import clock
from app.access import Caller
from app.booking.models import Booking
from app.booking.schemas import Confirmation, ConfirmationAnswer, ConfirmationState, PaymentOut
from app.catalogue.actions import services
from app.catalogue.rules import CURRENCY, PROJECT_TYPE_LABELS, ProjectType, ServiceType
from app.consultations.confirmed import is_confirmed
from app.consultations.keeping import due_note, transfer_note
from app.consultations.reminded import is_to_be_reminded
from app.documents.models import Document
from app.documents.rules import Uploader
from app.onboarding.models import Onboarding
from app.orders.actions import counting
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.schemas import ArrivedState, arrived
from app.projects.checkout import bank_details, method_of
from app.projects.models import Project
from app.projects.rules import PaymentStatus, ProjectStatus, reference

NOTHING = ConfirmationAnswer(state="none", booking=None)


def confirmation(caller: Caller, project_id: int | None, intent_id: str | None) -> ConfirmationAnswer:
    """The asked-for booking of this visitor or client, else their latest; state "none" for anything else."""
    if intent_id is not None:
        payment = Payment.owned(intent_id, caller)
        return _of_order(payment.order, caller) if payment else NOTHING
    if project_id is not None:
        project = Project.owned(project_id, caller)
        return _of_order(Order.of_project(project.id), caller) if project else NOTHING
    draft = Booking.draft_of(caller.visitor)
    if draft is not None and (answer := _of_booking(draft.id, caller)).state == "checking":
        return answer
    finished = Booking.made_by(caller.visitor)
    return _of_booking(finished[0].id, caller) if finished else NOTHING


def _of_booking(booking_id: int, caller: Caller) -> ConfirmationAnswer:
    order = Order.get_or_none(Order.booking_id == booking_id)
    return _of_order(order, caller) if order else NOTHING


def _of_order(order: Order, caller: Caller) -> ConfirmationAnswer:
    project, begun = order.project, Payment.begun(order.id)
    checking = begun is not None and is_undecided(begun)
    if project is None:
        return ConfirmationAnswer(state="checking" if checking else "none", booking=None)
    payment = counting(order.id) or begun
    if payment is None and order.paid_at is None:
        return NOTHING
    booking = Booking.get_or_none(Booking.id == order.booking_id)
    shown = _shown(order, project, payment, booking, caller)
    state = _state(project, shown)
    if state is None and project.status == ProjectStatus.CANCELLED:
        return _answer("checking" if checking else "none", None, project, caller)
    if state is None and payment is not None and payment.provider != "bank":
        return _answer("checking" if checking else "none", None, project, caller)
    return _answer(state or "awaiting", shown, project, caller)


def _answer(
    state: ConfirmationState, shown: Confirmation | None, project: Project, caller: Caller
) -> ConfirmationAnswer:
    return ConfirmationAnswer(
        state=state, booking=shown, is_disowned=project.is_disowned, may_change=project.may_be_changed_by(caller)
    )


def _state(project: Project, shown: Confirmation) -> ConfirmationState | None:
    """What a page says first of a project for which money came; None where none did."""
    if shown.arrived is None:
        return None
    if shown.arrived.state is ArrivedState.REFUNDED:
        return "refunded"
    if project.status == ProjectStatus.CANCELLED:
        return "cancelled"
    return "other_price" if shown.arrived.state is ArrivedState.OTHER_PRICE else "paid"


def is_undecided(payment: Payment) -> bool:
    """Whether the provider or the visitor's bank has still to decide about a payment."""
    return payment.status == PaymentStatus.PROCESSING or payment.provider_status == "requires_action"


def _shown(
    order: Order, project: Project, payment: Payment | None, booking: Booking | None, caller: Caller
) -> Confirmation:
    """payment: None where the credit paid for everything."""
    service, method, now = ServiceType(project.service_type), method_of(order) or "card", clock.now()
    came = arrived([project]).get(project.id)
    kind = ProjectType(booking.project_type) if booking else ProjectType.N_A
    name, email = _told(project, booking, caller)
    awaited = method == "bank" and came is None
    return Confirmation(
        reference=reference(project.id),
        arrived=came,
        consultation_slot=project.appointment_date,
        reminded=is_to_be_reminded(project, now),
        transfer_note=_due(project, now) if awaited else None,
        service_type=service,
        service_title=services()[service].title,
        project_type=kind,
        project_type_label=PROJECT_TYPE_LABELS.get(kind, ""),
        email=email,
        full_name=name,
        files=_files(project, booking, caller),
        payment=PaymentOut(
            amount_cents=came.amount_cents if came else payment.amount_cents if payment else 0,
            currency=CURRENCY.upper(),
            status=payment.shown_status(payment.refunded_cents) if payment else PaymentStatus.COMPLETED,
            transaction_id=payment.number if payment else reference(project.id),
            method=method,
        ),
        bank=bank_details(project, payment.amount_cents) if payment and awaited else None,
        calendar_url=f"/api/projects/{project.id}/consultation.ics" if is_confirmed(project) else None,
    )


def _told(project: Project, booking: Booking | None, caller: Caller) -> tuple[str, str]:
    """Name and address. A client may be somebody else's old record: a browser is told what it has told us."""
    if booking is not None:
        return booking.full_name, booking.email
    told = Onboarding.of_visitor(project.intake_id, caller.visitor) or project.client
    return told.name, told.email


def _files(project: Project, booking: Booking | None, caller: Caller) -> list[str]:
    if booking is not None:
        return [file.file_name for file in Document.of_booking(booking.id)]
    # What the client added since is theirs alone: the browser that began the project may be somebody else's.
    own = project.client_id == caller.client_id
    return [file.file_name for file in Document.of_project(project.id) if own or file.uploaded_by == Uploader.VISITOR]


def _due(project: Project, now: datetime) -> str | None:
    note = transfer_note(project.id, now)
    return due_note() if note is None and project.appointment_date is None else note

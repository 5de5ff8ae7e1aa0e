"""What /success shows, found through the browser or client that owns it."""

from datetime import timedelta

from app import clock
from app.access import Caller
from app.accounts.actions import Details
from app.booking.models import Booking
from app.booking.promised import choice_of, promised
from app.booking.schemas import Confirmation, ConfirmationAnswer, ConfirmationState, PaymentOut
from app.catalogue.rules import CURRENCY, ServiceType
from app.catalogue.works import PROJECT_TYPE_LABELS, ProjectType
from app.config import in_force
from app.consultations.confirmed import is_confirmed, is_lacking_time, moving_said
from app.consultations.keeping import due_note, transfer_note
from app.consultations.left import has_gone_on
from app.consultations.reminded import is_to_be_reminded
from app.consultations.shared import shared_with
from app.documents.models import Document
from app.documents.rules import Uploader
from app.mail.models import recipient_of
from app.orders.kept import fee_said
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.rules import calls_soon
from app.orders.schemas import Arrived, ArrivedState, arrived
from app.orders.sums import standing
from app.orders.unsettled import settled, unsettled
from app.projects.checkout import bank_details, meeting_of, method_of, payment_of
from app.projects.models import HistoryLine, Project
from app.projects.naming import name_of
from app.projects.rules import CLOSED, PaymentStatus, ProjectStatus, Reach, checkout_path, reference
from app.projects.schemas import MeetingOut
from app.proofs.correcting import is_correctable
from app.proofs.persons import submitter
from app.proposals.offers import missing_of, offer_of
from app.slots.models import Hold

# Once staff have said so, the page speaks of the work, whatever has become of the money.
UNDER_WAY: dict[str, ConfirmationState] = {ProjectStatus.IN_PROGRESS: "begun", ProjectStatus.COMPLETED: "completed"}
CONFIRMS = ("booking_confirmed", "consultation_confirmed", "choose_another_time", "service_paid")
NOTHING = ConfirmationAnswer(state="none", booking=None)


def confirmation(caller: Caller, project_id: int | None, intent_id: str | None) -> ConfirmationAnswer:
    """The asked-for booking of this visitor or client, else their latest; state "none" for anything else."""
    if intent_id is not None:
        payment = Payment.owned(intent_id, caller)
        # What staff billed is no booking: the portal shows it.
        return _of_order(payment.order, caller) if payment and not payment.order.is_bill else NOTHING
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
    undecided: ConfirmationState = "checking" if begun is not None and is_undecided(begun) else "none"
    asks = undecided == "checking" and begun is not None and begun.status != PaymentStatus.PROCESSING
    if project is None:
        return ConfirmationAnswer(state=undecided, booking=None, asks_visitor=asks)
    if has_gone_on(project, order, caller):
        return ConfirmationAnswer(state="portal", booking=None)
    payment = payment_of(order)
    came, is_cancelled = arrived([project]).get(project.id), project.status == ProjectStatus.CANCELLED
    if payment is None and order.paid_at is None and not is_cancelled:
        return NOTHING
    state: ConfirmationState
    if came is None:
        by_card = payment is not None and not payment.is_transfer
        nothing_came: ConfirmationState = "cancelled" if is_cancelled and undecided == "none" else undecided
        state = nothing_came if by_card or is_cancelled else "awaiting"
    elif came.state is ArrivedState.REFUNDED and project.status not in UNDER_WAY:
        state = "refunded"
    elif is_cancelled:
        state = "cancelled"
    else:
        state = "other_price" if came.state is ArrivedState.OTHER_PRICE else UNDER_WAY.get(project.status, "paid")
        if state == "paid" and _has_passed(project):
            state = "over"
    return ConfirmationAnswer(
        state=state,
        booking=None if state == undecided else _shown(order, project, payment, came, caller),
        is_disowned=project.is_disowned,
        may_change=project.reach(caller) is not Reach.LOOK,
        asks_visitor=asks and state == "checking",
    )


def is_undecided(payment: Payment) -> bool:
    """Whether the provider or the visitor's bank has still to decide about a payment."""
    return payment.status == PaymentStatus.PROCESSING or payment.provider_status == "requires_action"


def _has_passed(project: Project) -> bool:
    """Whether the time of its consultation is over, whoever came: nobody is invited to it any more."""
    start, minutes = project.appointment_date, Hold.minutes_among([project.id])[project.id]
    return start is not None and start + timedelta(minutes=minutes) <= clock.now()


def _shown(
    order: Order, project: Project, payment: Payment | None, came: Arrived | None, caller: Caller
) -> Confirmation:
    """payment: None where the credit paid for everything, or a project was cancelled before any was begun."""
    service, method, now = ServiceType(project.service_type), method_of(order, payment) or "card", clock.now()
    booking = Booking.get_or_none(Booking.id == order.booking_id)
    kind = ProjectType(booking.project_type) if booking else ProjectType.N_A
    name, email, files = _given(project, booking, caller)
    awaited = method == "bank" and came is None and project.status != ProjectStatus.CANCELLED
    note = transfer_note(project.id, now)
    if note is None and project.appointment_date is None:
        note = due_note(project.shares_consultation)
    timeless = project.appointment_date is None and not project.shares_consultation
    lost_unpaid = awaited and booking is None and timeless
    undecided, stands = unsettled([project.id]).get(project.id), is_confirmed(project) and not _has_passed(project)
    unbegun = PaymentStatus.COMPLETED if order.paid_at else PaymentStatus.PENDING
    return Confirmation(
        project_id=project.id,
        reference=reference(project.id),
        arrived=came,
        consultation_slot=project.appointment_date,
        calls_soon=calls_soon(order.paid_at, now) and project.id not in HistoryLine.reopened_among([project.id]),
        unsettled_cents=undecided.cents if undecided else 0,
        kept_cents=settled([project.id]).get(project.id, 0),
        in_portal=project.is_in_portal,
        shared_consultation=shared_with(project, now),
        chooses_time=is_lacking_time(project) or (lost_unpaid and project.status not in CLOSED),
        minutes=Hold.minutes_among([project.id])[project.id],
        meeting=MeetingOut.model_validate(meeting_of(project, caller)),
        reminded=is_to_be_reminded(project, now),
        transfer_note=note if awaited else None,
        service_type=service,
        service_title=name_of(project),
        project_type=kind,
        project_type_label=PROJECT_TYPE_LABELS.get(kind, ""),
        email=email,
        sent_to=_sent_to(project, caller) or email,
        full_name=name,
        files=[file.file_name for file in files],
        payment=PaymentOut(
            amount_cents=came.amount_cents if came else payment.amount_cents if payment else 0,
            currency=CURRENCY.upper(),
            status=payment.shown_status(payment.refunded_cents) if payment else unbegun,
            transaction_id=payment.number if payment else reference(project.id),
            method=method,
        ),
        bank=bank_details(project, payment.amount_cents) if payment and awaited else None,
        calendar_url=f"/api/projects/{project.id}/consultation.ics" if stands else None,
        move_note=moving_said(project, project.appointment_date, now) if stands else None,
        fee_note=fee_said(order) if booking else "",
        promise=_promise(booking, project) if booking and Order.is_consultation_alone(project.id) else "",
        is_signed_in=project.client_id == caller.client_id,
        moved_before=project.client_moved_at is not None,
        gave_back=_gave_back(project),
        may_correct_email=is_correctable(project, caller, now),
        card_at=_card_at(order, project, caller) if awaited and booking is None else None,
    )


def _sent_to(project: Project, caller: Caller) -> str:
    """Where its client's confirmation went, who may have another address since; '' where none went, or to others."""
    return recipient_of(project.id, CONFIRMS) if project.client_id == caller.client_id else ""


def _gave_back(project: Project) -> bool:
    """Whether its client has given its time back, and has chosen no other one since."""
    last = Hold.last_of_project(project.id) if project.appointment_date is None else None
    return last is not None and bool(last.given_back)


def _card_at(order: Order, project: Project, caller: Caller) -> str | None:
    """Where this browser may pay by card instead of the transfer that is awaited; None where it may not."""
    kept = project.appointment_date is not None or project.shares_consultation
    if not kept or not in_force().ways_to_pay.card or project.reach(caller) is Reach.LOOK:
        return None
    return f"{checkout_path(project.id, standing(order.id).price_cents)}&method=card"


def _promise(booking: Booking, project: Project) -> str:
    """What is promised of the review, and what of its price is still to be paid now that the fee may be used."""
    package, value = choice_of(booking)
    return promised(booking, missing_of(project, offer_of(project, package, value, clock.now())))


def _given(project: Project, booking: Booking | None, caller: Caller) -> tuple[str, str, list[Document]]:
    """Name, address, documents. A client reads their own record, and a browser what was typed in it."""
    own = project.client_id == caller.client_id
    who = Details.kept(project.client) if own else submitter(project)
    if booking is not None:
        return who.name, who.email, list(Document.of_booking(booking.id))
    # What the client added since is theirs alone: the browser that began the project may be somebody else's.
    shown = Document.of_project(project.id).where(Document.is_for_client())
    theirs = (Uploader.VISITOR, Uploader.CLIENT) if own else (Uploader.VISITOR,)
    return who.name, who.email, [file for file in shown if file.uploaded_by in theirs]

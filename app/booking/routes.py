"""The booking wizard over HTTP. Everything is found through the browser session that made it."""

from functools import partial

from flask import Blueprint, Response, request, session

from app import clock
from app.accounts.sessions import visitor_id
from app.booking import actions
from app.booking.confirmation import confirmation
from app.booking.models import Booking
from app.booking.schemas import (
    BookingOut,
    ConfirmationAnswer,
    ConfirmationQuery,
    CreateAccount,
    CurrentBooking,
    PersonalInformation,
    ProjectInformation,
    SaveStep,
)
from app.catalogue.actions import require_open, services
from app.catalogue.rules import BOOKING_FEE_CENTS, ServiceType
from app.config import in_force
from app.documents import actions as documents
from app.documents import unpaid
from app.documents.models import Document
from app.documents.rules import BOOKING_EXTENSIONS, BOOKING_LIMITS, MAX_BODY_BYTES, DocumentType, Uploader
from app.documents.schemas import DocumentOut, Upload
from app.documents.serving import read_upload
from app.errors import AppError, not_found
from app.http import Ok, caller, idempotency_key, route
from app.limits import bytes_per_address, per_address, per_caller
from app.payments import choosing
from app.payments.current import card_provider

booking = Blueprint("booking", __name__)


def _out(row: Booking) -> BookingOut:
    files = [DocumentOut.model_validate(file) for file in Document.of_booking(row.id)]
    columns = {
        name: getattr(row, name) for name in BookingOut.model_fields if name not in ("files", "needs", "fee_cents")
    }
    needs = services()[ServiceType(row.service_type)].needs if row.service_type else ()
    return BookingOut(**columns, files=files, needs=list(needs), fee_cents=BOOKING_FEE_CENTS)


def _draft() -> Booking:
    draft = Booking.draft_of(caller().visitor)
    if draft is None:
        raise not_found("Please fill in your personal information first.")
    return draft


@route(booking, "GET", "/api/bookings/current", answer=CurrentBooking)
def current_booking() -> CurrentBooking:
    """The draft of this browser, so that a reload loses nothing."""
    draft = Booking.draft_of(caller().visitor)
    return CurrentBooking(booking=_out(draft) if draft else None)


@route(
    booking,
    "POST",
    "/api/bookings",
    body=SaveStep,
    answer=BookingOut,
    refusals=(409, 503),
    limits=(per_address("300/hour"), per_caller("120/hour")),
)
def save_step(body: SaveStep) -> BookingOut:
    """Store one step of the draft; the first save begins it."""
    require_open()
    visitor, told, client = visitor_id(session), body.root.model_dump(exclude={"step"}), caller().client_id
    match body.root:
        case PersonalInformation():
            return _out(actions.save_personal(visitor, told, client))
        case ProjectInformation():
            return _out(actions.save_project(visitor, told, client))
    return _out(actions.save_documents_step(visitor, client))


def _require_draft_and_room(draft_id: int, client_id: int | None) -> None:
    """Asked again when the file has come: an upload may take minutes."""
    actions.touch_draft(draft_id)
    if client_id is None:
        unpaid.require_room(in_force().documents_folder)


@route(
    booking,
    "POST",
    "/api/bookings/current/documents",
    answer=DocumentOut,
    status=201,
    form=Upload,
    most_bytes=MAX_BODY_BYTES,
    refusals=(400, 404, 409, 413, 415, 422, 507),
    limits=(per_address("300/hour"), per_caller("200/hour"), bytes_per_address(MAX_BODY_BYTES)),
)
def add_document() -> DocumentOut:
    """Keep one file with the draft; repeating it with the same Idempotency-Key keeps it once."""
    draft = _draft()
    stream, name = read_upload(request)
    stored = documents.store(
        in_force().documents_folder,
        stream,
        name,
        booking_id=draft.id,
        uploaded_by=Uploader.VISITOR,
        document_type=DocumentType.OTHER,
        accepted=BOOKING_EXTENSIONS,
        now=clock.now(),
        limits=BOOKING_LIMITS,
        within=partial(_require_draft_and_room, draft.id, caller().client_id),
        upload_key=idempotency_key(),
    )
    return DocumentOut.model_validate(stored)


@route(
    booking,
    "DELETE",
    "/api/bookings/current/documents/<int:document_id>",
    status=204,
    refusals=(404,),
    limits=(per_caller("200/hour"),),
)
def remove_document(document_id: int) -> Response | None:
    """Take a file out of the draft again."""
    draft = _draft()
    found = Document.get_or_none(Document.id == document_id, Document.booking_id == draft.id)
    if found is None:
        raise not_found("That file is no longer there.")
    still_draft = partial(actions.touch_draft, draft.id)
    documents.remove(found, in_force().documents_folder, within=still_draft)
    return None


@route(
    booking,
    "POST",
    "/api/client/create-account",
    body=CreateAccount,
    answer=Ok,
    limits=(per_address("30/hour"), per_caller("10/hour")),
)
def create_account(body: CreateAccount) -> Ok:
    """Whether the account for this browser's paid booking exists. Settling the payment has made it."""
    if not actions.has_paid(caller().visitor):
        raise AppError("not_paid", 403, "Please complete payment to proceed with your booking.")
    return Ok()


@route(
    booking,
    "POST",
    "/api/bookings/current/bank-transfer",
    answer=ConfirmationAnswer,
    refusals=(404, 409),
    limits=(per_address("60/hour"), per_caller("30/hour")),
)
def book_by_transfer() -> ConfirmationAnswer:
    """Book through the wizard where cards cannot be taken: the fee comes by bank transfer."""
    choosing.book(card_provider(), caller())
    return confirmation(caller(), None, None)


@route(
    booking,
    "GET",
    "/api/bookings/confirmation",
    query=ConfirmationQuery,
    answer=ConfirmationAnswer,
    refusals=(403,),
)
def show_confirmation(query: ConfirmationQuery) -> ConfirmationAnswer:
    """What /success shows to the browser that booked, or to the signed-in client."""
    shown = confirmation(caller(), query.project_id, query.payment_intent)
    if shown.state == "none" and (query.project_id or query.payment_intent) is not None:
        caller().refuse_temporary_password()
    return shown

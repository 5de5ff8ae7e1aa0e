"""Onboarding over HTTP. Every row is found through the browser session (or the client) that owns it."""

from functools import partial

from flask import Blueprint, request, session

from app import clock
from app.accounts.sessions import visitor_id
from app.catalogue.actions import require_open
from app.config import in_force
from app.consultations import actions as consultations
from app.consultations.routes import own_project_to_change, require_changeable
from app.documents import actions as documents
from app.documents.rules import (
    BOOKING_LIMITS,
    CLIENT_EXTENSIONS,
    MAX_BODY_BYTES,
    PROJECT_LIMITS,
    DocumentType,
    Uploader,
)
from app.documents.schemas import DocumentOut
from app.documents.serving import read_upload
from app.errors import invalid, not_found
from app.fields import REQUIRED
from app.http import LARGEST_ID, caller, refuse_temporary_password, route
from app.limits import caller_network, per_address, per_session
from app.onboarding import actions
from app.onboarding.models import Onboarding
from app.onboarding.rules import KEY_LONGEST
from app.onboarding.schemas import (
    ClientIn,
    ClientOut,
    ProjectMade,
    ProjectPatch,
    ProjectUpload,
    SlotBooked,
    SlotBooking,
)
from app.projects import actions as projects
from app.projects.models import Project
from app.slots.caps import Taker
from app.slots.models import Hold

onboarding = Blueprint("onboarding", __name__)
NO_PROJECT = "We could not find that project."


def _key() -> str | None:
    return request.headers.get("Idempotency-Key", "")[:KEY_LONGEST] or None


def own_submission(onboarding_id: int) -> Onboarding:
    """The submission of this browser, or behind the client's project; AppError 404 for anybody else's.

    403 for a client with a temporary password, except where the browser has made the submission itself.
    """
    row = Onboarding.owned(onboarding_id, caller())
    if row is None:
        refuse_temporary_password()
        raise not_found("We could not find your details. Please enter them again.")
    return row


@route(
    onboarding,
    "POST",
    "/api/clients",
    body=ClientIn,
    answer=ClientOut,
    status=201,
    refusals=(409, 503),
    limits=(per_address("60/hour"), per_session("60/hour")),
)
def submit_client(body: ClientIn) -> ClientOut:
    """Store the visitor's details; repeating it with the same Idempotency-Key corrects the same submission."""
    require_open()
    visitor_id(session)  # drawn now, where the browser has made nothing before
    row = actions.submit_client(caller(), _key(), body.model_dump())
    return ClientOut.model_validate(row)


@route(onboarding, "GET", "/api/clients/<int:client_id>", answer=ClientOut, refusals=(403, 404))
def show_client(client_id: int) -> ClientOut:
    """The details that this browser submitted, or that the client's project began with."""
    return ClientOut.model_validate(own_submission(client_id))


@route(
    onboarding,
    "PATCH",
    "/api/slots/<int:slot_id>/book",
    body=SlotBooking,
    answer=SlotBooked,
    refusals=(404, 409),
    limits=(per_address("60/hour"), per_session("20/hour")),
)
def book_slot(slot_id: int, body: SlotBooking) -> SlotBooked:
    """Keep a time for this browser's project; 409 when somebody was faster."""
    project_id = body.project_id or Onboarding.latest_project_of(caller().visitor)
    if project_id is None:
        raise not_found(NO_PROJECT)
    project = own_project_to_change(project_id)
    address = caller_network() if in_force().address_limits else ""
    taker = Taker(project.id, caller().visitor or f"client-{caller().client_id}", address)
    slot = consultations.choose(project.id, slot_id, taker, clock.now())
    hold = Hold.of_project(project.id)
    return SlotBooked(
        id=slot.id,
        date=slot.date,
        is_booked=True,
        project_id=project.id,
        expires_at=hold.expires_at if hold else None,
    )


@route(
    onboarding,
    "PATCH",
    "/api/projects/<int:project_id>",
    body=ProjectPatch,
    answer=ProjectMade,
    refusals=(404, 409),
    limits=(per_session("60/hour"),),
)
def set_appointment(project_id: int, body: ProjectPatch) -> ProjectMade:
    """Confirm the appointment that was just booked."""
    project = actions.accept_appointment(own_project_to_change(project_id), body.appointment_date)
    row = Onboarding.get_or_none(Onboarding.project == project.id)
    return ProjectMade(
        id=project.id,
        client_id=row.id if row else None,
        service_type=project.service_type,
        status=project.status,
    )


def _require_still_open(project_id: int) -> None:
    """Asked again when the file has come: an upload may take minutes."""
    projects.require_open(project_id)
    require_changeable(Project.get_by_id(project_id))


@route(
    onboarding,
    "POST",
    "/api/documents",
    answer=DocumentOut,
    status=201,
    form=ProjectUpload,
    most_bytes=MAX_BODY_BYTES,
    refusals=(400, 404, 409, 413, 415, 422, 507),
    limits=(per_address("300/hour"), per_session("200/hour")),
)
def add_document() -> DocumentOut:
    """Keep one file with a project: of the browser that made it, or of the signed-in client."""
    stream, name = read_upload(request)
    number = request.form.get("projectId", "")
    if not (number.isascii() and number.isdecimal() and len(number) < 20 and int(number) <= LARGEST_ID):
        raise invalid({"projectId": REQUIRED}, "Please say which project the file belongs to.")
    project = own_project_to_change(int(number))
    # What is not proved to be the client's counts as the browser's own, whoever is signed in.
    client = project.proved_at is not None and project.client_id == caller().client_id
    kind = request.form.get("documentType", DocumentType.OTHER)
    if kind not in set(DocumentType):
        raise invalid({"documentType": f"Invalid enum value. Expected {', '.join(DocumentType)}"})
    stored = documents.store(
        in_force().documents_folder,
        stream,
        name,
        project_id=project.id,
        uploaded_by=Uploader.CLIENT if client else Uploader.VISITOR,
        document_type=DocumentType(kind),
        accepted=CLIENT_EXTENSIONS,
        now=clock.now(),
        limits=PROJECT_LIMITS if client else BOOKING_LIMITS,
        within=partial(_require_still_open, project.id),
        upload_key=_key(),
    )
    projects.documents_arrived(project.id, clock.now())
    return DocumentOut.model_validate(stored)

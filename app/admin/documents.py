"""Documents in the back office; every look at one leaves a line in the audit log."""

from datetime import datetime
from functools import partial
from typing import Annotated

from flask import Blueprint, request
from flask_login import current_user
from pydantic import Field

from app import checked, clock
from app.audit import actions as audit
from app.audit.models import Act
from app.checklist import actions as checklist
from app.checklist.models import Need, states
from app.checklist.rules import MOST_ASKED, TITLE, NeedState
from app.config import in_force
from app.consultations.rules import is_off
from app.documents import actions, sharing
from app.documents.models import Document
from app.documents.rules import BOOKING_EXTENSIONS, MAX_BODY_BYTES, STAFF_LIMITS, Uploader
from app.documents.schemas import DocumentOut, StaffUpload
from app.documents.serving import document_type, read_upload
from app.http import Ok, Schema, SentId, Who, idempotency_key, route
from app.orders.models import Order
from app.projects.finding import find_for_staff
from app.projects.models import Project
from app.projects.rules import CLOSED, ProjectStatus, reference

documents = Blueprint("admin_documents", __name__)


class NeedLine(Schema):
    """A line of the checklist; `asked_by` a user name or 'catalogue'."""

    id: int
    title: str
    state: NeedState
    asked_by: str
    asked_at: datetime
    declined_at: datetime | None


class Share(Schema):
    """Which documents the client is to see; one letter tells of all of them."""

    document_ids: Annotated[list[SentId], Field(min_length=1, max_length=100)]


class Ask(Schema):
    """Which documents the client is asked for."""

    titles: Annotated[list[Annotated[str, checked.text(TITLE)]], Field(min_length=1, max_length=MOST_ASKED)]


def needed_before(project: Project) -> str:
    """What is still to come that the project which this one goes on from asks for, and this one needs, too; or ''."""
    before = project.consultation_of
    if before is None or project.status in CLOSED or is_off(ProjectStatus(before.status), Order.state_of(before.id)):
        return ""
    titles = ", ".join(need.title for need in Need.missing_of(before.id))
    return titles and f"Asked for under {reference(before.id)}, for this project, too: {titles}."


def needs_of(project_id: int) -> list[NeedLine]:
    """A project's checklist, as it was asked."""
    needs = Need.rows("project_id = ? ORDER BY id", project_id)
    standing = states(needs)
    return [
        NeedLine(
            id=need.id,
            title=need.title,
            state=standing[need.id],
            asked_by=need.asked_by,
            asked_at=need.asked_at,
            declined_at=need.declined_at,
        )
        for need in needs
    ]


@route(
    documents,
    "POST",
    "/api/admin/projects/<int:project_id>/documents",
    who=Who.STAFF,
    answer=DocumentOut,
    status=201,
    form=StaffUpload,
    most_bytes=MAX_BODY_BYTES,
    refusals=(400, 404, 409, 413, 415, 422, 507),
)
def add_staff_document(project_id: int) -> DocumentOut:
    """Keep a file with a project; its client does not see it before it is shared."""
    stream, name = read_upload(request)
    find_for_staff(project_id)
    by, now = current_user.actor(), clock.now()

    def noted(document: Document) -> None:
        audit.note(by, Act.UPLOAD, f"document:{document.id}", now, f"project:{project_id}")

    stored = actions.store(
        in_force().documents_folder,
        stream,
        name,
        project_id=project_id,
        uploaded_by=Uploader.STAFF,
        document_type=document_type(request),
        accepted=BOOKING_EXTENSIONS,
        now=now,
        limits=STAFF_LIMITS,
        within=partial(find_for_staff, project_id),
        then=noted,
        upload_key=idempotency_key(),
    )
    return DocumentOut.model_validate(stored)


@route(
    documents,
    "POST",
    "/api/admin/projects/<int:project_id>/documents/share",
    who=Who.STAFF,
    body=Share,
    answer=Ok,
    refusals=(404, 409),
)
def share_documents(project_id: int, body: Share) -> Ok:
    """Let the client see documents that staff put there; what is shared already changes nothing."""
    sharing.share(project_id, body.document_ids, current_user.username, clock.now())
    return Ok()


@route(documents, "POST", "/api/admin/documents/<int:document_id>/take-back", who=Who.STAFF, answer=Ok, refusals=(404,))
def take_back_share(document_id: int) -> Ok:
    """The client does not see a document any more; repeating it changes nothing."""
    sharing.take_back(document_id, current_user.username, clock.now())
    return Ok()


@route(
    documents,
    "POST",
    "/api/admin/projects/<int:project_id>/needs",
    who=Who.STAFF,
    body=Ask,
    answer=Ok,
    refusals=(404, 409),
)
def ask_for_documents(project_id: int, body: Ask) -> Ok:
    """Ask the client for documents; what is asked for already is not asked again."""
    checklist.ask(project_id, body.titles, current_user.username, clock.now())
    return Ok()


@route(documents, "POST", "/api/admin/needs/<int:need_id>/withdraw", who=Who.STAFF, answer=Ok, refusals=(404, 409))
def withdraw_need(need_id: int) -> Ok:
    """A document is needed no longer; repeating it changes nothing. 409 where its client has answered meanwhile."""
    checklist.withdraw(need_id, current_user.username, clock.now())
    return Ok()

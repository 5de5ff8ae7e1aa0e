"""Documents over HTTP: what visitors and clients put beside a project."""

from functools import partial

from flask import Blueprint, request

from app import clock
from app.access import Caller
from app.accounts.sessions import require_still_signed_in
from app.checklist import actions as checklist
from app.config import in_force
from app.documents import actions, unpaid
from app.documents.models import Document
from app.documents.rules import (
    BOOKING_LIMITS,
    CLIENT_EXTENSIONS,
    CLIENT_LIMITS,
    MAX_BODY_BYTES,
    Uploader,
)
from app.documents.schemas import DocumentOut, ProjectUpload
from app.documents.serving import document_type, read_upload
from app.errors import invalid
from app.fields import REQUIRED, row_id
from app.http import caller, idempotency_key, route
from app.limits import bytes_per_address, per_address, per_caller
from app.projects.finding import find_to_change, require_changeable, require_open
from app.projects.models import Project

documents = Blueprint("documents", __name__)


def _require_still_open(project_id: int, asker: Caller, need_id: int | None) -> None:
    """Asked again when the file has come: an upload may take minutes."""
    require_still_signed_in()
    require_open(project_id)
    project = Project.get_by_id(project_id)
    require_changeable(project, asker)
    if need_id is not None:
        checklist.require_asked(need_id)
    if project.proved_at is None and asker.client_id is None:
        unpaid.require_room(in_force().documents_folder)


@route(
    documents,
    "POST",
    "/api/documents",
    answer=DocumentOut,
    status=201,
    form=ProjectUpload,
    most_bytes=MAX_BODY_BYTES,
    refusals=(400, 404, 409, 413, 415, 422, 507),
    limits=(per_address("300/hour"), per_caller("200/hour"), bytes_per_address(MAX_BODY_BYTES)),
)
def add_document() -> DocumentOut:
    """Keep one file with a project: of the browser that made it, or of the signed-in client."""
    stream, name = read_upload(request)
    number = row_id(request.form.get("projectId", ""))
    if number is None:
        raise invalid({"projectId": REQUIRED}, "Please say which project the file belongs to.")
    project = find_to_change(number, caller())
    # What is not proved to be the client's counts as the browser's own, whoever is signed in.
    client = project.proved_at is not None and project.client_id == caller().client_id
    need = request.form.get("needId")
    need_id = None if need is None else checklist.find(row_id(need) or 0, project.id).id
    now = clock.now()
    stored = actions.store(
        in_force().documents_folder,
        stream,
        name,
        project_id=project.id,
        uploaded_by=Uploader.CLIENT if client else Uploader.VISITOR,
        document_type=document_type(request),
        accepted=CLIENT_EXTENSIONS,
        now=now,
        limits=CLIENT_LIMITS if client else BOOKING_LIMITS,
        counted=Document.of_client(project.client_id) if client else None,
        within=partial(_require_still_open, project.id, caller(), need_id),
        then=partial(checklist.arrived, now=now),
        upload_key=idempotency_key(),
        need_id=need_id,
    )
    return DocumentOut.model_validate(stored)

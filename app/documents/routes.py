"""Documents over HTTP: what visitors and clients put beside a project."""

from functools import partial

from flask import Blueprint, request

from app import clock
from app.access import Caller
from app.config import in_force
from app.documents import actions
from app.documents.rules import (
    BOOKING_LIMITS,
    CLIENT_EXTENSIONS,
    MAX_BODY_BYTES,
    PROJECT_LIMITS,
    DocumentType,
    Uploader,
)
from app.documents.schemas import DocumentOut, ProjectUpload
from app.documents.serving import read_upload
from app.errors import invalid
from app.fields import REQUIRED
from app.http import LARGEST_ID, caller, idempotency_key, route
from app.limits import per_address, per_session
from app.projects import actions as projects
from app.projects.models import Project

documents = Blueprint("documents", __name__)


def _require_still_open(project_id: int, asker: Caller) -> None:
    """Asked again when the file has come: an upload may take minutes."""
    projects.require_open(project_id)
    projects.require_changeable(Project.get_by_id(project_id), asker)


@route(
    documents,
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
    project = projects.find_to_change(int(number), caller())
    # What is not proved to be the client's counts as the browser's own, whoever is signed in.
    client = project.proved_at is not None and project.client_id == caller().client_id
    kind = request.form.get("documentType", DocumentType.OTHER)
    if kind not in set(DocumentType):
        raise invalid({"documentType": f"Invalid enum value. Expected {', '.join(DocumentType)}"})
    stored = actions.store(
        in_force().documents_folder,
        stream,
        name,
        project_id=project.id,
        uploaded_by=Uploader.CLIENT if client else Uploader.VISITOR,
        document_type=DocumentType(kind),
        accepted=CLIENT_EXTENSIONS,
        now=clock.now(),
        limits=PROJECT_LIMITS if client else BOOKING_LIMITS,
        within=partial(_require_still_open, project.id, caller()),
        upload_key=idempotency_key(),
    )
    projects.documents_arrived(project.id, clock.now())
    return DocumentOut.model_validate(stored)

"""Documents' files for staff, each with a line of who had it."""

from collections.abc import Collection
from typing import Annotated

from flask import Blueprint, Response
from flask_login import current_user
from pydantic import Field

from app import clock
from app.audit import actions as audit
from app.audit.models import Act
from app.config import in_force
from app.db import write
from app.documents import sharing
from app.documents.models import Document
from app.documents.rules import NO_DOCUMENT
from app.documents.serving import all_of, attachment, was_sent
from app.errors import not_found
from app.http import Schema, Who, caller, route
from app.projects.rules import reference

downloads = Blueprint("admin_downloads", __name__)

MOST_AT_ONCE = 100  # of 10 MB each at most, what a ZIP holds is bounded, too


@route(downloads, "GET", "/api/admin/documents/<int:document_id>/download", who=Who.STAFF, refusals=(404, 412, 416))
def download_document(document_id: int) -> Response:
    """A document as a file."""
    found = Document.owned(document_id, caller())
    if found is None:
        raise not_found(NO_DOCUMENT)
    of = f"project:{found.project_id}" if found.project_id else f"booking:{found.booking_id}"
    return _noted(attachment(found, in_force().documents_folder), [found], f"document:{document_id}", of)


@route(downloads, "GET", "/api/admin/projects/<int:project_id>/documents.zip", who=Who.STAFF, refusals=(404,))
def project_documents_zip(project_id: int) -> Response:
    """All of a project's documents as one ZIP."""
    rows = list(Document.of_project(project_id))
    if not rows:
        raise not_found("There are no documents.")
    name = f"{reference(project_id)} documents.zip"
    numbers = " ".join(str(row.id) for row in rows)
    sent = all_of(rows, in_force().documents_folder, name)
    return _noted(sent, rows, f"project:{project_id}", f"documents: {numbers}")


class Chosen(Schema):
    """The documents that a ZIP is to hold: their numbers with commas between them."""

    ids: Annotated[str, Field(pattern=rf"^[1-9]\d{{0,14}}(,[1-9]\d{{0,14}}){{0,{MOST_AT_ONCE - 1}}}$")]


@route(downloads, "GET", "/api/admin/documents.zip", who=Who.STAFF, query=Chosen, refusals=(404,))
def chosen_documents_zip(query: Chosen) -> Response:
    """Chosen documents of one or several projects as one ZIP."""
    chosen = {int(number) for number in query.ids.split(",")}
    found = Document.owned_by(caller()).where(Document.id.in_(chosen), Document.project_id.is_null(False))
    rows = list(found.where(Document.is_kept()))[::-1]
    if len(rows) != len(chosen):
        raise not_found("Some of these documents are not there any more. Please choose again.")
    sent = all_of(rows, in_force().documents_folder, f"{len(rows)} documents.zip")
    by_project: dict[int, list[Document]] = {}
    for row in rows:
        by_project.setdefault(row.project_id, []).append(row)
    for project_id, papers in by_project.items():
        _noted(sent, papers, f"project:{project_id}", f"documents: {' '.join(str(row.id) for row in papers)}")
    return sent


def _noted(sent: Response, rows: Collection[Document], subject: str, detail: str) -> Response:
    """The answer, once it is written down who gets these documents' files."""
    if not was_sent(sent):
        return sent
    by, now = current_user.actor(), clock.now()
    try:
        with write():
            audit.note(by, Act.DOWNLOAD, subject, now, detail)
            for row in rows:
                sharing.opened(row, by, now)
    except Exception:
        sent.close()  # without a line nobody sees it
        raise
    return sent

"""The one list of all projects' documents over HTTP, and what staff do about one of them beside sharing it."""

from typing import Annotated

from flask import Blueprint, request
from flask_login import current_user

from app import checked, clock
from app.admin.document_listing import DocumentsPage, DocumentsQuery, page_of
from app.config import in_force
from app.documents import deleting, versions
from app.documents.rules import MAX_BODY_BYTES
from app.documents.schemas import DocumentOut, Upload
from app.documents.serving import read_upload
from app.http import Ok, Schema, Who, idempotency_key, route
from app.projects.rules import STATUS_REASON

document_list = Blueprint("admin_document_list", __name__)
ADDRESS = "/api/admin/documents/<int:document_id>"


class Deletion(Schema):
    """Why a document is deleted, for staff to read."""

    reason: Annotated[str, checked.text(STATUS_REASON)] = checked.demanded()


@route(document_list, "GET", "/api/admin/documents", who=Who.STAFF, query=DocumentsQuery, answer=DocumentsPage)
def list_documents(query: DocumentsQuery) -> DocumentsPage:
    """Every document of a project, each in its newest version."""
    return page_of(query)


@route(
    document_list,
    "POST",
    f"{ADDRESS}/versions",
    who=Who.STAFF,
    answer=DocumentOut,
    status=201,
    form=Upload,
    most_bytes=MAX_BODY_BYTES,
    refusals=(400, 404, 409, 413, 415, 422, 507),
)
def replace_document(document_id: int) -> DocumentOut:
    """Put a newer version in the place of a document; whom the old one is shared with gets a letter about it."""
    stream, name = read_upload(request)
    old = versions.find(document_id)
    kept = versions.replace(
        in_force().documents_folder,
        stream,
        name,
        old,
        username=current_user.username,
        now=clock.now(),
        upload_key=idempotency_key(),
    )
    return DocumentOut.model_validate(kept)


@route(document_list, "POST", f"{ADDRESS}/delete", who=Who.STAFF, body=Deletion, answer=Ok, refusals=(404,))
def delete_document(document_id: int, body: Deletion) -> Ok:
    """Take a document out of sight; it can be recovered for a time. Repeating it changes nothing."""
    deleting.delete(document_id, body.reason, current_user.username, clock.now())
    return Ok()


@route(document_list, "POST", f"{ADDRESS}/recover", who=Who.STAFF, answer=Ok, refusals=(404,))
def recover_document(document_id: int) -> Ok:
    """A deleted document is back where it was; repeating it changes nothing."""
    deleting.recover(document_id, current_user.username, clock.now())
    return Ok()

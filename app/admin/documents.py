"""Documents in the back office; every look at one leaves a line in the audit log."""

from flask import Blueprint, Response
from flask_login import current_user

from app import clock
from app.audit import actions as audit
from app.audit.actions import Actor
from app.audit.models import Act
from app.config import in_force
from app.documents.models import Document
from app.documents.serving import attachment
from app.errors import not_found
from app.http import Who, caller, route

documents = Blueprint("admin_documents", __name__)


@route(documents, "GET", "/api/admin/documents/<int:document_id>/download", who=Who.STAFF, refusals=(404,))
def download_document(document_id: int) -> Response:
    """A document as a file."""
    found = Document.owned(document_id, caller())
    if found is None:
        raise not_found("There is no such document.")
    sent = attachment(found, in_force().documents_folder)
    of = f"project:{found.project_id}" if found.project_id else f"booking:{found.booking_id}"
    try:
        audit.note(Actor.staff(current_user.username), Act.DOWNLOAD, f"document:{document_id}", clock.now(), of)
    except Exception:
        sent.close()  # without a line nobody sees it
        raise
    return sent

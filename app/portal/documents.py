"""A client's documents in the portal."""

from flask import Blueprint, Response
from pydantic import RootModel

from app.config import in_force
from app.documents.models import Document
from app.documents.schemas import DocumentOut
from app.documents.serving import attachment
from app.errors import not_found
from app.http import Who, caller, route

documents = Blueprint("portal_documents", __name__)


class DocumentList(RootModel[list[DocumentOut]]):
    """All of a client's documents, newest first."""


@route(documents, "GET", "/api/client/documents", who=Who.CLIENT, answer=DocumentList)
def client_documents() -> DocumentList:
    """The client's documents."""
    return DocumentList([DocumentOut.model_validate(row) for row in Document.owned_by(caller())])


@route(documents, "GET", "/api/client/documents/<int:document_id>/download", who=Who.CLIENT, refusals=(404,))
def client_download(document_id: int) -> Response:
    """One of the client's documents as a file."""
    found = Document.owned(document_id, caller())
    if found is None:
        raise not_found("We could not find that document.")
    return attachment(found, in_force().documents_folder)

"""A client's documents in the portal."""

from collections.abc import Collection
from datetime import datetime

from flask import Blueprint, Response

from app import clock
from app.access import Caller
from app.audit.actions import Actor
from app.audit.models import ActorKind
from app.config import in_force
from app.db import write
from app.documents.deleting import take_back
from app.documents.models import Document, Opening
from app.documents.rules import TAKE_BACK_WITHIN, Uploader, is_taken_back
from app.documents.schemas import DocumentOut, EarlierVersion
from app.documents.serving import all_of, attachment, thumbnail, was_sent
from app.documents.sharing import opened
from app.errors import not_found
from app.http import Bare, Who, caller, route
from app.limits import per_caller
from app.messages.models import MessageFile
from app.projects.rules import reference

documents = Blueprint("portal_documents", __name__)


class ClientDocument(DocumentOut):
    """A document of a client's project. `need_id`: the line of the checklist that it ticks.

    `shared_at`: since when staff share what they put there. `opened_at`: when the client first opened such a document;
    one that is not opened is new. `earlier`: the versions that it replaced, the latest first. `takes_back_until`: until
    when the client may take it back, None where they may not. `with_message`: it was sent with a message.
    """

    version: int
    earlier: list[EarlierVersion]
    need_id: int | None
    shared_at: datetime | None
    opened_at: datetime | None
    is_new: bool
    takes_back_until: datetime | None
    with_message: bool


class DocumentList(Bare[list[ClientDocument]]):
    """All of a client's documents, newest first, each in its newest version."""


@route(documents, "GET", "/api/client/documents", who=Who.CLIENT, answer=DocumentList)
def client_documents() -> DocumentList:
    """The client's documents."""
    return documents_of(caller())


def documents_of(who: Caller) -> DocumentList:
    """The documents that somebody finds in the portal."""
    theirs = Document.owned_by(who)
    rows, now = list(theirs.where(Document.is_newest())), clock.now()
    earlier = Document.earlier_among(rows, theirs)
    sent = MessageFile.among(row.id for row in rows)
    seen = Opening.by_clients([row.id for row in rows if row.uploaded_by == Uploader.STAFF])
    return DocumentList(
        [
            ClientDocument(
                **DocumentOut.model_validate(row).model_dump(),
                version=row.version,
                earlier=[EarlierVersion.model_validate(each) for each in earlier.get(row.id, ())],
                need_id=row.need_id,
                shared_at=row.shared_at,
                opened_at=seen.get(row.id),
                is_new=row.uploaded_by == Uploader.STAFF and row.id not in seen,
                takes_back_until=row.uploaded_at + TAKE_BACK_WITHIN
                if is_taken_back(row.uploaded_by, row.unopened, row.uploaded_at, now)
                else None,
                with_message=row.id in sent,
            )
            for row in rows
        ]
    )


@route(
    documents,
    "DELETE",
    "/api/client/documents/<int:document_id>",
    who=Who.CLIENT,
    status=204,
    refusals=(404, 409),
    limits=(per_caller("60/hour"),),
)
def client_takes_back(document_id: int) -> None:
    """Take back a document that the client has just sent by mistake."""
    found = Document.owned(document_id, caller())
    client_id = caller().client_id
    if found is None or client_id is None:
        raise not_found("We could not find that document.")
    take_back(found, client_id, clock.now())


@route(documents, "GET", "/api/client/documents/<int:document_id>/download", who=Who.CLIENT, refusals=(404, 412, 416))
def client_download(document_id: int) -> Response:
    """One of the client's documents as a file."""
    found = Document.owned(document_id, caller())
    if found is None:
        raise not_found("We could not find that document.")
    sent = attachment(found, in_force().documents_folder)
    if was_sent(sent):
        note_opened([found])
    return sent


@route(
    documents,
    "GET",
    "/api/client/documents/<int:document_id>/thumbnail/<digest>",
    who=Who.CLIENT,
    refusals=(404,),
)
def client_thumbnail(document_id: int, digest: str) -> Response:
    """A small picture of one of the client's pictures."""
    found = Document.owned(document_id, caller())
    if found is None:
        raise not_found()
    return thumbnail(found, digest, in_force().documents_folder)


@route(
    documents,
    "GET",
    "/api/client/projects/<int:project_id>/documents.zip",
    who=Who.CLIENT,
    refusals=(404,),
    limits=(per_caller("60/hour"),),
)
def client_documents_zip(project_id: int) -> Response:
    """All of a project's documents that the client may see, in their newest versions, as one ZIP."""
    rows = list(Document.owned_by(caller()).where(Document.project_id == project_id, Document.is_newest()))[::-1]
    if not rows:
        raise not_found("We could not find any documents there.")
    sent = all_of(rows, in_force().documents_folder, f"{reference(project_id)} documents.zip")
    if was_sent(sent):
        note_opened(rows)
    return sent


def note_opened(rows: Collection[Document]) -> None:
    """The client has the files of these documents now; what they put there themselves was never new."""
    by, now = Actor(ActorKind.CLIENT, str(caller().client_id)), clock.now()
    with write():
        for row in rows:
            if row.uploaded_by == Uploader.STAFF:
                opened(row, by, now)

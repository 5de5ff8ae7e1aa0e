"""What staff share with a client, and who has opened what."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from peewee import SQL, NodeList

from app.audit.actions import Actor, note
from app.audit.models import Act, ActorKind
from app.db import write
from app.documents.models import Document, Opening
from app.documents.rules import NO_DOCUMENT, NO_SIGN_IN, NOT_PROVED, NOT_STAFFS, Uploader
from app.errors import AppError, not_found
from app.mail import letters
from app.mail.actions import post
from app.mail.actions import take_back as take_back_letter
from app.mail.content import Firm
from app.projects.finding import find_for_staff
from app.projects.models import Project
from app.projects.rules import portal_path, reference


def share(
    project_id: int, document_ids: Collection[int], username: str, now: datetime, *, replaces: str | None = None
) -> int:
    """Let a project's client see documents that staff put there, and write to them once about all of them.

    replaces: the name of what they see already, of which this is a newer version.
    What is shared already stays as it is, without another letter; returns how many were not. AppError 404 for what is
    not there (any more), 409 for a document that is the client's own or while no portal shows it (`require_portal`).
    """
    with write():
        project = find_for_staff(project_id)
        rows = list(Document.of_project(project_id).where(Document.id.in_(list(document_ids))))
        if not rows or len(rows) != len(set(document_ids)):
            raise not_found(NO_DOCUMENT)
        require_portal(project)
        if any(row.uploaded_by != Uploader.STAFF for row in rows):
            raise AppError("own", 409, NOT_STAFFS)
        fresh = [row for row in rows if row.shared_at is None]
        if fresh:
            show(fresh, username, now)
            firm, first = Firm.present(), min(row.id for row in fresh)
            draft = letters.documents_shared(
                firm,
                to=project.client.email,
                name=project.client.name,
                reference=reference(project.id),
                files=[row.file_name for row in fresh],
                replaces=replaces,
                address=firm.site_address + portal_path(project.id),
            )
            key = shared_key(first, now)
            post(draft, key, now, client_id=project.client_id, project_id=project.id, proved=True)
    return len(fresh)


def shared_key(first_id: int, at: datetime) -> str:
    """What names the letter about documents that were shared at that moment; first_id: the lowest of their numbers."""
    return f"documents-shared-{first_id}-{at:%Y%m%dT%H%M%S.%f}"


def show(documents: Collection[Document], username: str, now: datetime) -> None:
    """Let the client of a project see these documents of it, which staff put there; no letter tells of them here."""
    with write():
        ids = [document.id for document in documents]
        Document.update(shared_at=now, shared_by=username).where(Document.id.in_(ids)).execute()
        for document in documents:
            note(Actor.staff(username), Act.SHARE, f"document:{document.id}", now, f"project:{document.project_id}")


def take_back(document_id: int, username: str, now: datetime) -> None:
    """A client sees a document in no version any more; again changes nothing. AppError 404 when there is none.

    A letter about it alone that has not left yet goes with it.
    """
    with write():
        row = Document.get_or_none(Document.id == document_id, Document.uploaded_by == Uploader.STAFF)
        if row is None:
            raise not_found(NO_DOCUMENT)
        seen = list(Document.select().where(row.versions, Document.shared_at.is_null(False)))
        taken = Document.update(shared_at=None, shared_by=None).where(row.versions, Document.shared_at.is_null(False))
        if taken.execute():
            for each in seen:
                together = Document.project_id == each.project_id, Document.shared_at == each.shared_at
                if not Document.select().where(*together).exists():
                    take_back_letter(shared_key(each.id, each.shared_at))
            note(
                Actor.staff(username), Act.TAKE_BACK_SHARE, f"document:{document_id}", now, f"project:{row.project_id}"
            )


def opened(document: Document, by: Actor, now: datetime) -> None:
    """Keep who had the document's file first and when."""
    with write():
        Opening.insert(
            document_id=document.id, reader_kind=by.kind, reader=by.name, opened_at=now
        ).on_conflict_ignore().execute()
        if by.kind == ActorKind.STAFF and document.unopened:
            Document.update(unopened=False).where(Document.id == document.id).execute()


def is_unread() -> Any:
    """The condition that others than staff put a document there, and that no staff have opened it."""
    # A number in the text, since SQLite takes up an index of some rows for no value that it is told later.
    return NodeList((Document.unopened, SQL("= 1")))


def require_portal(project: Project) -> None:
    """Refuse what its client is to see in their portal while there is none: AppError 409."""
    if project.proved_at is None:
        raise AppError("not_proved", 409, NOT_PROVED)
    if not project.client.has_sign_in:
        raise AppError("no_sign_in", 409, NO_SIGN_IN)

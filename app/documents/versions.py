"""What staff shared or kept, replaced by a newer version; the older ones stay beside it."""

from datetime import datetime
from functools import partial
from pathlib import Path

import peewee

from app.audit.actions import Actor, note
from app.audit.models import Act
from app.documents import actions
from app.documents.disk import Readable, refusal
from app.documents.models import Document
from app.documents.rules import (
    ANOTHER_FILE,
    BOOKING_EXTENSIONS,
    NO_DOCUMENT,
    NOT_NEWEST,
    NOT_REPLACED,
    STAFF_LIMITS,
    DocumentType,
    Uploader,
)
from app.documents.sharing import share
from app.errors import AppError, not_found
from app.projects.finding import find_for_staff


def replace(
    folder: Path,
    stream: Readable,
    raw_name: str,
    old: Document,
    *,
    username: str,
    now: datetime,
    upload_key: str | None = None,
) -> Document:
    """Keep a file as the newest version of a document that staff put beside a project.

    Where its client sees the old one they see the new one, and get a letter about it. AppError as `actions.store`;
    404 when the document or its project is gone, 409 when it is not the newest, or not staff's (`share` for more), or
    when the key was another document's.
    """
    if old.uploaded_by != Uploader.STAFF:
        raise AppError("not_staffs", 409, NOT_REPLACED)
    kept = actions.store(
        folder,
        stream,
        raw_name,
        project_id=old.project_id,
        uploaded_by=Uploader.STAFF,
        document_type=DocumentType(old.document_type),
        accepted=BOOKING_EXTENSIONS,
        now=now,
        limits=STAFF_LIMITS,
        within=partial(_require_newest, old.id),
        then=partial(_succeed, old.id, username=username, now=now),
        upload_key=upload_key,
    )
    if not Document.select().where(find(old.id).versions, Document.id == kept.id).exists():
        raise refusal("another_document", 409, ANOTHER_FILE)
    return kept


def reckon(series: int | None, now: datetime) -> None:
    """Let the newest version that is kept stand for all of them. Joins the caller's `write()`."""
    if series is None:
        return
    kept = Document.select(Document.id).where(Document.series == series, Document.is_kept())
    newest = kept.order_by(Document.version.desc()).first()
    if newest is not None:
        Document.update(replaced_at=None).where(Document.id == newest.id).execute()
        others = (Document.series == series) & Document.is_newest() & (Document.id != newest.id)
        Document.update(replaced_at=now).where(others).execute()


def find(document_id: int) -> Document:
    """A document of a project, deleted or not; AppError 404 where there is none."""
    found: Document | None = Document.get_or_none(Document.id == document_id, Document.project_id.is_null(False))
    if found is None:
        raise not_found(NO_DOCUMENT)
    return found


def _require_newest(document_id: int) -> None:
    old = find(document_id)
    find_for_staff(old.project_id)
    if old.deleted_at is not None:
        raise not_found(NO_DOCUMENT)
    if old.replaced_at is not None:
        raise AppError("not_newest", 409, NOT_NEWEST)


def _succeed(old_id: int, new: Document, *, username: str, now: datetime) -> None:
    old = Document.get_by_id(old_id)
    series = old.series or old.id
    last = Document.select(peewee.fn.MAX(Document.version)).where(old.versions).scalar()
    Document.update(series=series).where(Document.id == old.id).execute()
    Document.update(series=series, version=last + 1).where(Document.id == new.id).execute()
    reckon(series, now)
    of = f"project:{old.project_id}"
    note(Actor.staff(username), Act.REPLACE, f"document:{old.id}", now, f"by document:{new.id}, {of}")
    if old.shared_at is not None:
        share(old.project_id, [new.id], username, now, replaces=old.file_name)

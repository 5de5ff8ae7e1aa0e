"""Deleting a document: out of sight at once, recovered while that is possible, then gone from the disk."""

import logging
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from app.audit.actions import HELIOS, Actor, note
from app.audit.models import Act, ActorKind
from app.db import write
from app.documents import actions
from app.documents.models import Document
from app.documents.rules import (
    DELETED_DAYS,
    NO_DOCUMENT,
    NOT_TAKEN_BACK,
    TAKEN_BACK,
    TAKEN_BACK_BY,
    Uploader,
    is_taken_back,
)
from app.documents.versions import find, reckon
from app.errors import AppError, not_found
from app.projects.finding import find_for_staff

log = logging.getLogger("helios.documents")

KEPT = timedelta(days=DELETED_DAYS)


def delete(document_id: int, reason: str, username: str, now: datetime) -> None:
    """Nobody but staff finds a document any more; again changes nothing. AppError 404 when there is none.

    Its earlier versions go with the newest: none of them comes back in its place without anybody's knowing. An earlier
    one goes alone.
    """
    with write():
        row = find(document_id)
        find_for_staff(row.project_id)
        if row.deleted_at is None:
            _delete(row, reason, Actor.staff(username), username, now)


def take_back(row: Document, client_id: int, now: datetime) -> None:
    """A client takes back what they have just sent by mistake; staff can still recover it.

    The caller has found it as the client's. AppError 409 where it was opened, is not the client's own or was sent too
    long ago.
    """
    with write():
        row = find(row.id)
        if row.deleted_at is not None:
            return
        if not is_taken_back(Uploader(row.uploaded_by), row.unopened, row.uploaded_at, now):
            raise AppError("not_taken_back", 409, NOT_TAKEN_BACK)
        _delete(row, TAKEN_BACK, Actor(ActorKind.CLIENT, str(client_id)), TAKEN_BACK_BY, now)


def _delete(row: Document, reason: str, by: Actor, name: str, now: datetime) -> None:
    with write():
        before = Document.select().where(row.versions, Document.is_kept(), Document.version < row.version)
        going = [row, *(before if row.replaced_at is None else ())]
        for each in going:
            note(by, Act.DELETE, f"document:{each.id}", now, f"project:{row.project_id}: {reason}")
        gone = {"deleted_at": now, "deleted_by": name, "deleted_for": reason}
        Document.update(gone).where(Document.id.in_([each.id for each in going])).execute()
        # What is deleted alone stands for itself among the deleted.
        Document.update(replaced_at=None).where(Document.id == row.id).execute()
        reckon(row.series, now)


def recover(document_id: int, username: str, now: datetime) -> None:
    """A deleted document is back as it was, with what was deleted along with it; again changes nothing.

    AppError 404 when it is erased.
    """
    with write():
        row = find(document_id)
        find_for_staff(row.project_id)
        if row.deleted_at is None:
            return
        for each in Document.select().where(row.versions, Document.deleted_at == row.deleted_at):
            Document.update(deleted_at=None, deleted_by=None, deleted_for=None).where(Document.id == each.id).execute()
            note(Actor.staff(username), Act.RECOVER, f"document:{each.id}", now, f"project:{row.project_id}")
        reckon(row.series, now)


def erase_due(folder: Path, now: datetime, most: int) -> int:
    """Erase what was deleted long enough ago from the disk, at most so many; returns how many."""
    due = Document.deleted_at <= now - KEPT
    gone = 0
    for row in list(Document.select().where(due).order_by(Document.deleted_at).limit(most)):
        try:
            actions.remove(row, folder, within=partial(_note_erased, row.id, now))
        except AppError:  # recovered meanwhile
            continue
        log.info(
            "document %s of project %s is erased, %s days after staff deleted it", row.id, row.project_id, KEPT.days
        )
        gone += 1
    return gone


def _note_erased(document_id: int, now: datetime) -> None:
    row = Document.get_or_none(Document.id == document_id, Document.deleted_at <= now - KEPT)
    if row is None:
        raise not_found(NO_DOCUMENT)
    note(HELIOS, Act.ERASE, f"project:{row.project_id}", now, f"document:{row.id}")

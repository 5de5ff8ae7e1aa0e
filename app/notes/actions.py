"""The verbs of notes."""

from datetime import datetime

from app.accounts.models import Admin
from app.audit.actions import note
from app.audit.models import Act, AuditLine
from app.db import write
from app.errors import AppError, not_found
from app.notes.models import Note
from app.notes.rules import ANOTHER, NOT_YOURS, UNDO_TOO_LATE
from app.projects.finding import find_for_staff
from app.undoing import undo_until


def jot(project_id: int, author: Admin, text: str, key: str, now: datetime) -> Note:
    """Keep what a member of staff notes about a project; the same `key` again answers with the note that it made.

    AppError 404 where there is no such project or it is erased, 409 for another text under the same key.
    """
    with write():
        find_for_staff(project_id)
        known: Note | None = Note.get_or_none(Note.project == project_id, Note.note_key == key)
        if known is not None:
            if known.text != text:
                raise AppError("another_note", 409, ANOTHER)
            return known
        written: Note = Note.create(project=project_id, admin=author, text=text, note_key=key, written_at=now)
        note(author.actor(), Act.NOTE, f"project:{project_id}", now)
    return written


def undo(project_id: int, note_id: int, author: Admin, now: datetime) -> None:
    """Take away a note that its author has just written; repeating it changes nothing.

    AppError 404 where there was never such a note, 409 where somebody else wrote it or its seconds are over.
    """
    about, said = f"project:{project_id}", f"note:{note_id}"
    with write():
        known: Note | None = Note.get_or_none(Note.project == project_id, Note.id == note_id)
        if known is None:
            gone = AuditLine.subject == about, AuditLine.action == Act.UNDO_NOTE, AuditLine.detail == said
            if not AuditLine.select().where(*gone).exists():
                raise not_found()
            return
        if known.admin_id != author.id:
            raise AppError("not_yours", 409, NOT_YOURS)
        if now >= undo_until(known.written_at):
            raise AppError("too_late", 409, UNDO_TOO_LATE)
        known.delete_instance()
        note(author.actor(), Act.UNDO_NOTE, about, now, said)

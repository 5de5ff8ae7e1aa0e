"""The verb of notes."""

from datetime import datetime

from app.accounts.models import Admin
from app.audit.actions import note
from app.audit.models import Act
from app.db import write
from app.errors import AppError
from app.notes.models import Note
from app.notes.rules import ANOTHER
from app.projects.finding import find_for_staff


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

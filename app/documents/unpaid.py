"""Room for what visitors send and nobody has paid for: it ends long before the disk is full, which clients need."""

from datetime import datetime
from pathlib import Path

import peewee

from app.alerts.actions import raise_alert, withdraw
from app.config import in_force
from app.documents import disk
from app.documents.disk import refusal
from app.documents.models import Document
from app.documents.rules import Uploader
from app.documents.space import DISK
from app.projects.models import Project

SHARE = 5  # one part of so many of what is free at most, however much the owner allows
GB = 1024**3
FILLED = "uploads.unpaid"
NO_ROOM = (
    "We cannot take more files from visitors at the moment. Please go on without this file and send it from the client "
    "portal once you have booked, or email it to us; nothing else you entered is lost."
)


def has_room(held: int, free: int, most: int) -> bool:
    """Whether one more file may come: less than `most` is held, and less than a fifth of what would be free without.

    All in bytes; held: of visitors' files that nobody has paid for.
    """
    return held < min(most, (free + held) // SHARE)


def held_bytes() -> int:
    """The bytes that visitors' files take with drafts, and with projects that nothing proves to be their client's."""
    unproved = Project.select(Project.id).where(Project.proved_at.is_null())
    total = peewee.fn.COALESCE(peewee.fn.SUM(Document.file_size), 0)
    theirs = Document.select(total).where(Document.uploaded_by == Uploader.VISITOR)
    return sum(
        int(theirs.where(of).scalar()) for of in (Document.project_id.is_null(), Document.project_id << unproved)
    )


def require_room(folder: Path) -> None:
    """Refuse the file of a visitor who is not signed in while such files take up their share: AppError 507."""
    try:
        free, _ = disk.space(folder)
    except OSError as error:
        raise refusal("disk", 507, DISK) from error
    if not has_room(held_bytes(), free, in_force().uploads.unpaid_gb * GB):
        raise refusal("unpaid_full", 507, NO_ROOM)


def watch(folder: Path, now: datetime) -> bool:
    """Tell staff once while no more files of visitors are taken; withdrawn by itself. Returns whether it is so."""
    held, (free, _) = held_bytes(), disk.space(folder)
    if has_room(held, free, in_force().uploads.unpaid_gb * GB):
        withdraw(FILLED)
        return False
    text = (
        f"Files that visitors sent and nobody has paid for take up {held / GB:,.1f} GB: no more are taken from those "
        "who are not signed in. Clients are not affected. Such files are erased 30 days after the last touch; "
        "uploads.unpaid_gb in config.toml says how much may be kept, a fifth of the free disk at most."
    )
    raise_alert(FILLED, FILLED, text, now=now)
    return True

"""Thumbnails of pictures: each made once in a process of its own, kept beside its document and gone with it.

They are made again when they are lost, so no copy of the data folder has to hold them.
"""

import logging
import subprocess
import tempfile
from pathlib import Path

import peewee

from app.db import write
from app.documents import disk
from app.documents.models import Document
from app.documents.rules import Thumbnail
from app.durable import appear
from app.itself import PROGRAM, ROOT

log = logging.getLogger("helios.documents")

COMMAND = "thumbnail"
AT_ONCE = 5  # in one run of the job, which shares its thread with others
LONGEST_SECONDS = 20.0
LARGEST_BYTES = 200 * 1024
# In the words of the index (migration 026), without which SQLite does not use it.
DUE = peewee.SQL("thumbnail_state IS NULL AND file_type LIKE 'image/%' AND project_id IS NOT NULL")


def make_due(folder: Path) -> int:
    """Make the thumbnails of projects' pictures that have not been tried, the newest first; how many were tried."""
    rows = list(Document.select().where(DUE).order_by(Document.id.desc()).limit(AT_ONCE))
    for document in rows:
        _settle(document, Thumbnail.MADE if _make(document, folder) else Thumbnail.NONE)
    return len(rows)


def read(document: Document, folder: Path) -> bytes | None:
    """The JPEG; None when there is none, though one that was lost is made again soon."""
    if document.thumbnail_state != Thumbnail.MADE:
        return None
    try:
        return disk.thumbnail_of(folder, document.stored_name).read_bytes()
    except FileNotFoundError:
        _settle(document, None)
        return None


def clear_away(folder: Path) -> None:
    """Remove the thumbnails whose picture is gone."""
    for path in folder.glob(f"[0-9a-f][0-9a-f]/*{disk.THUMBNAIL}"):
        if not path.with_suffix("").exists():
            path.unlink(missing_ok=True)


def _settle(document: Document, state: Thumbnail | None) -> None:
    with write():
        Document.update(thumbnail_state=state).where(Document.id == document.id).execute()


def _make(document: Document, folder: Path) -> bool:
    """Whether the picture has its thumbnail now."""
    final = disk.thumbnail_of(folder, document.stored_name)
    try:
        with open(disk.path_of(folder, document.stored_name), "rb") as source, tempfile.TemporaryFile() as target:
            subprocess.run(
                [*PROGRAM, COMMAND],
                stdin=source,
                stdout=target,
                stderr=subprocess.DEVNULL,
                timeout=LONGEST_SECONDS,
                check=True,
                cwd=ROOT,
                env={},  # nothing of ours is its business
            )
            target.seek(0)
            made = target.read(LARGEST_BYTES + 1)
        if not made.startswith(b"\xff\xd8\xff") or len(made) > LARGEST_BYTES:
            raise ValueError("this is no thumbnail")
        final.unlink(missing_ok=True)  # of a try whose end was not written down
        appear(final, [made])
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        log.warning("document %s has no thumbnail: %s", document.id, error)
        return False
    return True

"""Files of documents that were erased with their client: named in the transaction that takes the rows, removed after.

The names stay until the files are gone, so that no crash leaves a file behind or has it taken for a lost one.
"""

from collections.abc import Collection
from pathlib import Path

import peewee

from app.db import write
from app.documents import disk
from app.rows import BaseModel

BATCH = 500


class ErasedFile(BaseModel):
    """A file that has to go; `stored_name` is its path below the documents folder."""

    stored_name = peewee.TextField(primary_key=True)

    class Meta:
        table_name = "erased_files"


def erase_later(names: Collection[str]) -> None:
    """Let these files go after the commit. Joins the caller's `write()`, which deletes their rows."""
    with write():
        for name in names:
            ErasedFile.insert(stored_name=name).on_conflict_ignore().execute()


def remove_files(folder: Path) -> int:
    """Remove what has to go, with thumbnails, a bounded number; returns how many are gone. Safe to repeat.

    A file that the disk does not let go of is tried again by the next call.
    """
    gone = []
    for row in list(ErasedFile.select().limit(BATCH)):
        disk.discard(folder, row.stored_name)
        disk.discard(folder, row.stored_name + disk.UNFINISHED)
        if not disk.is_ours(row.stored_name) or not (folder / row.stored_name).exists():
            gone.append(row.stored_name)
    if gone:
        with write():
            ErasedFile.delete().where(ErasedFile.stored_name.in_(gone)).execute()
    return len(gone)

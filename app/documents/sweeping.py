"""The care of the documents folder: what crashes left over is cleared away, and nothing whole is ever deleted at once.

A whole file without a row is set aside (aside.py); should its row come back with another copy of the database, the next
start puts it back.
"""

import logging
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from app import folder as data_folder
from app.alerts.actions import raise_alert
from app.db import database
from app.documents import disk, thumbnails
from app.documents.aside import KEPT_ASIDE, erase, files, put_aside, put_back
from app.documents.disk import SET_ASIDE
from app.documents.models import Document
from app.documents.shelves import Lying, lying, written
from app.durable import FolderError
from app.generations import FOLDER
from app.projects.rules import reference

log = logging.getLogger("helios.documents")

LEFT_OVER_AFTER = timedelta(hours=1)  # no upload takes that long, so a running one is never swept
# A folder is copied while it is served: the copy's database may be that much older than the last of its files.
LONGEST_COPY = timedelta(hours=1)
MOST_NAMED = 10


@dataclass(frozen=True)
class Swept:
    """What a sweep did: unfinished uploads removed, whole files without a row set aside, and such files put back."""

    unfinished: int
    unowned: int
    returned: int = 0


@dataclass(frozen=True)
class LeftOver:
    """Stored names of uploads that were never finished and of whole files without a row, all older than an hour.

    `newer_than_database`: some of these must once have had a row, so that nothing is swept.
    """

    unfinished: list[str]
    unowned: list[str]
    newer_than_database: bool


def left_over(folder: Path, now: datetime) -> LeftOver:
    """What `sweep` would clear away now beside a running server."""
    found, before = lying(folder), (now - LEFT_OVER_AFTER).timestamp()
    unfinished = sorted(name for name in found.unfinished if written(folder, name + disk.UNFINISHED) < before)
    unowned = [name for name in _unowned(found) if written(folder, name) < before]
    return LeftOver(unfinished, unowned, bool(_late(folder, unowned, found)))


def refuse_older_database(folder: Path, found: Lying) -> None:
    """Refuse a database that some whole file must once have had a row in. Raises FolderError."""
    late = _late(folder, _unowned(found), found)
    if late:
        raise FolderError(
            f"The database in {folder.parent / FOLDER} is older than its documents: {files(len(late))} came later and "
            f"{'has' if len(late) == 1 else 'have'} no record in it. Put all files of the newest copy back or, "
            f"if this one is meant, start once with {data_folder.ACCEPT}: those files are then moved to "
            f"{folder / SET_ASIDE} and kept there for {KEPT_ASIDE.days} days."
        )


def sweep(folder: Path, now: datetime) -> Swept:
    """Clear away what is left over beside a running server; only files that bear a name of ours are touched.

    A database that turns out older than the files is told to staff and leaves them alone.
    """
    left = left_over(folder, now)
    if not left.newer_than_database:
        return _clear(folder, left.unfinished, left.unowned, now)
    log.error("the database is older than %d documents: nothing was swept", len(left.unowned))
    raise_alert(
        "database_older",
        f"database older than documents {now.date().isoformat()}",
        f"{files(len(left.unowned))} came later than anything in the database, so it is not the newest one. "
        "Nothing was moved; stop the server and put the newest copy of the database back, all of its files.",
        now=now,
    )
    return Swept(0, 0)


def sweep_at_start(folder: Path, now: datetime, found: Lying) -> Swept:
    """Clear away what was `found` before any upload, whatever its age, once files that the database knows after all
    have been put back; these count as found."""
    returned = put_back(folder, _owned() - found.whole)
    _tell_of_missing(folder, found, now)
    return replace(_clear(folder, sorted(found.unfinished), _unowned(found), now), returned=returned)


def _tell_of_missing(folder: Path, found: Lying, now: datetime) -> None:
    """Tell staff, and the log, of documents without their file: of those that came while a backup was made, say."""
    rows = list(Document.select(Document.id, Document.file_name, Document.project_id, Document.stored_name))
    missing = [row for row in rows if row.stored_name not in found.whole and not (folder / row.stored_name).exists()]
    if not missing:
        return
    log.error("%d documents have no file", len(missing))
    named = [f"“{row.file_name}”" + (f" ({reference(row.project_id)})" if row.project_id else "") for row in missing]
    more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
    raise_alert(
        "documents_missing",
        f"documents missing {','.join(str(row.id) for row in missing[:MOST_NAMED])} of {len(missing)}",
        f"{files(len(missing))} of documents cannot be found: {', '.join(named[:MOST_NAMED])}{more}. After a backup "
        "was put back these are documents that came while it was being made; please ask for them again.",
        now=now,
    )


def _owned() -> set[str]:
    # What is about to be erased is not lost: nobody sets it aside. A folder from before has no table of it yet.
    tables = {"documents", "erased_files"} & set(database.get_tables())
    names = " UNION ALL ".join(f"SELECT stored_name FROM {table}" for table in sorted(tables))
    return {name for (name,) in database.execute_sql(names)} if names else set()


def _unowned(found: Lying) -> list[str]:
    return sorted(found.whole - _owned()) if found.whole else []


def _late(folder: Path, unowned: list[str], found: Lying) -> list[str]:
    """The files that a row must have named, all of it newer than anything that the database knows.

    A file whose unfinished twin lies beside it never got its row, or was losing it: a crash came between.
    """
    suspects = [name for name in unowned if name not in found.unfinished]
    if not suspects:
        return []
    newest = data_folder.newest_moment()
    if newest is None:
        return suspects
    margin = timedelta(0) if data_folder.is_home(folder.parent) else LONGEST_COPY
    return [name for name in suspects if written(folder, name) > (newest + margin).timestamp()]


def _clear(folder: Path, unfinished: list[str], unowned: list[str], now: datetime) -> Swept:
    """Remove the unfinished, set aside the whole, and erase what was set aside long enough ago."""
    put_aside(folder, unowned, now)
    for name in unfinished:
        disk.discard(folder, name + disk.UNFINISHED)
    erase(folder, now)
    thumbnails.clear_away(folder)
    return Swept(len(unfinished), len(unowned))

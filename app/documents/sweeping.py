"""The care of the documents folder: what crashes left over is cleared away, and nothing whole is ever deleted at once.

A whole file without a row is moved to `<documents folder>/.set-aside/<date>/`, told to staff, and erased 30 days later;
should its row come back with another copy of the database, the next start puts it back.
"""

import logging
import os
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from pathlib import Path

from app import folder as data_folder
from app.alerts.actions import raise_alert
from app.db import FILE_NAME, FolderError, database, sync_folder
from app.documents import disk
from app.documents.disk import SET_ASIDE
from app.documents.shelves import Lying, lying, written

log = logging.getLogger("helios.documents")

LEFT_OVER_AFTER = timedelta(hours=1)  # no upload takes that long, so a running one is never swept
KEPT_ASIDE = timedelta(days=30)
# A folder is copied while it is served: the copy's database may be that much older than the last of its files.
LONGEST_COPY = timedelta(hours=1)


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
            f"{folder.parent / FILE_NAME} is older than its documents: {_files(len(late))} came later and "
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
        f"{_files(len(left.unowned))} came later than anything in the database, so it is not the newest one. "
        "Nothing was moved; stop the server and put the newest copy of the database back, all of its files.",
        now=now,
    )
    return Swept(0, 0)


def sweep_at_start(folder: Path, now: datetime, found: Lying) -> Swept:
    """Clear away what was `found` before any upload, whatever its age, once files that the database knows after all
    have been put back; these count as found."""
    aside = list((folder / SET_ASIDE).glob("*/*"))
    missing = _owned() - found.whole if aside else set()
    returned = 0
    for path in aside:
        name = f"{path.name[:2]}/{path.name}"
        if name in missing:
            (folder / name).parent.mkdir(exist_ok=True, mode=0o700)
            os.rename(path, folder / name)
            returned += 1
    return replace(_clear(folder, sorted(found.unfinished), _unowned(found), now), returned=returned)


def _owned() -> set[str]:
    if not database.table_exists("documents"):
        return set()
    return {name for (name,) in database.execute_sql("SELECT stored_name FROM documents")}


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
    if unowned:
        _set_aside(folder, unowned, now)
    for name in unfinished:
        disk.discard(folder, name + disk.UNFINISHED)
    for shelf in (folder / SET_ASIDE).glob("????-??-??"):
        if date.fromisoformat(shelf.name) + KEPT_ASIDE < now.date():
            for path in shelf.iterdir():
                path.unlink()
            shelf.rmdir()
    return Swept(len(unfinished), len(unowned))


def _set_aside(folder: Path, names: list[str], now: datetime) -> None:
    place = folder / SET_ASIDE / now.date().isoformat()
    until = now.date() + KEPT_ASIDE
    # The word comes before the deed: whoever is stopped between the two says it again.
    raise_alert(
        "documents_set_aside",
        f"documents set aside {now.isoformat()}",
        f"{_files(len(names))} without a record in the database lay among the documents, moved to "
        f"documents/{SET_ASIDE}/{now.date().isoformat()} and kept until {until.day} {until:%B %Y}. "
        "An upload that was cut off leaves one; many of them mean that the database is not the newest.",
        now=now,
    )
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    for name in names:
        os.rename(folder / name, place / Path(name).name)
    sync_folder(place)


def _files(count: int) -> str:
    return f"{count} file{'s'[: count != 1]}"

"""Backups: a whole copy of the data folder, proved by opening it, and the way back from one."""

import os
import secrets
import shutil
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from app import db, generations, holding
from app.doctor.examination import examine
from app.doctor.finding import Finding
from app.durable import FolderError, sync_file, sync_folder

ARCHIVE = ".tar.gz"
NOT_COPIED = {"helios.lock", generations.FOLDER}  # the database has its own way
# A file that ends so is of an upload that has not come to its end.
UNFINISHED = (".part", ".building")
SPARE_BYTES = 64 * 1024 * 1024
Say = Callable[[str], None]


def back_up(folder: Path, to: Path, now: datetime, say: Say) -> tuple[Path, list[Finding]]:
    """Copy a data folder, whether or not it is served, and open the copy; where it lies, and what disagrees in it.

    to: a folder that a copy named by its moment is put into, or a file that ends with .tar.gz. FolderError where there
    is no database, no room, something of that name, or where the copy's database is not whole: nothing stays then.
    """
    packed = to.name.endswith(ARCHIVE)
    target = to if packed else to / f"helios-{now:%Y-%m-%dT%H%M%SZ}"
    if target.exists():
        raise FolderError(f"{target} is there already. Nothing was written.")
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with _scratch(target.parent) as scratch:
        copy = scratch / "copy"
        _copy(folder, copy, say)
        if not packed:
            found = proved(copy, now)
            os.rename(copy, target)
        else:
            archive, unpacked = scratch / "archive", scratch / "unpacked"
            say("Packing")
            with tarfile.open(archive, "w:gz") as made:
                made.add(copy, arcname=folder.name)
            sync_file(archive)
            shutil.rmtree(copy)
            # What is proved is what is kept.
            found = proved(_unpack(archive, unpacked), now)
            os.rename(archive, target)
        sync_folder(target.parent)
    return target, found


def restore(source: Path, folder: Path, now: datetime, say: Say) -> Path | None:
    """Put a backup in the place of a data folder that nobody serves; where that one is kept, None where there was none.

    FolderError, with everything as it was, where the folder is served or the backup is not whole.
    """
    if folder.exists():
        with holding.lock_folder(folder):
            return _put_back(source, folder, now, say)
    folder.parent.mkdir(parents=True, exist_ok=True)
    return _put_back(source, folder, now, say)


def _put_back(source: Path, folder: Path, now: datetime, say: Say) -> Path | None:
    with _scratch(folder.parent) as scratch:
        if source.is_dir():
            copy = scratch / "copy"
            _copy(source, copy, say)
        else:
            say("Unpacking")
            copy = _unpack(source, scratch / "unpacked")
        say("Reading everything through")
        if found := [each for each in proved(copy, now) if each.kind == "document"]:
            raise FolderError(f"{source} is damaged: {'; '.join(map(str, found[:3]))}. Nothing was changed.")
        kept = None
        if folder.exists():
            kept = folder.with_name(f"{folder.name}-before-{now:%Y-%m-%dT%H%M%SZ}")
            os.rename(folder, kept)
        os.rename(copy, folder)
        sync_folder(folder.parent)
    return kept


def proved(copy: Path, now: datetime) -> list[Finding]:
    """What disagrees in a copy, every document read through. FolderError where its database is not whole."""
    db.connect(copy, read_only=True)
    try:
        found = examine(copy, now, thorough=True)
    finally:
        db.close()
    broken = [str(each) for each in found if each.kind == "database"]
    if broken:
        raise FolderError(f"The database of the copy is not whole: {'; '.join(broken[:3])}.")
    return found


def _copy(folder: Path, copy: Path, say: Say) -> None:
    present = generations.newest(folder)
    if present is None:
        raise FolderError(f"There is no database in {folder}.")
    files = [path for path in _files(folder) if not path.name.endswith(UNFINISHED)]
    needed = sum(_size(path) for path in (*files, *present.files)) + SPARE_BYTES
    copy.mkdir(mode=0o700)
    if (free := shutil.disk_usage(copy).free) < needed:
        raise FolderError(
            f"{copy.parent.parent} has {free:,} bytes of room; {needed:,} are needed. Nothing was written."
        )
    # The database first: of everything that it tells of, the files are there then.
    say(f"Copying the database and {len(files)} files")
    (copy / generations.FOLDER).mkdir(mode=0o700)
    for path in present.files:
        if path.exists() and not path.name.endswith("-shm"):
            _copy_file(path, copy / generations.FOLDER / path.name)
    for path in files:
        there = copy / path.relative_to(folder)
        there.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # One that is gone meanwhile was to go.
        if path.exists():
            _copy_file(path, there)


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name in NOT_COPIED:
            continue
        yield from sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]


def _copy_file(path: Path, there: Path) -> None:
    shutil.copy2(path, there)
    sync_file(there)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _unpack(archive: Path, target: Path) -> Path:
    """The data folder in an archive; FolderError where it is damaged or holds something else."""
    target.mkdir(mode=0o700)
    try:
        with tarfile.open(archive, "r:gz") as packed:
            packed.extractall(target, filter="data")
    except (tarfile.TarError, EOFError, OSError, ValueError) as error:
        raise FolderError(f"{archive} cannot be read ({error}). Nothing was changed.") from None
    found = list(target.iterdir())
    if len(found) != 1 or generations.newest(found[0]) is None:
        raise FolderError(f"{archive} is no backup of Helios. Nothing was changed.")
    return found[0]


@contextmanager
def _scratch(around: Path) -> Iterator[Path]:
    place = around / f".helios-{secrets.token_hex(4)}"
    place.mkdir(mode=0o700)
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)

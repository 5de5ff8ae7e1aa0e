"""The verbs of backups: copy a data folder and prove the copy by opening it; put one back."""

import gzip
import json
import os
import secrets
import shutil
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from app import db, generations, holding
from app.backups.copying import Rest, Say, copy_folder, size_of, without_rest
from app.backups.rules import name_of
from app.backups.shelf import NOTE, SCRATCH, newest
from app.doctor.examination import examine
from app.doctor.finding import Finding
from app.durable import FolderError, sync_file, sync_folder

ARCHIVE = ".tar.gz"
CHUNK = 1024 * 1024  # bytes that are read at a time


def back_up(folder: Path, to: Path, now: datetime, say: Say, rest: Rest = without_rest) -> tuple[Path, list[Finding]]:
    """Copy a data folder, whether or not it is served, and open the copy; where it lies, and what disagrees in it.

    to: a folder that a copy named by its moment is put into, or a file that ends with .tar.gz. In a folder, a document
    that the newest backup there has is not kept twice. rest: between two files. FolderError where there is no database,
    no room, something of that name, or where the copy's database is not whole: nothing stays then.
    """
    packed = to.name.endswith(ARCHIVE)
    target = to if packed else to / name_of(now)
    if target.resolve().is_relative_to(folder.resolve()):
        raise FolderError(f"{target} would lie in the data folder itself. Nothing was written.")
    if target.exists():
        raise FolderError(f"{target} is there already. Nothing was written.")
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with _scratch(target.parent) as scratch:
        copy = scratch / "copy"
        if not packed:
            found = _copy_beside(folder, copy, to, now, say, rest)
            os.rename(copy, target)
        else:
            archive, unpacked = scratch / "archive", scratch / "unpacked"
            copy_folder(folder, copy, say, rest=rest)
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


def _copy_beside(folder: Path, copy: Path, shelf: Path, now: datetime, say: Say, rest: Rest) -> list[Finding]:
    """A proved copy with its note, which shares what it can with the newest one there."""
    before = newest(shelf)
    copy_folder(folder, copy, say, before.path if before else None, rest)
    found = proved(copy, now)
    if before and {str(each) for each in found if each.kind == "document"} - set(before.disagreeing):
        # What was shared may have rotten where it lay; or a document went while the others were copied.
        shutil.rmtree(copy)
        copy_folder(folder, copy, say, rest=rest)
        found = proved(copy, now)
    files = [path for path in copy.rglob("*") if path.is_file()]
    note = {"bytes": sum(map(size_of, files)), "files": len(files), "disagreeing": list(map(str, found))}
    (copy / NOTE).write_text(json.dumps(note, indent=1), encoding="utf-8")
    sync_file(copy / NOTE)
    return found


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
            copy_folder(source, copy, say)
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


def _unpack(archive: Path, target: Path) -> Path:
    """The data folder in an archive; FolderError where it is damaged or holds something else."""
    target.mkdir(mode=0o700)
    try:
        # To its end, where its checksum is: unpacking stops before that, and letters have no checksum of their own.
        with gzip.open(archive) as whole:
            while whole.read(CHUNK):
                pass
        with tarfile.open(archive, "r:gz") as packed:
            packed.extractall(target, filter="data")
    except (tarfile.TarError, zlib.error, EOFError, OSError, ValueError) as error:
        raise FolderError(f"{archive} cannot be read ({error}). Nothing was changed.") from None
    found = list(target.iterdir())
    if len(found) != 1 or generations.newest(found[0]) is None:
        raise FolderError(f"{archive} is no backup of Helios. Nothing was changed.")
    return found[0]


@contextmanager
def _scratch(around: Path) -> Iterator[Path]:
    place = around / f"{SCRATCH}{secrets.token_hex(4)}"
    place.mkdir(mode=0o700)
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)

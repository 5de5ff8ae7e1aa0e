"""The copying of a data folder, file by file, whether or not it is served."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from app import generations
from app.backups.shelf import NOTE
from app.durable import FolderError, sync_file

NOT_COPIED = {"helios.lock", NOTE, generations.FOLDER}  # the database has its own way
# What lies there is never written again, so backups may share it.
LASTING = ("documents", "letters")
# A file that ends so is of an upload that has not come to its end.
UNFINISHED = (".part", ".building")
SPARE_BYTES = 64 * 1024 * 1024
Say = Callable[[str], None]
Rest = Callable[[float], None]  # after each file, by the seconds that its copying took


def without_rest(seconds: float) -> None:
    """Go on at once."""


def copy_folder(folder: Path, copy: Path, say: Say, before: Path | None = None, rest: Rest = without_rest) -> None:
    """Copy the files of a data folder to where nothing is; durable but for the folders' names.

    before: an earlier copy on the same disk, to share with it what has not changed; rest: what leaves the disk to
    others. FolderError where there is no
    database, or no room.
    """
    present = generations.newest(folder)
    if present is None:
        raise FolderError(f"There is no database in {folder}.")
    known = {path: _same(folder, path, before) for path in _files(folder)}
    news = [*present.files, *(path for path, same in known.items() if same is None)]
    copy.mkdir(mode=0o700)
    if (free := shutil.disk_usage(copy).free) < (needed := sum(map(size_of, news)) + SPARE_BYTES):
        raise FolderError(
            f"{copy.parent.parent} has {free:,} bytes of room; {needed:,} are needed. Nothing was written."
        )
    say(f"Copying the database and {len(known)} files")
    (copy / generations.FOLDER).mkdir(mode=0o700)
    for path in present.files:
        if path.exists() and not path.name.endswith("-shm"):
            _copy_file(path, copy / generations.FOLDER / path.name, rest)
    # Listed once more, after the database was copied: of everything that it tells of, the files are there now.
    for path in _files(folder):
        there = copy / path.relative_to(folder)
        there.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # One that is gone meanwhile was to go.
        if not _shared(_same(folder, path, before), there) and path.exists():
            _copy_file(path, there, rest)


def size_of(path: Path) -> int:
    """A file's bytes; 0 for one that is not there."""
    return path.stat().st_size if path.exists() else 0


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name not in NOT_COPIED:
            found = sorted(path.rglob("*")) if path.is_dir() else [path]
            yield from (each for each in found if not each.name.endswith(UNFINISHED) and each.is_file())


def _same(folder: Path, path: Path, before: Path | None) -> Path | None:
    """The file in an earlier copy that is the same by its size and time; None where there is none."""
    within = path.relative_to(folder)
    if before is None or within.parts[0] not in LASTING:
        return None
    try:
        state, known = path.stat(), (before / within).stat()
    except FileNotFoundError:
        return None
    return before / within if (state.st_size, state.st_mtime_ns) == (known.st_size, known.st_mtime_ns) else None


def _shared(known: Path | None, there: Path) -> bool:
    """Whether a file could be given a second name; some disks have none, and a file cannot have any number of them."""
    try:
        if known is not None:
            os.link(known, there)
    except OSError:
        return False
    return known is not None


def _copy_file(path: Path, there: Path, rest: Rest) -> None:
    began = time.perf_counter()
    shutil.copy2(path, there)
    sync_file(there)
    rest(time.perf_counter() - began)

"""The folder in which backups lie, and what each of them says of itself."""

import json
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from app.backups.rules import kept, moment_of

NOTE = "backup.json"  # written into a copy once it is proved
SCRATCH = ".helios-"  # how a folder is called in which one is made
LONGEST = timedelta(days=1)  # that the making may take


@dataclass(frozen=True)
class Backup:
    """A proved copy of a data folder. `bytes`: of its files; `disagreeing`: what the doctor found in it, in words."""

    path: Path
    made_at: datetime
    bytes: int
    files: int
    disagreeing: tuple[str, ...]


def on(shelf: Path) -> list[Backup]:
    """The proved backups in a folder, the newest first; none where the folder cannot be read."""
    try:
        found = [read(path) for path in shelf.iterdir()]
    except OSError:
        return []
    return sorted((each for each in found if each is not None), key=lambda each: each.made_at, reverse=True)


def newest(shelf: Path) -> Backup | None:
    """The newest proved backup in a folder; None where there is none."""
    return next(iter(on(shelf)), None)


def read(path: Path) -> Backup | None:
    """A backup as its note tells of it; None where there is none."""
    made_at = moment_of(path.name)
    if made_at is None:
        return None
    try:
        told: Any = json.loads((path / NOTE).read_bytes())
        return Backup(path, made_at, int(told["bytes"]), int(told["files"]), tuple(map(str, told["disagreeing"])))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def clear(shelf: Path, now: datetime, days: int, weeks: int) -> int:
    """Remove the backups that `kept` lets go of, and what one that was ended in the midst left; how many of the first.

    Nothing else in the folder is touched.
    """
    for left in shelf.glob(f"{SCRATCH}*"):
        if now.timestamp() - left.stat().st_mtime > LONGEST.total_seconds():
            shutil.rmtree(left)
    found = on(shelf)
    staying = kept((each.made_at for each in found), now, days, weeks)
    return _remove(each.path for each in found if each.made_at not in staying)


def _remove(paths: Iterable[Path]) -> int:
    count = 0
    for path in paths:
        # Without its note it is no backup any more, whatever of it is still there.
        (path / NOTE).unlink()
        shutil.rmtree(path)
        count += 1
    return count

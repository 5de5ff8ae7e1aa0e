"""Letters as files, for as long as no mail server is set."""

import logging
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from peewee import fn

from app.alerts.actions import raise_alert
from app.config import in_force
from app.durable import appear
from app.mail.message import message
from app.mail.models import Letter

log = logging.getLogger("helios.mail")

BATCH = 500  # letters asked for at once


def path_of(letter_id: int, kind: str) -> Path:
    """Where a letter's file is, if there is one."""
    return in_force().letters_folder / f"{letter_id:06d}-{kind}.eml"


def filed(folder: Path) -> set[int]:
    """The numbers of the letters that have a file in `folder`."""
    names = (path.name.partition("-")[0] for path in folder.glob("*.eml"))
    return {int(number) for number in names if number.isdecimal()}


def tell_of_older_database(folder: Path, now: datetime) -> None:
    """Tell staff, and the log, of a database that does not know the newest letters filed in `folder`.

    For a start, before any letter is written. A letter is a row before it is a file, and their numbers rise.
    """
    newest_file = max(filed(folder), default=0)
    newest_row = Letter.select(fn.MAX(Letter.id)).scalar() or 0
    if newest_file <= newest_row:
        return
    log.error("the database is older than the letters filed: it ends at %d, they at %d", newest_row, newest_file)
    raise_alert(
        "database_older",
        f"database older than letter {newest_file}",
        f"The letters folder holds letters up to number {newest_file}, the database ends at {newest_row}: it is not "
        "the newest one; bookings or payments may be missing from it. If there is a newer copy, stop the server and "
        "put all files of that one back.",
        now=now,
    )


def remove(letter_id: int, kind: str) -> None:
    """Remove a letter's file, if there is one."""
    path_of(letter_id, kind).unlink(missing_ok=True)


def sweep_erased(numbers: Sequence[int]) -> int:
    """Remove the files of those letters that were erased; returns how many. Raises OSError as the disk says.

    numbers: of the letters that have a file. Those of a newer copy of the database stay: they are above all that this
    one knows.
    """
    folder = in_force().letters_folder
    newest = Letter.select(fn.MAX(Letter.id)).scalar() or 0
    known: set[int] = set()
    for at in range(0, len(numbers), BATCH):
        rows: Any = Letter.select(Letter.id).where(Letter.id.in_(numbers[at : at + BATCH])).tuples()
        known |= {number for (number,) in rows}
    stale = [number for number in numbers if number < newest and number not in known]
    for number in stale:
        for path in folder.glob(f"{number:06d}-*.eml"):
            path.unlink(missing_ok=True)
    return len(stale)


def file_letter(letter: Letter) -> Path:
    """Write the letter to the letters folder as .eml, readable by the owner only and durable on return.

    The name is the letter's, so that a repeated try replaces the file. Raises Unwritable; OSError for a full disk or
    one that is read-only.
    """
    folder = in_force().letters_folder
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    target, content = path_of(letter.id, letter.kind), message(letter)
    target.unlink(missing_ok=True)  # of a try whose end was not written down
    appear(target, [content])
    return target

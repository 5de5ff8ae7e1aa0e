"""Whole files without a row: kept in `<documents folder>/.set-aside/<date>/`, told to staff, erased 30 days later."""

import os
from collections.abc import Collection
from datetime import date, datetime, timedelta
from pathlib import Path

from app.alerts.actions import raise_alert
from app.documents.disk import SET_ASIDE
from app.durable import sync_folder

KEPT_ASIDE = timedelta(days=30)


def put_aside(folder: Path, names: Collection[str], now: datetime) -> None:
    """Move the files of these stored names there, once staff are told."""
    if not names:
        return
    place = folder / SET_ASIDE / now.date().isoformat()
    until = now.date() + KEPT_ASIDE
    # The word comes before the deed: whoever is stopped between the two says it again.
    raise_alert(
        "documents_set_aside",
        f"documents set aside {now.isoformat()}",
        f"{files(len(names))} without a record in the database lay among the documents, moved to "
        f"documents/{SET_ASIDE}/{now.date().isoformat()} and kept until {until.day} {until:%B %Y}. "
        "An upload that was cut off leaves one; many of them mean that the database is not the newest.",
        now=now,
    )
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    for name in names:
        os.rename(folder / name, place / Path(name).name)
    sync_folder(place)


def put_back(folder: Path, missing: Collection[str]) -> int:
    """Move those files back that bear one of the `missing` stored names; how many."""
    returned = 0
    for path in list((folder / SET_ASIDE).glob("*/*")):
        name = f"{path.name[:2]}/{path.name}"
        if name in missing:
            (folder / name).parent.mkdir(exist_ok=True, mode=0o700)
            os.rename(path, folder / name)
            returned += 1
    return returned


def erase(folder: Path, now: datetime) -> None:
    """Erase what was set aside long enough ago."""
    for shelf in (folder / SET_ASIDE).glob("????-??-??"):
        if date.fromisoformat(shelf.name) + KEPT_ASIDE < now.date():
            for path in shelf.iterdir():
                path.unlink()
            shelf.rmdir()


def files(count: int) -> str:
    """So many files, in words."""
    return f"{count} file{'s'[: count != 1]}"

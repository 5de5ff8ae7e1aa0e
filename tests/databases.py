"""The database's files as tests copy them, read them and change them behind the program's back."""

import shutil
from pathlib import Path
from typing import Any

from pysqlite3 import dbapi2 as sqlite3

from app import db, generations

# Without them SQLite would change a base when a test closes its connection as the last one.
_last: list[Any] = []


def base(folder: Path) -> Path:
    """The base of the present generation."""
    found = generations.newest(folder)
    assert found is not None, f"no database in {folder}"
    return found.base


def raw(folder: Path, **options: Any) -> Any:
    """A connection to the present generation that is not the program's; it only appends, as that does."""
    connection = sqlite3.connect(base(folder), timeout=10, **options)
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    _last.append(sqlite3.connect(f"file:{base(folder)}?mode=ro", uri=True))
    _last[-1].execute("SELECT count(*) FROM sqlite_master").fetchone()
    return connection


def settle() -> None:
    """Let everything that was written be in the base of one generation, the only one."""
    db.switch(purging=True)


def put(source: Path, target: Path) -> None:
    """Put the database of one data folder into another, in the place of what is there."""
    lose(target)
    shutil.copytree(source / generations.FOLDER, target / generations.FOLDER)


def lose(folder: Path) -> None:
    """Remove the database of a data folder."""
    shutil.rmtree(folder / generations.FOLDER, ignore_errors=True)

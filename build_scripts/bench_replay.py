"""What a call asks of the database, written down once and done again by SQLite alone, from the same beginning."""

import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any
from unittest.mock import patch

from running import ROOT

sys.path.insert(0, str(ROOT))

from pysqlite3 import dbapi2 as sqlite3

from app import db, generations
from app.generations import FOLDER

Statement = tuple[str, Any]


@contextmanager
def copied(folder: Path) -> Iterator[Path]:
    """A copy of a data folder's closed database, in a folder of its own on the same disk."""
    with tempfile.TemporaryDirectory(dir=folder.parent) as name:
        shutil.copytree(folder / FOLDER, Path(name) / FOLDER)
        yield Path(name)


def record(folder: Path, calls: Sequence[Callable[[], None]]) -> list[Statement]:
    """Make the calls on a copy of the folder's database; every statement with its values, transactions included.

    RuntimeError when SQLite has seen others than were written down.
    """
    with copied(folder) as copy:
        db.connect(copy)
        try:
            seen = list[str]()
            # Met for the first time, an index reads how it is made, which SQLite would not mark.
            db.database.execute_sql("SELECT rowid FROM search_index LIMIT 0")
            db.database.connection().set_trace_callback(seen.append)
            with _written_down() as statements:
                for call in calls:
                    call()
        finally:
            db.close()
    # What indexes do by themselves is marked so. For each step of a trigger SQLite tells the statement again that set
    # it off. A replay brings both about by itself.
    told = _different(sql for sql in seen if not sql.startswith("--"))
    if told != _different(statements):
        raise RuntimeError(f"{_different(statements)} statements were written down, SQLite has seen {told}")
    return statements


def _different(asked: Iterable[object]) -> int:
    """How many there are, any number of the same one after the other taken for one."""
    return sum(1 for _ in groupby(asked))


@contextmanager
def _written_down() -> Iterator[list[Statement]]:
    """Write down what goes through peewee's three doors to the database."""
    statements = list[Statement]()
    execute, begin, commit = db.database.execute_sql, db.database.begin, db.database.commit

    def note_execute(sql: str, params: Any = None) -> Any:
        statements.append((sql, params or ()))
        return execute(sql, params)

    def note_begin(kind: str) -> Any:
        statements.append((f"BEGIN {kind}", ()))
        return begin(kind)

    def note_commit() -> Any:
        statements.append(("COMMIT", ()))
        return commit()

    with patch.multiple(db.database, execute_sql=note_execute, begin=note_begin, commit=note_commit):
        yield statements


def timed(folder: Path, calls: Sequence[Callable[[], None]]) -> float:
    """Calls per second of the program on a copy of the folder's database."""
    with copied(folder) as copy:
        db.connect(copy)
        try:
            db.database.execute_sql("SELECT count(*) FROM available_slots").fetchall()
            began = time.perf_counter()
            for call in calls:
                call()
            return len(calls) / (time.perf_counter() - began)
        finally:
            db.close()


def _opened(folder: Path) -> sqlite3.Connection:
    found = generations.newest(folder)
    if found is None:
        raise RuntimeError(f"there is no database in {folder}")
    return sqlite3.connect(str(found.base), isolation_level=None)


def replayed(folder: Path, statements: list[Statement], calls: int) -> float:
    """Calls per second of SQLite alone, doing a recording of so many calls on a copy, with the program's settings."""
    with copied(folder) as copy, closing(_opened(copy)) as line:
        for name, value in db.PRAGMAS.items():
            line.execute(f"PRAGMA {name} = {value}")
        line.execute("SELECT count(*) FROM available_slots").fetchall()
        began = time.perf_counter()
        for sql, values in statements:
            line.execute(sql, values).fetchall()
        return calls / (time.perf_counter() - began)

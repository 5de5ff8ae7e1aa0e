"""The database: its file, its settings and its transactions are decided here and nowhere else."""

import fcntl
import json
import logging
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self, TextIO
from urllib.parse import quote

import peewee
from pysqlite3 import dbapi2 as sqlite3

from app.changes import changes

FILE_NAME = "helios.sqlite3"
# 3.7.0 to 3.51.2 can corrupt a database when a WAL is reset under concurrent readers.
OLDEST_SAFE_SQLITE = (3, 51, 3)

PRAGMAS = {
    "journal_mode": "wal",  # readers never wait for the writer
    "synchronous": "full",  # an acknowledged commit survives a power cut
    "foreign_keys": 1,  # SQLite leaves them off unless asked, per connection
    "cache_size": -8_000,  # KiB per connection
    "temp_store": "memory",
    "secure_delete": 1,  # what is erased or scrubbed is gone from the file as well
}
# For who only looks: SQLite refuses every write, and leaves the newest transactions in their file.
LOOKING = {"query_only": 1, "cache_size": -8_000, "temp_store": "memory"}
BUSY_SECONDS = 10  # how long a connection waits for another process's write


class _Database(peewee.SqliteDatabase):
    def rollback(self) -> None:
        # On a full disk SQLite ends the transaction itself; a second ROLLBACK would fail and hide the reason.
        if self.connection().in_transaction:
            super().rollback()

    def execute_sql(self, sql: str, params: Any = None) -> Any:
        cursor = super().execute_sql(sql, params)
        changes.note(sql, cursor.rowcount)
        if not self.in_transaction():
            changes.settle(is_kept=True)
        return cursor


class _Afterwards(threading.local):
    """What the thread's present transaction leaves to be done once it is committed."""

    works: list[Callable[[], object]]


log = logging.getLogger("helios.db")
database = _Database(None, thread_safe=True, autoconnect=True)
_afterwards = _Afterwards()
_turn = threading.Lock()
_lock_file: Any = None


class FolderError(Exception):
    """The data folder cannot be used as it is; the message says what was found and what to do."""


class FolderInUse(FolderError):
    """Another server holds the data folder; the message names its process."""


def stored(moment: datetime) -> str:
    """How a column keeps a moment: '2026-05-12T00:00:00.000000Z'."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class UtcDateTimeField(peewee.Field):
    """An aware UTC datetime kept as fixed-width text, so that text order is time order."""

    field_type = "TEXT"

    def db_value(self, value: datetime | None) -> str | None:
        """Aware datetime -> '2026-05-12T00:00:00.000000Z'; a naive one is a programming error."""
        if value is None or isinstance(value, str):
            return value
        if value.tzinfo is None:
            raise ValueError(f"{self.name} needs an aware datetime")
        return stored(value)

    def python_value(self, value: str | None) -> datetime | None:
        """The stored text -> aware datetime."""
        return None if value is None else datetime.fromisoformat(value)


class JsonField(peewee.TextField):
    """A JSON document in a text column."""

    def db_value(self, value: Any) -> str | None:
        return None if value is None else json.dumps(value, separators=(",", ":"), ensure_ascii=False)

    def python_value(self, value: str | None) -> Any:
        return None if value is None else json.loads(value)


class BaseModel(peewee.Model):
    """A row of the one database."""

    class Meta:
        database = database
        legacy_table_names = False

    @classmethod
    def rows(cls, where: str, *values: Any) -> list[Self]:
        """The rows that meet a condition in SQL: peewee takes far longer to build a query than SQLite to answer it."""
        return list(cls.raw(f"SELECT * FROM {cls._meta.table_name} WHERE {where}", *values))

    @classmethod
    def one(cls, where: str, *values: Any) -> Self | None:
        """The first of `rows()`, None when there is none."""
        return next(iter(cls.rows(where, *values)), None)


def these(ids: Iterable[int]) -> peewee.SQL:
    """Ids as SQL for `in_`: one value however many they are, where peewee writes each of a list into the statement."""
    return peewee.SQL("(SELECT value FROM json_each(?))", (json.dumps(list(ids)),))


def connect(folder: Path, read_only: bool = False) -> None:
    """Point the program at `folder`'s database. Connections open per thread on first use and stay open.

    read_only: write nothing, not even a checkpoint at the end, whether or not a server runs.
    """
    if sqlite3.sqlite_version_info < OLDEST_SAFE_SQLITE:
        raise RuntimeError(f"SQLite {sqlite3.sqlite_version} is too old; 3.51.3 or newer is needed")
    close()
    path, pragmas = str(folder / FILE_NAME), PRAGMAS
    if read_only:
        path, pragmas = f"file:{quote(path)}?mode=ro", LOOKING
    database.init(path, pragmas=pragmas, timeout=BUSY_SECONDS, uri=read_only)


def close() -> None:
    """Close this thread's connection; other threads' close with them."""
    if database.database and not database.is_closed():
        database.close()


@contextmanager
def write() -> Iterator[None]:
    """One transaction that takes the write lock before it reads (BEGIN IMMEDIATE).

    Inside another it joins that one: the outermost caller owns the commit. Writers take turns: SQLite would poll.
    """
    if database.in_transaction():
        yield
        return
    works = _afterwards.works = []
    is_kept = False
    try:
        with _turn, database.atomic("IMMEDIATE"):
            yield
        is_kept = True
    finally:
        changes.settle(is_kept)
    for work in works:
        try:
            work()
        except Exception:
            # What was asked for is done: who asked must not be told that it was not.
            log.exception("what follows a transaction did not work")


def after_commit(work: Callable[[], object]) -> None:
    """Do `work` right after the caller's `write()`, in the same thread and outside of it; never, if that fails.

    For what takes time. The process may die in between, and `work` may fail: a job has to make up for it.
    """
    with write():
        _afterwards.works.append(work)


def lock_folder(folder: Path) -> TextIO:
    """Hold the data folder until this process ends or closes what it gets; raises FolderInUse naming the holder.

    The lock is the kernel's, so that it ends with the process, however that dies.
    """
    global _lock_file
    file = open(folder / "helios.lock", "a+")  # noqa: SIM115 - stays open as long as the lock is held
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        holder = file.read().strip() or "unknown"
        file.close()
        raise FolderInUse(f"Another Helios server (process {holder}) already uses {folder}.") from None
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    _lock_file = file
    return file

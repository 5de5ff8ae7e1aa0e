"""The database: its file, its settings and its transactions are decided here and nowhere else."""

import atexit
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

from app import generations
from app.changes import changes
from app.durable import FolderError
from app.generations import Generation

# 3.7.0 to 3.51.2 can corrupt a database when a WAL is reset under concurrent readers.
OLDEST_SAFE_SQLITE = (3, 51, 3)

PRAGMAS = {
    "journal_mode": "wal",  # readers never wait for the writer
    "synchronous": "full",  # an acknowledged commit survives a power cut
    "foreign_keys": 1,  # SQLite leaves them off unless asked, per connection
    "cache_size": -8_000,  # KiB per connection
    "temp_store": "memory",
    "secure_delete": 1,  # what is erased or scrubbed leaves nothing in the next base
    "wal_autocheckpoint": 0,  # what is new is only ever appended (generations.py)
}
# For who only looks: SQLite refuses every write, and leaves the newest transactions in their file.
LOOKING = {"query_only": 1, "cache_size": -8_000, "temp_store": "memory"}
WRITES = ("INSERT ", "UPDATE ", "DELETE ", "REPLACE")
BUSY_SECONDS = 10  # how long a connection waits for another process's write


class _Database(peewee.SqliteDatabase):
    def rollback(self) -> None:
        # On a full disk SQLite ends the transaction itself; a second ROLLBACK would fail and hide the reason.
        if self.connection().in_transaction:
            super().rollback()

    def _connect(self) -> Any:
        connection = super()._connect()  # type: ignore[misc] # peewee's stubs leave it out
        _opened.path = self.database
        return connection

    def move_on(self) -> None:
        """Go over to the present generation where this thread's connection is of one before it.

        The old connection is let go of, not closed: what is being read from it is read to its end.
        """
        if _opened.path != self.database and not self.in_transaction() and not self.is_closed():
            self._state.reset()  # type: ignore[attr-defined] # as above

    def execute_sql(self, sql: str, params: Any = None) -> Any:
        self.move_on()
        if not self.in_transaction() and sql.lstrip()[:7].upper() in WRITES:
            with write():
                return self.execute_sql(sql, params)
        cursor = super().execute_sql(sql, params)
        changes.note(sql, cursor.rowcount)
        if not self.in_transaction():
            changes.settle(is_kept=True)
        return cursor


class _Afterwards(threading.local):
    """What the thread's present transaction leaves to be done once it is committed."""

    works: list[Callable[[], object]]


class _Opened(threading.local):
    """The file that the thread's connection is of."""

    path: str | None = None


log = logging.getLogger("helios.db")
_opened = _Opened()
database = _Database(None, thread_safe=True, autoconnect=True)
_afterwards = _Afterwards()
_turn = threading.Lock()
_lock_file: Any = None
_folder: Path | None = None
_present: Generation | None = None
# For each generation that this process has opened, what keeps SQLite from changing its base when all others are closed.
_last: list[Any] = []


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


def connect(place: Path, read_only: bool = False) -> None:
    """Point the program at the database of a data folder, made if there is none.

    Connections open per thread on first use and stay open.
    read_only: write nothing, whether or not a server runs. FolderError where the database is damaged, or where there
    is none to be read only.
    """
    global _folder
    if sqlite3.sqlite_version_info < OLDEST_SAFE_SQLITE:
        raise RuntimeError(f"SQLite {sqlite3.sqlite_version} is too old; 3.51.3 or newer is needed")
    close()
    _let_go()
    found = generations.present(place)
    if read_only:
        if found is None:
            raise FolderError(f"There is no database in {place} yet.")
        _folder = None
        database.init(_looking_at(found), pragmas=LOOKING, timeout=BUSY_SECONDS, uri=True)
        return
    generations.sweep_workshop(place)
    _folder = place
    _go_over_to(found or _first(place))


def _first(place: Path) -> Generation:
    """The first generation, of one file as older versions had it where that is there."""
    before = place / generations.FROM_BEFORE
    source = sqlite3.connect(str(before) if before.exists() else ":memory:", isolation_level=None)
    try:
        made = generations.make(place, None, lambda path: source.execute("VACUUM INTO ?", (str(path),)))
    finally:
        source.close()
    if before.exists():
        kept = place / "snapshots"
        kept.mkdir(mode=0o700, exist_ok=True)
        os.replace(before, kept / f"{made.name}-came-from.sqlite3")
    return made


def _go_over_to(generation: Generation) -> None:
    """Let every thread use this generation from its next statement on."""
    global _present
    path = str(generation.base)
    opened = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    opened.execute("PRAGMA journal_mode = wal")
    last = sqlite3.connect(_looking_at(generation), uri=True, check_same_thread=False)
    last.execute("SELECT count(*) FROM sqlite_master").fetchone()
    _last.append(last)
    opened.close()
    if _present is None:
        database.init(path, pragmas=PRAGMAS, timeout=BUSY_SECONDS, uri=False)
    database.database = path
    _present = generation


def _let_go() -> None:
    """Forget the folder that was used before; its last connections close after this thread's own."""
    global _present
    _present = None
    while _last:
        _last.pop().close()


def _looking_at(generation: Generation) -> str:
    return f"file:{quote(str(generation.base))}?mode=ro"


def folder() -> Path:
    """The data folder that is in use. RuntimeError where its database was opened to be read only."""
    if _folder is None:
        raise RuntimeError("the database was opened to be read only")
    return _folder


def switch() -> None:
    """Make the next generation of the present one and go on with that; writers wait meanwhile, readers do not.

    Nothing has changed when it raises OSError or DatabaseError, as for a full disk.
    """
    place = folder()
    with _turn, generations.guard(place, alone=True):
        database.move_on()
        _go_over_to(generations.make(place, _present, _copy_into))


def _copy_into(path: Path) -> None:
    database.execute_sql("VACUUM INTO ?", (str(path),))


def switch_if_due(night: datetime, erased_at: datetime | None) -> bool:
    """Switch where `generations.is_due`; whether it did."""
    if _present is None or not generations.is_due(_present.wal_bytes, _present.made_at, night, erased_at):
        return False
    switch()
    return True


def close() -> None:
    """Close this thread's connection; other threads' close with them."""
    if database.database and not database.is_closed():
        database.close()


# A command's connection is closed before the last one of its generation is.
atexit.register(close)


@contextmanager
def _alongside() -> Iterator[None]:
    """Hold off a switch. One that another process has made before is gone over to."""
    if _folder is None:
        yield
        return
    with generations.guard(_folder, alone=False):
        if _lock_file is None and (newest := generations.newest(_folder)) and newest != _present:
            _go_over_to(newest)
        yield


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
        with _turn, _alongside(), database.atomic("IMMEDIATE"):
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


def lock_folder(place: Path) -> TextIO:
    """Hold the data folder until this process ends or closes what it gets; raises FolderInUse naming the holder.

    The lock is the kernel's, so that it ends with the process, however that dies.
    """
    global _lock_file
    file = open(place / "helios.lock", "a+")  # noqa: SIM115 - stays open as long as the lock is held
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        holder = file.read().strip() or "unknown"
        file.close()
        raise FolderInUse(f"Another Helios server (process {holder}) already uses {place}.") from None
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    _lock_file = file
    return file

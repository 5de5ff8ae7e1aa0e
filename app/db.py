"""The database: its file, its settings and its transactions are decided here and nowhere else."""

import atexit
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import peewee
from pysqlite3 import dbapi2 as sqlite3

from app import generations, holding
from app.changes import changes
from app.durable import FolderError
from app.opened import Opened, looking_at

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
        # Should it change meanwhile, the thread moves on once more.
        path = self.database
        connection = super()._connect()  # type: ignore[misc] # peewee's stubs leave it out
        _opened.path = path
        return connection

    def move_on(self) -> None:
        """Go over to the present generation where this thread's connection is of one before it.

        The old connection is let go of, not closed: what is being read from it is read to its end.
        """
        if _opened.path != self.database and not self.in_transaction() and not self.is_closed():
            self._state.reset()  # type: ignore[attr-defined] # as above

    def cursor(self, *arguments: Any) -> Any:
        self.move_on()
        return super().cursor(*arguments)

    def execute_sql(self, sql: str, params: Any = None) -> Any:
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
_open: Opened | None = None  # the present generation, None where it was opened to be read only


def connect(place: Path, read_only: bool = False) -> None:
    """Point the program at the database of a data folder, made if there is none.

    Connections open per thread on first use and stay open.
    read_only: write nothing, whether or not a server runs. FolderError where the database is damaged, or where there
    is none to be read only.
    """
    global _open
    if sqlite3.sqlite_version_info < OLDEST_SAFE_SQLITE:
        raise RuntimeError(f"SQLite {sqlite3.sqlite_version} is too old; 3.51.3 or newer is needed")
    close()
    if _open is not None:
        _open.close()
    _open = None if read_only else Opened(place)
    if _open is not None:
        database.init(_open.path, pragmas=PRAGMAS, timeout=BUSY_SECONDS, uri=False)
    elif found := generations.present(place):
        database.init(looking_at(found), pragmas=LOOKING, timeout=BUSY_SECONDS, uri=True)
    else:
        raise FolderError(f"There is no database in {place} yet.")


def switch(purging: bool = False) -> None:
    """Go on with the next generation, made of the present one; writers wait meanwhile, readers do not.

    purging: nothing stays of the generations before. Nothing has changed when it raises OSError or DatabaseError, as
    for a full disk; RuntimeError where the database was opened to be read only.
    """
    if _open is None:
        raise RuntimeError("the database was opened to be read only")
    with _turn, generations.guard(_open.place, alone=True):
        _open.switch()
        database.database = _open.path
    if purging:
        generations.prune(_open.place, None)


def opened() -> Opened | None:
    """The generation that is in use; None where the database was opened to be read only."""
    return _open


def close() -> None:
    """Close this thread's connection; other threads' close with them."""
    if database.database and not database.is_closed():
        database.close()


# A command's connection is closed before the last one of its generation is.
atexit.register(close)


@contextmanager
def _alongside() -> Iterator[None]:
    """Hold off a switch. One that another process has made before is gone over to."""
    if _open is None:
        yield
        return
    with generations.guard(_open.place, alone=False):
        if not holding.is_held() and _open.follow():
            database.database = _open.path
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

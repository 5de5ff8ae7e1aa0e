"""The sandbox's own SQLite file: what the provider would remember.

One connection, one lock: every request is one IMMEDIATE transaction, so two requests never interleave, and a commit is
on disk before the answer leaves (synchronous=FULL).
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from app.sandbox.books import Books

try:  # brings a newer SQLite than most systems have
    from pysqlite3 import dbapi2 as sqlite3
except ImportError:
    import sqlite3

SCHEMA_VERSION = 1
SYNCHRONOUS = "FULL"  # an answer survives a power cut
SCHEMA = """
CREATE TABLE objects (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, intent_id TEXT, body TEXT NOT NULL
) STRICT;
CREATE INDEX objects_intent ON objects (intent_id, kind);
CREATE TABLE events (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL, created INTEGER NOT NULL, body TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, delivered_at REAL, next_attempt_at REAL
) STRICT;
CREATE INDEX events_due ON events (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE TABLE waiting (
    intent_id TEXT PRIMARY KEY, card TEXT NOT NULL, due_at REAL
) STRICT;
CREATE TABLE idempotency (
    key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL
) STRICT;
"""


class StoreFailure(Exception):
    """The file cannot be read or written now (full disk, closed, locked for too long); nothing was changed."""


class Store:
    """Opens and guards the file. Safe to share between threads."""

    def __init__(self, path: Path | str, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(str(path), timeout=10, isolation_level=None, check_same_thread=False)
        try:
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
            with self.transaction() as books:
                (version,) = books.connection.execute("PRAGMA user_version").fetchone()
                if version > SCHEMA_VERSION:
                    raise RuntimeError(f"The payment sandbox's file is of a newer version ({version})")
                if version == 0:
                    for statement in SCHEMA.split(";"):
                        books.connection.execute(statement)
                    books.connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        except BaseException:
            self.close()
            raise

    @contextmanager
    def transaction(self) -> Iterator[Books]:
        """The books, to be read and changed as one step; nothing is kept when the block raises.

        StoreFailure when the file itself fails.
        """
        with self._lock:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                yield Books(self._connection, self._clock())
                self._connection.execute("COMMIT")
            except sqlite3.Error as failure:
                self._roll_back()
                raise StoreFailure(str(failure)) from failure
            except BaseException:
                self._roll_back()
                raise

    def _roll_back(self) -> None:
        try:
            self._connection.rollback()
        except sqlite3.Error:
            # SQLite has rolled back by itself, or the connection is closed: nothing is left to undo.
            return

    def close(self) -> None:
        """Let go of the file. Repeatable."""
        with self._lock:
            self._connection.close()

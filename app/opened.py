"""The generation of the database that this process has open, and what keeps SQLite from changing its base."""

import logging
import os
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pysqlite3 import dbapi2 as sqlite3

from app import generations
from app.generations import Generation
from app.workshop import sweep

log = logging.getLogger("helios.db")


class Opened:
    """The present generation of a data folder, made if there is none; FolderError where it is damaged.

    `path`: of the database's file. Not for several threads at once.
    """

    def __init__(self, place: Path) -> None:
        self.place = place
        # For each generation that was opened here one connection for reading, which is closed after all others.
        self._last: list[Any] = []
        sweep(place, place / generations.FOLDER)
        found = generations.present(place)
        for lost in generations.listed(place):
            if found is None or lost.number <= found.number:
                break
            log.warning("%s is missing, as in a copy made while it was written: %s is used", lost.base, found.name)
        self._hold(found or _first(place))

    @property
    def path(self) -> str:
        """What SQLite opens."""
        return str(self.generation.base)

    def switch(self) -> None:
        """Make the next generation and open it (see `generations.make`)."""
        with closing(sqlite3.connect(self.path, isolation_level=None)) as source:
            made = generations.make(self.place, self.generation, partial(_copy, source))
        self._hold(made)

    def follow(self) -> bool:
        """Open the newest generation where another process has made one since; whether it has."""
        newest = generations.newest(self.place)
        if newest is None or newest.name == self.generation.name:
            return False
        self._hold(newest)
        return True

    def close(self) -> None:
        """Let go of the folder; every other connection is closed before."""
        while self._last:
            self._last.pop().close()

    def _hold(self, generation: Generation) -> None:
        # The first connection makes the WAL and its index, which one for reading only needs.
        first = sqlite3.connect(str(generation.base), isolation_level=None)
        first.execute("PRAGMA journal_mode = wal")
        last = sqlite3.connect(looking_at(generation), uri=True, check_same_thread=False)
        last.execute("SELECT count(*) FROM sqlite_master").fetchone()
        self._last.append(last)
        first.close()
        self.generation = generation


def looking_at(generation: Generation) -> str:
    """The address by which SQLite opens a generation for reading only."""
    return f"file:{quote(str(generation.base))}?mode=ro"


def _copy(source: sqlite3.Connection, path: Path) -> None:
    source.execute("VACUUM INTO ?", (str(path),))


def _first(place: Path) -> Generation:
    """The first generation, of one file as older versions had it, or as a snapshot is put back, where that is there."""
    before = place / generations.FROM_BEFORE
    with closing(sqlite3.connect(str(before) if before.exists() else ":memory:", isolation_level=None)) as source:
        made = generations.make(place, None, partial(_copy, source))
    if before.exists():
        kept = place / "snapshots"
        kept.mkdir(mode=0o700, exist_ok=True)
        os.replace(before, kept / f"{made.name}-came-from.sqlite3")
    return made

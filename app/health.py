"""Whether the server can do its work just now: read its database, begin a write, and find room on the disk."""

import logging
import shutil
import threading
import time
from pathlib import Path

from pysqlite3 import dbapi2 as sqlite3

from app import generations

log = logging.getLogger("helios.health")

# An answer is good for so long: whoever asks without end costs no more than one look in that time.
GOOD_FOR_SECONDS = 2.0
# A look waits no longer than that for somebody's write; one that takes longer keeps visitors waiting too.
PATIENCE_SECONDS = 2.0
# Below that a letter, a booking and what SQLite needs beside them may not fit any more.
LEAST_FREE_BYTES = 32 * 1024 * 1024


class Health:
    """The state of one data folder. Nothing is written, and threads never look at the same time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._turn = threading.Lock()
        self._looked: float | None = None
        self._trouble: str | None = None

    def trouble(self) -> str | None:
        """What keeps the server from its work, for the log; None when nothing does."""
        if self._turn.acquire(blocking=self._looked is None):
            try:
                if self._looked is None or time.monotonic() - self._looked > GOOD_FOR_SECONDS:
                    before, self._trouble = self._trouble, look(self._folder)
                    self._looked = time.monotonic()
                    if self._trouble is not None and before is None:
                        log.error("not well: %s", self._trouble)
            finally:
                self._turn.release()
        return self._trouble


def look(folder: Path) -> str | None:
    """One look: what is wrong, in the machine's words, or None."""
    try:
        free = shutil.disk_usage(folder).free
        if free < LEAST_FREE_BYTES:
            return f"{free} bytes free on the disk"
        present = generations.newest(folder)
        if present is None:
            return f"no database in {folder}"
        # A connection of its own: those of the program may wait for each other, and much longer.
        address = f"{present.base.absolute().as_uri()}?mode=rw"
        connection = sqlite3.connect(address, uri=True, timeout=PATIENCE_SECONDS, isolation_level=None)
        try:
            connection.execute("SELECT count(*) FROM migratehistory").fetchone()
            connection.execute("BEGIN IMMEDIATE")
            # A database that is open for reading only would let the transaction begin all the same.
            connection.execute("DELETE FROM migratehistory WHERE id < 0")
            connection.execute("ROLLBACK")
        finally:
            connection.close()
    except (OSError, sqlite3.Error) as error:
        return str(error)
    return None

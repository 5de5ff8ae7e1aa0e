"""Counts what changes in the database while this process runs: who shows it learns at once whether to ask anew.

One process serves each folder, so that the count needs no table. What a command changes beside it is not counted.
"""

import re
import secrets
import threading

# What nobody else is shown, or what looking itself writes.
UNCOUNTED = frozenset({"audit_log", "sessions", "known_browsers", "retention_looks", "calendar_addresses"})
_TABLE = re.compile(
    r'\s*(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|UPDATE|DELETE\s+FROM)\s+"?(\w+)"?', re.IGNORECASE
)


class Changes(threading.local):
    """What the present transaction of each thread has changed, and how many transactions changed anything."""

    has_changed = False
    _run = secrets.token_hex(4)
    _count = 0
    _turn = threading.Lock()

    @property
    def version(self) -> str:
        """Another text after every change, and after every start."""
        return f"{self._run}-{Changes._count}"

    def note(self, sql: str, rows: int) -> None:
        """A statement changed so many rows."""
        if rows > 0 and (found := _TABLE.match(sql)) is not None and found[1] not in UNCOUNTED:
            self.has_changed = True

    def settle(self, is_kept: bool) -> None:
        """The present transaction has ended; is_kept: what it changed is there for everybody now."""
        if self.has_changed and is_kept:
            with Changes._turn:
                Changes._count += 1
        self.has_changed = False


changes = Changes()

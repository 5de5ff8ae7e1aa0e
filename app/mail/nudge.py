"""How a freshly posted letter wakes the sender."""

import threading

from app.db import write

_posted = threading.Event()


def wake() -> None:
    """Ask the sender to look at the outbox soon. Also right inside a transaction: see `wait`."""
    _posted.set()


def wait(seconds: float) -> bool:
    """Sleep until somebody wakes the sender, at most `seconds`; True when woken."""
    if not _posted.wait(seconds):
        return False
    _posted.clear()
    with write():
        # The letter was posted inside a transaction that may still be open. This empty one gets its turn
        # only afterwards, so that whoever was woken finds the letter.
        pass
    return True

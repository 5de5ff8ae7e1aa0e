"""Real HTTP for a test, with nothing left over when it ends."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from waitress import wasyncore

from app import connections
from app.documents.rules import MAX_BODY_BYTES

LONGEST_WAIT = 60.0
BOUNDS = connections.Bounds(lambda method, path: MAX_BODY_BYTES)


def free_line() -> socket.socket:
    """A port of this machine, taken and kept: one that was only looked up may be another's by the time it is needed."""
    return socket.create_server(("127.0.0.1", 0))


@contextmanager
def serving(
    wsgi: Any, line: socket.socket, threads: int = 6, bounds: connections.Bounds = BOUNDS, **settings: Any
) -> Iterator[dict[int, Any]]:
    """Answers requests on `line` by `wsgi`; what it has open.

    Afterwards no request is under way any more: one that came late would meet the next test's database.
    """
    opened: dict[int, Any] = {}
    settings |= {"sockets": [line], "ident": None}
    listening = connections.listen(wsgi, opened, bounds, {"X-Content-Type-Options": "nosniff"}, threads, **settings)
    loop = threading.Thread(target=listening.run, daemon=True)
    loop.start()
    try:
        yield opened
    finally:
        # Closed in the loop's own thread, which would else wait on sockets that are closed or another's by then.
        # A worker that wakes the loop at the same moment may have it done before this thread's own knock.
        with suppress(OSError):
            listening.trigger.pull_trigger(lambda: wasyncore.close_all(opened, ignore_all=True))
        loop.join(LONGEST_WAIT)
        listening.task_dispatcher.shutdown(timeout=LONGEST_WAIT)
        assert not loop.is_alive() and not listening.task_dispatcher.threads, "a request does not end"

"""The rest of the program, loaded while the pages are answered already.

Pages come from memory and need little of the program (`front.py`, `site.py`). Clients' and staff's routes are most of
it, and to load them takes as long as everything before. So the port opens once the data folder is in order and the
pages are filled, and one thread loads the rest, once, from the start of the server on.

- Who asks for what is not loaded yet waits for it, so that nobody is told that it is not there. /api/health waits, too:
  it answers once all is there. Whoever has waited as long as a connection may take is asked to come back.
- What is sent meanwhile is taken in whole: its route, which knows how much it takes, judges it once that is there.
- Before the rest is there no job runs and nobody but the loading itself writes: what a start has to put in order first
  can be part of it.
- A loading that fails ends the process as if it had failed before the port was open: the main thread, which serves
  meanwhile, is stopped as by a signal and raises the failure.
- A stop during the loading waits some seconds for its end, as for that of a job, and begins nothing after it.
"""

import json
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from app.errors import AppError
from app.headers import security_headers
from app.patience import SECONDS

if TYPE_CHECKING:
    from app.factory import House

STOP_SECONDS = 5.0


class Loading:
    """The WSGI program of a house that is being loaded, and afterwards the house's own.

    load: makes the house; begin: starts what runs beside it, unless the server is being stopped. Both run in a thread
    of their own. seconds: how long a request waits for the house.
    """

    def __init__(self, load: "Callable[[], House]", begin: "Callable[[House], None]", seconds: float = SECONDS) -> None:
        self._load, self._begin, self._seconds = load, begin, seconds
        self._over, self._ending = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="loading", daemon=True)
        self._served_by = 0
        self._failure: BaseException | None = None
        self.house: House | None = None

    def start(self) -> None:
        """Begin. For the main thread, once SIGTERM stops it."""
        self._served_by = threading.get_ident()
        self._thread.start()

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if self.house is None:
            self._over.wait(self._seconds)
        if self.house is not None:
            answer: Iterable[bytes] = self.house.wsgi(environ, start)
            return answer
        busy = AppError("busy", 503, "We are very busy right now. Please try again in a moment.", retry_after=5)
        body = json.dumps(busy.body()).encode()
        told = {
            "Retry-After": str(busy.retry_after),
            "Cache-Control": "no-store",
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
        }
        start("503 Service Unavailable", [*security_headers().items(), *told.items()])
        return [body]

    def most_bytes(self, method: str, path: str) -> int:
        """The largest body that the route at `path` takes; as long as nobody knows, one of any size."""
        return self.house.most_bytes(method, path) if self.house is not None else sys.maxsize

    def end(self) -> None:
        """Begin nothing any more, and wait for what is being loaded."""
        self._ending.set()
        if self._thread.ident is not None:
            self._thread.join(STOP_SECONDS)

    def raise_failure(self) -> None:
        """Raise what the loading has failed of, if it has."""
        if self._failure is not None:
            raise self._failure

    def _run(self) -> None:
        try:
            self.house = house = self._load()
            self._over.set()
            if not self._ending.is_set():
                self._begin(house)
        except BaseException as failure:  # a SystemExit, too, is meant for the process
            self._failure = failure
            self._over.set()
            if not self._ending.is_set():
                # To its thread, which sleeps: a signal to the process may reach another one.
                signal.pthread_kill(self._served_by, signal.SIGTERM)

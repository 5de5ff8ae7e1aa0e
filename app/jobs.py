"""Background work of this process: functions that run every so often, and workers that run until they are stopped."""

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

log = logging.getLogger("helios.jobs")


class Jobs:
    """The jobs of one server. Nothing runs before `start()`."""

    def __init__(self) -> None:
        self._due: list[tuple[str, Callable[[], object], timedelta]] = []
        self._at_once: set[str] = set()
        self._scheduler: object | None = None
        self._workers: list[tuple[str, Callable[[threading.Event], None], Callable[[], None]]] = []
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []

    def every(self, interval: timedelta, name: str, work: Callable[[], object], at_once: bool = False) -> None:
        """Run `work` each `interval`; a run that is late is made up for once, and runs never overlap.

        at_once: the first run comes with the start, not an interval later.
        """
        self._due.append((name, work, interval))
        if at_once:
            self._at_once.add(name)

    def worker(self, name: str, body: Callable[[threading.Event], None], wake: Callable[[], None]) -> None:
        """Run `body` in a thread of its own until the event it is given is set; `wake` ends its sleep."""
        self._workers.append((name, body, wake))

    def run(self, name: str) -> object:
        """Run one job now, in the caller's thread."""
        return next(work for known, work, _ in self._due if known == name)()

    def start(self) -> None:
        """Start the clockwork."""
        from apscheduler.executors.pool import ThreadPoolExecutor
        from apscheduler.schedulers.background import BackgroundScheduler

        # Two workers: a mail server that hangs must not hold up the payments.
        scheduler = BackgroundScheduler(
            timezone="UTC",
            executors={"default": ThreadPoolExecutor(2)},
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
        )
        for name, work, interval in self._due:
            # None would mean "paused" to the scheduler, so the moment is given only where it differs from its own.
            first = {"next_run_time": datetime.now(UTC)} if name in self._at_once else {}
            scheduler.add_job(_guarded(name, work), "interval", seconds=interval.total_seconds(), id=name, **first)
        scheduler.start()
        self._scheduler = scheduler
        self._stop.clear()
        for name, body, _ in self._workers:
            thread = threading.Thread(target=body, args=(self._stop,), name=name, daemon=True)
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        """Stop the clockwork, letting a running job finish."""
        self._stop.set()
        for _, _, wake in self._workers:
            wake()
        for thread in self._threads:
            thread.join(timeout=5)
        self._threads.clear()
        if self._scheduler is not None:
            self._scheduler.shutdown(wait=True)  # type: ignore[attr-defined]
            self._scheduler = None


def _guarded(name: str, work: Callable[[], object]) -> Callable[[], None]:
    def run() -> None:
        try:
            work()
        except Exception:
            # A job that fails must run again next time; the log is where its trouble shows.
            log.exception("job %s failed", name)

    return run

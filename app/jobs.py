"""The clockwork of this process: functions that run every so often, and workers that run until they are stopped.

Which these are, and how often they run, is in factory.py.

Times are the monotonic clock's, so that a computer whose clock is set back or forward runs its jobs all the same.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

log = logging.getLogger("helios.jobs")

RUNNERS = 2  # one job that waits for somebody else's server must not hold up the others
WORKER_RESTARTS_AFTER_SECONDS = 30.0


@dataclass
class _Job:
    name: str
    work: Callable[[], object]
    interval: float
    at_once: bool
    due: float = 0.0
    running: bool = False
    failures: int = 0  # in a row
    known_good: bool = False

    def attempt(self, report: Callable[[str, int], None] | None) -> None:
        """Run it once; what it raises ends in the log."""
        try:
            self.work()
        except Exception:
            # A job that fails must run again next time; the log is where its trouble shows.
            log.exception("job %s failed", self.name)
            self.failures, self.known_good = self.failures + 1, False
        else:
            if self.known_good:
                return
            self.failures, self.known_good = 0, True
        if report is None:
            return
        try:
            report(self.name, self.failures)
        except Exception:  # a full disk may be what the job failed of
            log.exception("the state of job %s cannot be written down", self.name)
            self.known_good = False


@dataclass
class _Worker:
    name: str
    body: Callable[[threading.Event], None]
    wake: Callable[[], None]

    def keep_alive(self, stop: threading.Event) -> None:
        """Run its body until `stop` is set, beginning anew what fails."""
        while not stop.is_set():
            try:
                self.body(stop)
                return
            except Exception:
                log.exception("worker %s failed", self.name)
                stop.wait(WORKER_RESTARTS_AFTER_SECONDS)


def next_due(planned: float, now: float, interval: float) -> float:
    """When a job comes next whose run of `planned` begins at `now`; seconds. The runs missed meanwhile are this one."""
    following = planned + interval
    return following if following > now else now + interval


class Jobs:
    """The jobs of one server. Nothing runs before `start()`.

    report: is told (name, failures in a row) after each failed run, and (name, 0) after the first success that follows
    a failure or the start. monotonic: the seconds that due times are reckoned in.
    """

    def __init__(
        self,
        report: Callable[[str, int], None] | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._jobs: list[_Job] = []
        self._report, self._monotonic = report, monotonic
        self._workers: list[_Worker] = []
        self._turn = threading.Condition()
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        self._runners: list[threading.Thread] = []

    def every(self, interval: timedelta, name: str, work: Callable[[], object], at_once: bool = False) -> None:
        """Run `work` each `interval`; a run that is late is made up for once, and runs never overlap.

        at_once: the first run comes with the start, not an interval later.
        """
        self._jobs.append(_Job(name, work, interval.total_seconds(), at_once))

    def worker(self, name: str, body: Callable[[threading.Event], None], wake: Callable[[], None]) -> None:
        """Run `body` in a thread of its own until the event it is given is set; `wake` ends its sleep.

        A body that fails is begun again after 30 seconds.
        """
        self._workers.append(_Worker(name, body, wake))

    def run(self, name: str) -> object:
        """Run one job now, in the caller's thread."""
        return next(job for job in self._jobs if job.name == name).work()

    def cadence(self) -> dict[str, timedelta]:
        """How often each job runs, by its name."""
        return {job.name: timedelta(seconds=job.interval) for job in self._jobs}

    def start(self) -> None:
        """Start the clockwork."""
        self._stop.clear()
        now = self._monotonic()
        for job in self._jobs:
            job.due = now if job.at_once else now + job.interval
        self._runners = [threading.Thread(target=self._keep_running, name=f"jobs-{n}") for n in range(RUNNERS)]
        for worker in self._workers:
            self._threads.append(threading.Thread(target=worker.keep_alive, args=(self._stop,), name=worker.name))
        for thread in (*self._runners, *self._threads):
            thread.daemon = True
            thread.start()

    def stop(self) -> None:
        """Stop the clockwork, letting a running job finish."""
        self._stop.set()
        with self._turn:
            self._turn.notify_all()
        for worker in self._workers:
            worker.wake()
        for thread in self._threads:
            thread.join(timeout=5)
        for runner in self._runners:
            runner.join()
        self._threads.clear()
        self._runners.clear()

    def _keep_running(self) -> None:
        while (job := self._take()) is not None:
            try:
                job.attempt(self._report)
            finally:
                with self._turn:
                    job.running = False
                    self._turn.notify_all()

    def _take(self) -> _Job | None:
        """Wait for the next job that is due and make it this thread's; None once the clockwork stops."""
        with self._turn:
            while not self._stop.is_set():
                now = self._monotonic()
                job = min((job for job in self._jobs if not job.running), key=lambda job: job.due, default=None)
                if job is not None and job.due <= now:
                    job.running, job.due = True, next_due(job.due, now, job.interval)
                    return job
                self._turn.wait(None if job is None else job.due - now)
        return None

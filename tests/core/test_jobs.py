"""The clockwork behind the server: when jobs run, what a failing one does to the others, how it stops."""

import threading
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest

from app import jobs as clockwork
from app.alerts.models import Alert
from app.alerts.trouble import FAILING_AFTER, watch_job
from app.factory import House
from app.jobs import Jobs, next_due

SOON = timedelta(milliseconds=5)
PATIENCE = 60.0


class Seconds:
    """A monotonic clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def started() -> Iterator[list[Jobs]]:
    """Clockworks that stop at the end of the test."""
    running: list[Jobs] = []
    yield running
    for jobs in running:
        jobs.stop()


@pytest.mark.parametrize(
    ("planned", "now", "following"),
    [
        (100.0, 100.0, 160.0),
        (100.0, 130.0, 160.0),  # late, but within its own turn: the grid stands
        (100.0, 159.0, 160.0),
        (100.0, 160.0, 220.0),  # a whole turn was missed: this run is that one, too
        (100.0, 5_000.0, 5_060.0),  # many were: one run makes up for them all
    ],
)
def test_a_late_run_is_made_up_for_once(planned: float, now: float, following: float) -> None:
    assert next_due(planned, now, 60.0) == following


def test_a_run_is_due_by_the_monotonic_clock_whatever_the_wall_clock_says(started: list[Jobs]) -> None:
    seconds, runs = Seconds(), threading.Semaphore(0)
    jobs = Jobs(monotonic=seconds)
    jobs.every(timedelta(hours=6), "slow", runs.release)
    started.append(jobs)
    jobs.start()
    assert not runs.acquire(timeout=0.05)
    seconds.now += 6 * 3600
    with jobs._turn:  # as the end of the wait would
        jobs._turn.notify_all()
    assert runs.acquire(timeout=PATIENCE)
    assert not runs.acquire(timeout=0.05)


def test_at_once_means_with_the_start_and_otherwise_an_interval_later(started: list[Jobs]) -> None:
    first, second = threading.Event(), threading.Event()
    jobs = Jobs()
    jobs.every(timedelta(hours=1), "first", first.set, at_once=True)
    jobs.every(timedelta(hours=1), "second", second.set)
    started.append(jobs)
    jobs.start()
    assert first.wait(PATIENCE)
    assert not second.wait(0.05)


def test_runs_of_one_job_never_overlap_and_one_that_waits_leaves_the_others_running(started: list[Jobs]) -> None:
    inside, most, let_go, other = [0], [0], threading.Event(), threading.Semaphore(0)

    def hang() -> None:
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        let_go.wait(PATIENCE)
        inside[0] -= 1

    jobs = Jobs()
    jobs.every(SOON, "hanging", hang, at_once=True)
    jobs.every(SOON, "other", other.release, at_once=True)
    started.append(jobs)
    jobs.start()
    for _ in range(20):
        assert other.acquire(timeout=PATIENCE)
    let_go.set()
    assert most == [1]


def test_stopping_waits_for_a_running_job(started: list[Jobs]) -> None:
    begun, let_go, finished = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        let_go.wait(PATIENCE)
        finished.set()

    jobs = Jobs()
    jobs.every(timedelta(hours=1), "work", work, at_once=True)
    jobs.start()
    assert begun.wait(PATIENCE)
    stopping = threading.Thread(target=jobs.stop)
    stopping.start()
    stopping.join(0.05)
    assert stopping.is_alive()
    let_go.set()
    stopping.join(PATIENCE)
    assert finished.is_set() and not stopping.is_alive()


def test_there_are_never_more_threads_than_runners(started: list[Jobs]) -> None:
    before, let_go = threading.active_count(), threading.Event()
    jobs = Jobs()
    for number in range(20):
        jobs.every(SOON, f"job {number}", lambda: let_go.wait(PATIENCE), at_once=True)
    started.append(jobs)
    jobs.start()
    assert threading.active_count() <= before + clockwork.RUNNERS
    let_go.set()


def test_a_failing_job_runs_again_and_its_failures_are_counted_until_it_works(started: list[Jobs]) -> None:
    told: list[tuple[str, int]] = []
    enough = threading.Event()
    results = iter([ValueError(), ValueError(), ValueError(), None, None, ValueError(), None])

    def work() -> None:
        result = next(results, StopIteration())
        if isinstance(result, StopIteration):
            enough.set()
        elif result is not None:
            raise result

    jobs = Jobs(report=lambda name, failures: told.append((name, failures)))
    jobs.every(SOON, "work", work, at_once=True)
    started.append(jobs)
    jobs.start()
    assert enough.wait(PATIENCE)
    jobs.stop()
    assert [failures for _, failures in told] == [1, 2, 3, 0, 1, 0]


def test_a_worker_that_fails_is_begun_again(started: list[Jobs], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clockwork, "WORKER_RESTARTS_AFTER_SECONDS", 0.001)
    begun = threading.Semaphore(0)

    def body(stop: threading.Event) -> None:
        begun.release()
        raise OSError("the disk is full")

    jobs = Jobs()
    jobs.worker("letters", body, lambda: None)
    started.append(jobs)
    jobs.start()
    for _ in range(3):
        assert begun.acquire(timeout=PATIENCE)


def test_the_third_failure_in_a_row_is_told_to_staff_and_success_withdraws_it(house: House) -> None:
    for failures in range(1, FAILING_AFTER):
        watch_job("payments", failures)
    assert not Alert.select().exists()
    watch_job("payments", FAILING_AFTER)
    watch_job("payments", FAILING_AFTER + 1)
    alert = Alert.get()
    assert "“payments” has failed 3 times in a row" in alert.message
    watch_job("times", 0)
    assert Alert.select().count() == 1
    watch_job("payments", 0)
    assert not Alert.select().exists()


def test_the_house_tells_staff_of_a_job_that_keeps_failing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Jobs(report=house.jobs._report)

    def work() -> None:
        raise ValueError("no")

    broken.every(SOON, "times", work, at_once=True)
    broken.start()
    try:
        deadline = time.monotonic() + PATIENCE
        while not Alert.select().exists() and time.monotonic() < deadline:
            time.sleep(0.01)
    finally:
        broken.stop()
    assert Alert.get().kind == "job_failing"

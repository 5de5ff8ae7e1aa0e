"""The counts behind the limits, when two visitors call at the same moment."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from limits.storage import MemoryStorage

from app import db
from app.limits import OrderlyStorage, limiter
from tests.people import People, Person


class Meeting(MemoryStorage):
    """Two threads that have each made a timer for the clean-up wait for each other before they start it."""

    patience_seconds = 60.0
    met = False
    _latest: threading.Timer
    _both: threading.Barrier | None = None

    def begin(self) -> None:
        """Let the clean-up that the making has begun end, and hold a meeting from now on."""
        self.timer.join()
        self._handing, self._handed = threading.Lock(), False
        self._both = threading.Barrier(2, self._note)

    def _note(self) -> None:
        self.met = True

    @property  # the library keeps it in an attribute
    def timer(self) -> threading.Timer:
        """The clean-up made last; after a meeting the second to ask for it gets it once it has been started."""
        if self.met:
            with self._handing:
                while self._handed and not (self._latest.is_alive() or self._latest.finished.is_set()):
                    time.sleep(0.001)
                self._handed = True
        return self._latest

    @timer.setter
    def timer(self, made: threading.Timer) -> None:
        self._latest = made
        if self._both is not None:
            with suppress(threading.BrokenBarrierError):
                self._both.wait(self.patience_seconds)


class OrderlyMeeting(OrderlyStorage, Meeting):
    """The same with what the limits count by; there the other does not come."""

    patience_seconds = 2.0


def _count_twice(storage: Meeting) -> list[Exception | int]:
    storage.begin()

    def count(caller: str) -> Exception | int:
        try:
            return storage.incr(caller, 60)
        except RuntimeError as error:
            return error

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(count, ("one", "other")))


def test_two_who_call_at_once_are_both_counted() -> None:
    storage = OrderlyMeeting()
    assert _count_twice(storage) == [1, 1]
    assert not storage.met


def test_without_turns_one_of_two_gets_an_error() -> None:
    """The negative control: both make a timer, and one of these is started twice."""
    storage = Meeting()
    answers = _count_twice(storage)
    assert storage.met
    assert sorted(map(str, answers)) == ["1", "threads can only be started once"]


@pytest.mark.usefixtures("people")
def test_the_limits_count_in_turns() -> None:
    assert isinstance(limiter.storage, OrderlyStorage)


def test_a_clock_set_back_keeps_nobody_out_for_as_long_as_that_was(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = [time.time()]
    monkeypatch.setattr(time, "time", lambda: seconds[0])
    storage = OrderlyStorage("orderly://")
    assert [storage.incr("caller", 60) for _ in range(3)] == [1, 2, 3]
    seconds[0] -= 3600
    assert storage.incr("caller", 60) == 1
    assert storage.incr("caller", 60) == 2
    seconds[0] -= 1  # as clocks are set every day
    assert storage.incr("caller", 60) == 3


def test_of_twenty_five_calls_at_once_no_more_are_let_in_than_of_as_many_in_turn(people: People) -> None:
    enquiry = {"name": "Ann", "email": "ann@example.com", "phone": "0400 000 000", "message": "Could you call me?"}
    visitors = [people.visitor() for _ in range(25)]
    ready = threading.Barrier(25)

    def call(visitor: Person) -> int:
        ready.wait()
        status = visitor.post("/api/enquiries", enquiry).status_code
        db.database.close()
        return status

    with ThreadPoolExecutor(25) as pool:
        statuses = list(pool.map(call, visitors))
    assert (statuses.count(201), statuses.count(429)) == (10, 15)

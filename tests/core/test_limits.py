"""The counts behind the limits, when two visitors call at the same moment."""

import threading
from concurrent.futures import ThreadPoolExecutor

from limits.storage import MemoryStorage

from app.http import OrderlyStorage, limiter
from tests.people import People

APART_SECONDS = 2.0  # how long one waits for another who cannot come


class Meeting(MemoryStorage):
    """Two threads that have each made a timer for the clean-up wait for each other before they start it."""

    _latest: threading.Timer

    def begin(self) -> None:
        """Let the clean-up that the making has begun end, and hold meetings from now on."""
        self.timer.join()
        self.meetings: list[bool] = []
        self._both = threading.Barrier(2)

    @property  # type: ignore[override]
    def timer(self) -> threading.Timer:
        """The clean-up that was made last."""
        return self._latest

    @timer.setter
    def timer(self, made: threading.Timer) -> None:
        self._latest = made
        if "meetings" not in self.__dict__:
            return
        try:
            self._both.wait(APART_SECONDS)
        except threading.BrokenBarrierError:
            self.meetings.append(False)
        else:
            self.meetings.append(True)


class OrderlyMeeting(OrderlyStorage, Meeting):
    """The same with what the limits count by."""


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
    assert True not in storage.meetings


def test_without_turns_one_of_two_gets_an_error() -> None:
    """The negative control: both make a timer, and one of these is started twice."""
    storage = Meeting()
    answers = _count_twice(storage)
    assert storage.meetings == [True, True]
    assert sorted(map(str, answers)) == ["1", "threads can only be started once"]


def test_the_limits_count_in_turns(people: People) -> None:
    assert people.house
    assert isinstance(limiter.storage, OrderlyStorage)

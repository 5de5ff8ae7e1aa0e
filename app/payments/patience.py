"""How long whoever asks the card provider waits for it, and how many may wait at once.

A provider that hangs must cost the site nothing but the payments: visitors, webhooks and the background job each have a
line of their own with few places, and nobody stands in it longer than they can bear.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TypeVar

from app.payments.provider import ProviderBusy, ProviderUnavailable

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Patience:
    """One kind of caller.

    places: how many of them may be asking at once.
    queue: how many more may wait for a place to become free, each for `queue_seconds` at most.
    seconds: how long each waits in all, from looking up the provider's address to the last byte of its answer.
    silence_seconds: how long the connection may say nothing before the attempt is given up.
    retries: how often the library repeats a failed attempt within that time.
    """

    places: int
    seconds: float
    silence_seconds: float
    retries: int
    queue: int = 0
    queue_seconds: float = 0


# A provider in good health answers within the time that the queue waits: only one that hangs turns people away.
VISITOR = Patience(places=2, seconds=4, silence_seconds=4, retries=0, queue=2, queue_seconds=1)
WEBHOOK = Patience(places=2, seconds=4, silence_seconds=4, retries=0)
JOB = Patience(places=1, seconds=40, silence_seconds=15, retries=1)


class Line:
    """Where the callers of one kind ask, each call in a thread of its own."""

    def __init__(self, patience: Patience) -> None:
        self.patience = patience
        self._places = threading.BoundedSemaphore(patience.places)
        self._queue = threading.BoundedSemaphore(patience.queue)

    def call(self, work: Callable[[], Answer]) -> Answer:
        """What `work` answers or raises.

        Raises ProviderBusy when no place is free nor becomes so in the queue, ProviderUnavailable when the answer takes
        too long. Such a call may still take effect, and keeps its place until it has ended: no more than `places` are
        ever under way.
        """
        if not self._take_place():
            raise ProviderBusy("Too many calls to the payment provider are under way")
        answer: Future[Answer] = Future()

        def run() -> None:
            try:
                result = work()
            except BaseException as failure:
                self._places.release()
                answer.set_exception(failure)
            else:
                # Before the answer is there, so that its reader finds the place free for another question.
                self._places.release()
                answer.set_result(result)

        try:
            threading.Thread(target=run, name="payment-provider", daemon=True).start()
        except RuntimeError as exhausted:
            self._places.release()
            raise ProviderUnavailable("No thread could be started to ask the payment provider") from exhausted
        try:
            return answer.result(self.patience.seconds)
        except TimeoutError as late:
            raise ProviderUnavailable("The payment provider takes too long") from late

    def _take_place(self) -> bool:
        if self._places.acquire(blocking=False):
            return True
        if not self._queue.acquire(blocking=False):
            return False
        try:
            return self._places.acquire(timeout=self.patience.queue_seconds)
        finally:
            self._queue.release()

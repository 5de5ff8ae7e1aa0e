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
    seconds: how long each waits in all, from looking up the provider's address to the last byte of its answer.
    silence_seconds: how long the connection may say nothing before the attempt is given up.
    retries: how often the library repeats a failed attempt within that time.
    """

    places: int
    seconds: float
    silence_seconds: float
    retries: int


VISITOR = Patience(places=2, seconds=4, silence_seconds=4, retries=0)
WEBHOOK = Patience(places=2, seconds=4, silence_seconds=4, retries=0)
JOB = Patience(places=1, seconds=40, silence_seconds=15, retries=1)


class Line:
    """Where the callers of one kind ask, each call in a thread of its own."""

    def __init__(self, patience: Patience) -> None:
        self.patience = patience
        self._places = threading.BoundedSemaphore(patience.places)

    def call(self, work: Callable[[], Answer]) -> Answer:
        """What `work` answers or raises.

        Raises ProviderBusy at once when no place is free, ProviderUnavailable when the answer takes too long. Such a
        call may still take effect, and keeps its place until it has ended: no more than `places` are ever under way.
        """
        if not self._places.acquire(blocking=False):
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

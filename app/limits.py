"""How often a caller may ask: the limits per network and per browser session, and what they count by."""

import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from flask import request, session
from flask_limiter import Limiter, RateLimitExceeded
from flask_limiter.util import get_remote_address
from flask_login import current_user
from limits import RateLimitItem
from limits.storage import MemoryStorage

from app.config import in_force
from app.errors import too_many
from app.networks import network, wide_network

TOO_MANY_ATTEMPTS = "Too many attempts. Please try again in {wait}."
TOO_MANY_BYTES = (
    "So many files have come from your network today that we take no more for now. Please try again in {wait}, or sign "
    "in to the client portal; nothing else you entered is lost."
)
# Of whoever is not signed in, from one network and in one day: more than two whole drafts (`documents.rules`).
STRANGERS_BYTES = 500 * 1024 * 1024


def address_limits_lifted() -> bool:
    """Whether this demo counts nobody by their network."""
    return not in_force().address_limits


def caller_network() -> str:
    """The network that the request comes from."""
    return network(get_remote_address())


def caller_wide_network() -> str:
    """The wide network that the request comes from."""
    return wide_network(get_remote_address())


CLOCK_SLACK_SECONDS = 5.0


class OrderlyStorage(MemoryStorage):
    """The limits' counts in memory, counted by one thread at a time.

    Left to itself, limits 5.8.0 starts its clean-up timer twice when two threads count at the same moment, and the
    second of the two callers gets a RuntimeError (https://github.com/alisaifee/limits/pull/352).
    """

    STORAGE_SCHEME = ["orderly"]

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **options: str) -> None:
        self._turn = threading.RLock()
        self._seen_at = 0.0
        super().__init__(uri, wrap_exceptions=wrap_exceptions, **options)

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count `amount` more for `key`, whose count ends after `expiry` seconds; the count so far."""
        with self._turn:
            # Counts end at moments of the wall clock: set back, it would keep callers out for as long as that was.
            now = time.time()
            if now < self._seen_at - CLOCK_SLACK_SECONDS:
                self.storage.clear()
                self.expirations.clear()
            self._seen_at = now
            return super().incr(key, expiry, amount)

    def decr(self, key: str, amount: int = 1) -> int:
        """Take `amount` back from `key`'s count; the count so far."""
        with self._turn:
            return super().decr(key, amount)

    def counted(self, part: str) -> int:
        """How many counts there are at present, above zero, whose key has `part` in it."""
        with self._turn:
            return sum(self.get(key) > 0 for key in list(self.storage) if part in key)

    def get(self, key: str) -> int:
        """The count of `key`. It forgets one whose time is over, which must not meet a new one's beginning."""
        with self._turn:
            return super().get(key)


limiter = Limiter(caller_network, storage_uri="orderly://", headers_enabled=False)


def per_address(limit: str) -> Callable[..., Any]:
    """Limit a route per network (see `network`), e.g. '10/minute'."""
    return limiter.limit(limit, exempt_when=address_limits_lifted)


def bytes_per_address(most: int) -> Callable[..., Any]:
    """Limit how many bytes the visitors of one network send a day: new drafts are had for nothing, a disk is not.

    most: bytes of the largest body that the route reads. A longer one is refused by what its head says, before any of
    it has come, and counts for nothing: else one line would keep a whole network from sending files.
    Clients and staff who are signed in have limits of their own.
    """
    return limiter.limit(
        f"{STRANGERS_BYTES}/day",
        cost=lambda: length if (length := request.content_length or 0) <= most else 0,
        exempt_when=lambda: address_limits_lifted() or current_user.is_authenticated,
        error_message=TOO_MANY_BYTES,
    )


def per_address_found(limit: str) -> Callable[..., Any]:
    """As `per_address`, without the calls that find nothing: what somebody guesses keeps no neighbour from paying."""
    return limiter.limit(
        limit, exempt_when=address_limits_lifted, deduct_when=lambda response: response.status_code != 404
    )


def per_caller(limit: str) -> Callable[..., Any]:
    """Limit a route per account that is signed in, in however many browsers, else per browser session.

    A caller without one is held by the limits per address alone.
    """
    return limiter.limit(limit, key_func=lambda: str(_caller()), exempt_when=lambda: _caller() is None)


def _caller() -> str | None:
    if current_user.is_authenticated:
        return f"account:{current_user.get_id()}"
    return f"session:{session['visitor']}" if "visitor" in session else None


@dataclass(frozen=True)
class Count:
    """One limit on failures, and whom it counts by."""

    limit: RateLimitItem
    name: str

    def take(self) -> bool:
        """Count a try before it is made; False, and nothing counted, when there have been as many as may be."""
        if limiter.limiter.hit(self.limit, self.name):
            return True
        self.give_back()
        return False

    def give_back(self) -> None:
        """The try was not a failure."""
        storage = limiter.storage
        assert isinstance(storage, OrderlyStorage)
        storage.decr(self.limit.key_for(self.name))

    def wait(self) -> float:
        """The seconds until its counting begins anew."""
        return limiter.limiter.get_window_stats(self.limit, self.name).reset_time - time.time()


class Tally(Count):
    """A count that is kept for other limits of its name, and refuses nobody itself."""

    def take(self) -> bool:
        """Count a try before it is made."""
        limiter.limiter.hit(self.limit, self.name)
        return True


class First(Count):
    """A count that is kept for other limits of its name, and itself lets the first try through alone."""

    def take(self) -> bool:
        """Count a try before it is made; False, and nothing counted, when there has been one."""
        if not super().take():
            return False
        if limiter.storage.get(self.limit.key_for(self.name)) <= 1:
            return True
        self.give_back()
        return False


@contextmanager
def counting_failures(*ways: Sequence[Count]) -> Iterator[None]:
    """Count a try before it is made, and give it back when it ends without an error.

    It goes the first of `ways` that is open, under every count of that way. Tries that are made at the same moment are
    then never more than the limits allow, which they could be if they were only looked up before and counted
    afterwards. Raises AppError 429 when no way is open, with the wait for the one that opens first.
    """
    waits: list[float] = []
    for way in ways:
        # Under every count of it, or none.
        taken = list(takewhile(lambda count: count.take(), way))
        if len(taken) == len(way):
            break
        for count in taken:
            count.give_back()
        waits.append(way[len(taken)].wait())
    else:
        raise too_many(TOO_MANY_ATTEMPTS, min(waits))
    yield
    for count in way:
        count.give_back()


def counted(part: str) -> int:
    """How many counts of failures there are at present whose name has `part` in it."""
    storage = limiter.storage
    assert isinstance(storage, OrderlyStorage)
    return storage.counted(part)


def refusal_of(error: Exception) -> str:
    """What a limit that was just passed says of itself; '' where it says no more than that."""
    return str(error.limit.error_message or "") if isinstance(error, RateLimitExceeded) else ""


def wait_seconds() -> int:
    """How long a caller must wait whom a limit has just refused."""
    breached = limiter.current_limit
    return max(1, math.ceil(breached.reset_at - time.time())) if breached else 60

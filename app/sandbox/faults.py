"""Failures on order, so that tests and demonstrations can see what the rest of the system makes of them."""

import threading
import time
from dataclasses import dataclass
from typing import Literal, get_args

from app.sandbox.problems import ApiProblem

Kind = Literal[
    "unreachable",  # refused before anything happened
    "reset",  # connection broken before anything happened
    "hang",  # nothing happens before `clear()`, then it goes on; no answer if the caller gives up first
    "timeout",  # nothing happens; the answer comes after `seconds`, or never if the caller gives up first
    "error_500",  # nothing happens, status 500
    "rate_limited",  # nothing happens, status 429
    "malformed",  # it happens, but the answer is nonsense
    "charge_then_timeout",  # it happens, but the answer is lost
]
Caller = Literal["server", "browser"]
Reply = tuple[str, int, dict[str, str]]  # body, status, headers

SLOW_SECONDS = 20.0


class NoAnswer(Exception):
    """The caller hears nothing that it could read; whether the request took effect stays open."""


class Waiting:
    """The requests that hang."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._count = self._released = 0

    def hang(self, seconds: float) -> bool:
        """Wait until released: True, or False when nobody does so in time."""
        with self._changed:
            self._count += 1
            self._changed.notify_all()
            before = self._released
            try:
                return self._changed.wait_for(lambda: self._released > before, seconds)
            finally:
                self._count -= 1
                self._changed.notify_all()

    def release(self) -> None:
        """Let all go on that hang now."""
        with self._changed:
            self._released += 1
            self._changed.notify_all()

    def reaches(self, count: int, seconds: float) -> bool:
        """Wait until `count` requests hang; False when they do not in time."""
        with self._changed:
            return self._changed.wait_for(lambda: self._count == count, seconds)


@dataclass(frozen=True, slots=True)
class Fault:
    """One failure that is about to happen; `seconds` is how slow a timeout is, `waiting` where a request hangs."""

    kind: Kind
    seconds: float
    waiting: Waiting

    def before(self, timeout: float) -> Reply | None:
        """Strike before anything is carried out: an error reply, NoAnswer, or None when it may go on.

        `timeout` is how many seconds the caller is ready to wait.
        """
        match self.kind:
            case "unreachable" | "reset":
                raise NoAnswer(f"The sandbox is told to be {self.kind}")
            case "hang":
                if not self.waiting.hang(timeout):
                    raise NoAnswer("The sandbox is told to hang")
            case "timeout":
                time.sleep(min(self.seconds, timeout))
                if self.seconds >= timeout:
                    raise NoAnswer("The sandbox is told to be slow")
            case "error_500":
                return error_reply(ApiProblem(500, "api_error", "An unknown error occurred"))
            case "rate_limited":
                return error_reply(ApiProblem(429, "invalid_request_error", "Too many requests"))
        return None

    def after(self, reply: Reply) -> Reply:
        """Strike once it has been carried out: a garbled reply, NoAnswer, or the reply unharmed."""
        match self.kind:
            case "charge_then_timeout":
                raise NoAnswer("The sandbox is told to lose its answer")
            case "malformed":
                return "<html><body>Bad gateway</body>", 200, {}
        return reply


def error_reply(problem: ApiProblem) -> Reply:
    """A problem as the provider would send it."""
    return problem.text(), problem.status, {}


@dataclass(slots=True)
class _Order:
    fault: Fault
    left: int | None
    caller: Caller
    only: str


class Faults:
    """What shall go wrong next. Thread-safe; empty unless someone asks for trouble."""

    def __init__(self) -> None:
        self.waiting = Waiting()
        self._orders: list[_Order] = []
        self._lock = threading.Lock()

    def set(
        self,
        kind: Kind,
        times: int | None = 1,
        *,
        only: str = "",
        caller: Caller = "server",
        seconds: float = SLOW_SECONDS,
    ) -> None:
        """Let the next `times` requests fail this way (None: until cleared).

        The client library's own retry counts as a request of its own. `only` restricts the fault to requests whose
        "METHOD /path" contains it, `caller` to the server's secret-key calls or to the browser's.
        """
        if kind not in get_args(Kind):
            raise ValueError(f"No such fault: {kind}")
        with self._lock:
            self._orders.append(_Order(Fault(kind, seconds, self.waiting), times, caller, only))

    def clear(self) -> None:
        """Everything works again, what hangs included."""
        with self._lock:
            self._orders.clear()
        self.waiting.release()

    def take(self, request: str, caller: Caller) -> Fault | None:
        """The fault that befalls this request ("POST /v1/refunds"), used up once."""
        with self._lock:
            for order in self._orders:
                if order.caller == caller and order.only in request:
                    if order.left is not None:
                        order.left -= 1
                        if order.left <= 0:
                            self._orders.remove(order)
                    return order.fault
        return None

"""How many requests there were and how long they took, counted while the process runs."""

import threading
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field

# Upper bounds in seconds: what nobody notices, what feels quick, what is waited for, what is given up.
BOUNDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0)


@dataclass
class Times:
    """How long the requests of one route took: `within[n]` of them up to BOUNDS[n], the last ones longer. Seconds."""

    seconds: float = 0.0
    within: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))


class Tally:
    """The counts of one process. Threads add to it at the same time."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._answers: dict[tuple[str, str, int], int] = {}
        self._times: dict[str, Times] = {}

    def add(self, method: str, rule: str, status: int, seconds: float) -> None:
        """Count one request. rule: the route's pattern, never the path, which may hold names and secrets."""
        with self._turn:
            key = method, rule, status
            self._answers[key] = self._answers.get(key, 0) + 1
            times = self._times.setdefault(rule, Times())
            times.seconds += seconds
            times.within[bisect_left(BOUNDS, seconds)] += 1

    def answers(self) -> dict[tuple[str, str, int], int]:
        """How many requests had this method, route and status."""
        with self._turn:
            return dict(self._answers)

    def times(self) -> Iterator[tuple[str, Times]]:
        """Each route with its times, as they are now."""
        with self._turn:
            found = [(rule, Times(times.seconds, list(times.within))) for rule, times in self._times.items()]
        yield from found


requests = Tally()

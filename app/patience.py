"""How long a connection may take: every byte that moves buys it time, and nobody has much in store."""

import math
from dataclasses import dataclass

# In store at most: for the first byte of a request, between two requests, and through a tunnel in the midst of one.
SECONDS = 60.0
# What a connection must move on the average once its store is used up. A slow phone moves ten times as much.
LEAST_BYTES_PER_SECOND = 4096


@dataclass
class Patience:
    """The time that one connection has left; `ends`, `moved_at` and `now` in seconds of one steady clock."""

    ends: float = 0.0
    moved_at: float = 0.0  # when it last began anew or moved a byte

    def renew(self, now: float) -> None:
        """Begin anew: a request begins, or an answer is there to be read."""
        self.ends = now + SECONDS
        self.moved_at = now

    def moved(self, count: int, now: float) -> None:
        """Let `count` bytes that went either way buy their time."""
        self.ends = min(self.ends + count / LEAST_BYTES_PER_SECOND, now + SECONDS)
        if count:
            self.moved_at = now

    def lose(self) -> None:
        """Have none left."""
        self.ends = -math.inf

    @property
    def lost(self) -> bool:
        """Whether it was made to lose its time."""
        return self.ends == -math.inf

    def over(self, now: float) -> bool:
        """Whether there is none left."""
        return now > self.ends

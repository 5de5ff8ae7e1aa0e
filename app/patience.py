"""How long a connection may take: every byte that moves buys it time, and nobody has much in store."""

from dataclasses import dataclass

# In store at most: for the first byte of a request, between two requests, and through a tunnel in the midst of one.
SECONDS = 60.0
# What a connection must move on the average once its store is used up. A slow phone moves ten times as much.
LEAST_BYTES_PER_SECOND = 4096


@dataclass
class Patience:
    """The time that one connection has left; `ends` and `now` in seconds of one steady clock."""

    ends: float = 0.0

    def renew(self, now: float) -> None:
        """Begin anew: a request begins, or an answer is there to be read."""
        self.ends = now + SECONDS

    def moved(self, count: int, now: float) -> None:
        """Let `count` bytes that went either way buy their time."""
        self.ends = min(self.ends + count / LEAST_BYTES_PER_SECOND, now + SECONDS)

    def lose(self) -> None:
        """Have none left."""
        self.ends = 0.0

    def over(self, now: float) -> bool:
        """Whether there is none left."""
        return now > self.ends

"""A clock that a test sets."""

from datetime import datetime


class Watch:
    """For `clock.reading`: shows `now` until the test turns it."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

"""For how long an act of staff can be undone."""

from datetime import datetime, timedelta

OFFERED_FOR = timedelta(seconds=10)  # what the page says
GRACE = timedelta(seconds=5)  # for a click in the last second to arrive


def undo_until(done_at: datetime) -> datetime:
    """The moment from which an act is undone no more, and a letter about it may leave."""
    return done_at + OFFERED_FOR + GRACE

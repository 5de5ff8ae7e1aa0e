"""When a client is reminded of a consultation."""

from datetime import datetime, timedelta

REMIND_AHEAD = timedelta(hours=24)
# A letter that told the time within these hours before the reminder would come is reminder enough.
STILL_FRESH = timedelta(hours=12)


def is_reminded(told: datetime, start: datetime) -> bool:
    """Whether a client to whom the time `start` was confirmed at `told` gets a reminder a day ahead of it."""
    return start - told >= REMIND_AHEAD + STILL_FRESH

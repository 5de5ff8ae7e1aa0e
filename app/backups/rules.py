"""Which backups there are to be: how each is called, when the next is due, and which of them are let go of. Pure."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from app.slots.rules import SYDNEY

FORM = "helios-%Y-%m-%dT%H%M%SZ"
_NAME = re.compile(r"helios-\d{4}-\d\d-\d\dT\d{6}Z")
STALE_AFTER = timedelta(hours=36)  # one night may fail before staff are reminded of the age


def name_of(moment: datetime) -> str:
    """How a backup of that moment is called."""
    return moment.astimezone(UTC).strftime(FORM)


def moment_of(name: str) -> datetime | None:
    """The moment that a backup is named by; None for another name."""
    if not _NAME.fullmatch(name):
        return None
    try:
        return datetime.strptime(name, FORM).replace(tzinfo=UTC)
    except ValueError:
        return None


def is_due(newest: datetime | None, night: datetime) -> bool:
    """Whether another is to be made: none was since `night`, the last time that it was night."""
    return newest is None or newest < night


def gone_after(days: int, weeks: int) -> int:
    """After how many days no backup is left of what was in the data folder then; one night may pass until it goes."""
    return max(days, 7 * weeks) + 1


def kept(made: Iterable[datetime], now: datetime, days: int, weeks: int) -> set[datetime]:
    """Those that stay: the newest; for so many days the newest of each day, for so many weeks the newest of each week.

    Days and weeks are Sydney's.
    """
    newest_of: dict[object, datetime] = {}
    for moment in sorted(made, reverse=True):
        day = moment.astimezone(SYDNEY).date()
        if not newest_of or now - moment < timedelta(days=days):
            newest_of.setdefault(day, moment)
        elif now - moment < timedelta(weeks=weeks):
            newest_of.setdefault(day.isocalendar()[:2], moment)
    return set(newest_of.values())

"""Time: UTC inside, Australia/Sydney outside."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

BUSINESS_ZONE = ZoneInfo("Australia/Sydney")
NIGHT_HOUR = 4  # of that zone: when what would hold somebody up is done


_source: Callable[[], datetime] = partial(datetime.now, UTC)


def now() -> datetime:
    """The current moment, aware, in UTC. Decide it once per action and pass it down."""
    return _source()


@contextmanager
def reading(source: Callable[[], datetime]) -> Iterator[None]:
    """Let `now()` read another clock; tests move time with it."""
    global _source
    before, _source = _source, source
    try:
        yield
    finally:
        _source = before


def in_sydney(moment: datetime) -> datetime:
    """The same moment on the business's wall clock."""
    return moment.astimezone(BUSINESS_ZONE)


def last_night(now: datetime) -> datetime:
    """The last time that it was night in Sydney."""
    local = in_sydney(now)
    night = local.replace(hour=NIGHT_HOUR, minute=0, second=0, microsecond=0)
    return night if night <= local else night - timedelta(days=1)


def sydney_text(moment: datetime) -> str:
    """A moment for a letter: 'Tuesday 12 May 2026, 10:00 am (Sydney time)'."""
    local = in_sydney(moment)
    half = "am" if local.hour < 12 else "pm"
    return f"{local:%A} {local.day} {local:%B %Y}, {local.hour % 12 or 12}:{local:%M} {half} (Sydney time)"


def sydney_date(moment: datetime) -> str:
    """The day of a moment on the business's calendar: '12 May 2026'."""
    local = in_sydney(moment)
    return f"{local.day} {local:%B %Y}"

"""The public holidays of New South Wales."""

from datetime import date, datetime, timedelta
from functools import cache

LONGEST_TERM = timedelta(days=31)


@cache
def _named(year: int) -> dict[date, str]:
    import holidays  # large: loaded when the first times are made

    return dict(holidays.country_holidays("AU", subdiv="NSW", years=year))


def holidays_of(year: int) -> frozenset[date]:
    """Every public holiday of a year, observed ones included."""
    return frozenset(_named(year))


def holiday_names(first: date, last: date) -> list[tuple[date, str]]:
    """The public holidays from `first` to `last`, both included, with what they are called, in order."""
    named = {day: name for year in range(first.year, last.year + 1) for day, name in _named(year).items()}
    return sorted((day, name) for day, name in named.items() if first <= day <= last)


def nsw_holidays(first: date, last: date) -> frozenset[date]:
    """Every public holiday of the years from `first` to `last`."""
    return frozenset().union(*(holidays_of(year) for year in range(first.year, last.year + 1)))


def holidays_from(since: datetime) -> frozenset[date]:
    """Every public holiday that may fall into the days of a transfer that is chosen at `since`."""
    return nsw_holidays(since.date(), (since + LONGEST_TERM).date())

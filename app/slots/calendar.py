"""The public holidays of New South Wales."""

from datetime import date, datetime, timedelta
from functools import cache

LONGEST_TERM = timedelta(days=31)


@cache
def holidays_of(year: int) -> frozenset[date]:
    """Every public holiday of a year, observed ones included."""
    import holidays  # large: loaded when the first times are made

    return frozenset(holidays.country_holidays("AU", subdiv="NSW", years=year))


def nsw_holidays(first: date, last: date) -> frozenset[date]:
    """Every public holiday of the years from `first` to `last`."""
    return frozenset().union(*(holidays_of(year) for year in range(first.year, last.year + 1)))


def holidays_from(since: datetime) -> frozenset[date]:
    """Every public holiday that may fall into the days of a transfer that is chosen at `since`."""
    return nsw_holidays(since.date(), (since + LONGEST_TERM).date())

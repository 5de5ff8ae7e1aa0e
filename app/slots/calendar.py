"""The public holidays of New South Wales."""

from datetime import date
from functools import cache


@cache
def _of_year(year: int) -> frozenset[date]:
    import holidays  # large: loaded when the first times are made

    return frozenset(holidays.country_holidays("AU", subdiv="NSW", years=year))


def nsw_holidays(first: date, last: date) -> frozenset[date]:
    """Every public holiday of the years from `first` to `last`, observed ones included."""
    return frozenset().union(*(_of_year(year) for year in range(first.year, last.year + 1)))

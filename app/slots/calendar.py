"""The public holidays of New South Wales, from a table that `build_scripts/public_holidays.py` makes."""

import csv
from collections import defaultdict
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path

TABLE = Path(__file__).with_name("public_holidays.csv")
LONGEST_TERM = timedelta(days=31)


@cache
def _by_year() -> dict[int, dict[date, str]]:
    named: dict[int, dict[date, str]] = defaultdict(dict)
    with open(TABLE, encoding="utf-8", newline="") as file:
        for text, name in csv.reader(file):
            day = date.fromisoformat(text)
            named[day.year][day] = name
    return dict(named)


def _named(year: int) -> dict[date, str]:
    return _by_year().get(year, {})


@cache
def holidays_of(year: int) -> frozenset[date]:
    """Every public holiday of a year, observed ones included; none of a year that the table has not."""
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

"""The public holidays of New South Wales as a table, made by the library that knows them (`make generate`).

The library loads every country of the world to tell of one: a quarter of a second and 19 MB for a program that serves.
"""

import csv
import io

import holidays

YEARS = range(2000, 2076)


def table() -> str:
    """One line for each: day, name."""
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\n")
    for year in YEARS:
        lines.writerows(sorted((day.isoformat(), name) for day, name in _of(year).items()))
    return written.getvalue()


def _of(year: int) -> "holidays.HolidayBase":
    return holidays.country_holidays("AU", subdiv="NSW", years=year)

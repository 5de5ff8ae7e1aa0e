"""The time in which a paid contract review is done (first document, section 9). Pure.

Staff's list of what waits and what its client reads are made from the same clock.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from app.catalogue.reviews import REVIEW_HOURS
from app.catalogue.rules import DEFAULT_PACKAGE, Package
from app.slots import clocks

REVIEW_GUARANTEE = timedelta(hours=48)  # after it half the fee goes back


@dataclass(frozen=True)
class ReviewClock:
    """When the time of a review began, by when it is due, and when half the fee goes back because it is late."""

    package: Package
    since: datetime
    due: datetime
    ends: datetime


def review_clock(package: Package | None, paid: datetime, papers: datetime, holidays: Collection[date]) -> ReviewClock:
    """The clock of a review that is paid and whose documents are here. papers: when the first of them came."""
    since, chosen = max(paid, papers), package or DEFAULT_PACKAGE
    hours, ends = REVIEW_HOURS.get(chosen), since + REVIEW_GUARANTEE
    due = clocks.same_day(since, holidays) if hours is None else clocks.within_hours(since, hours, holidays)
    return ReviewClock(chosen, since, min(due, ends), ends)

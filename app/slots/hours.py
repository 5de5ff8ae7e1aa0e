"""The rules that staff set for consultation times, and the times that follow from them."""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise

from app import fields
from app.slots.rules import SYDNEY, WORKING_WEEK

DAY_MINUTES = 24 * 60
LONGEST_MINUTES = 240
# Of each number of the rules, as its field is called: the least and the most that it may be.
BOUNDS = {
    "minutes": (15, LONGEST_MINUTES),
    "bufferMinutes": (0, 120),
    "noticeHours": (0, 14 * 24),
    "horizonWeeks": (1, 26),
}
REASON = fields.text(1, 120, fields.REQUIRED, "The reason")  # of a closure, for staff alone
MOST_RANGES = 6  # of a weekday
MOST_CLOSURES = 200

OVERLAP = "These hours overlap"
BACKWARDS = "The end must be after the beginning"
TOO_SHORT = "A consultation does not fit into these hours"


@dataclass(frozen=True, order=True)
class Hours:
    """A range of a weekday (0 is Monday) on Sydney's wall clock, in minutes since midnight."""

    weekday: int
    opens: int
    closes: int


@dataclass(frozen=True, order=True)
class Closure:
    """From when until when nothing can be booked, and why: staff's own words for themselves."""

    starts: datetime
    ends: datetime
    reason: str


@dataclass(frozen=True)
class Rules:
    """When consultations can be booked. `added` and `blocked`: single times beside what the hours give.

    `buffer_minutes` lie between one consultation and the next; `on_holidays`: on NSW's public holidays, too.
    """

    hours: tuple[Hours, ...] = tuple(Hours(weekday, 9 * 60, 16 * 60 + 45) for weekday in WORKING_WEEK)
    minutes: int = 45
    buffer_minutes: int = 15
    notice_hours: int = 24
    horizon_weeks: int = 8
    on_holidays: bool = False
    closures: tuple[Closure, ...] = ()
    added: frozenset[datetime] = frozenset()
    blocked: frozenset[datetime] = frozenset()

    def bookable(self, now: datetime) -> tuple[datetime, datetime]:
        """The first and last moment at which a consultation may start when a client books it at `now`."""
        return now + timedelta(hours=self.notice_hours), now + timedelta(weeks=self.horizon_weeks)

    def tidy(self) -> "Rules":
        """The same in one order, so that equal rules compare equal."""
        return replace(self, hours=tuple(sorted(self.hours)), closures=tuple(sorted(set(self.closures))))


def changes_told(before: Rules, after: Rules, free: int) -> list[str]:
    """What other numbers of the rules mean, in sentences for staff. free: how many free times there are then."""
    told = []
    if after.minutes != before.minutes:
        remain = "1 free time remains and lasts" if free == 1 else f"{free:,} free times remain and last"
        told.append(
            f"{remain} {after.minutes} minutes, not {before.minutes}. The public pages say {after.minutes} minutes, "
            "too; times that are held or booked stay as long as they are."
        )
    if after.notice_hours != before.notice_hours:
        told.append(f"Clients book at least {after.notice_hours} hours ahead, not {before.notice_hours}.")
    if after.horizon_weeks != before.horizon_weeks:
        told.append(f"Clients book up to {after.horizon_weeks} weeks ahead, not {before.horizon_weeks}.")
    return told


@dataclass(frozen=True)
class Kept:
    """A time that is somebody's, held or booked, and how long it was offered for."""

    start: datetime
    minutes: int


def wanted(rules: Rules, first: date, last: date, holidays: Collection[date]) -> list[datetime]:
    """Every start that the rules ask for from `first` to `last` (Sydney's days, both included), in UTC, in order.

    The hours are the wall clock's, so that nine stays nine when daylight saving begins or ends; what that night leaves
    out is left out, and of what it lets overlap the later one. A time that staff added takes the place of what it
    overlaps; one that is blocked, or in a closure, is not there at all.
    """
    closures = sorted((each.starts, each.ends) for each in rules.closures)
    lasts = timedelta(minutes=rules.minutes)

    def is_open(start: datetime) -> bool:
        return start not in rules.blocked and not any(
            begins < start + lasts and start < ends for begins, ends in closures
        )

    days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    added = sorted(start for start in rules.added if first <= start.astimezone(SYDNEY).date() <= last)
    taken = [Kept(start, rules.minutes) for start in added if is_open(start)]
    regular = [start for day in days for start in _starts(rules, day, holidays) if is_open(start)]
    return sorted([kept.start for kept in taken] + clear_of(regular, rules.minutes, taken))


def _starts(rules: Rules, day: date, holidays: Collection[date]) -> list[datetime]:
    if day in holidays and not rules.on_holidays:
        return []
    minutes = [
        minute
        for hours in sorted(rules.hours)
        if hours.weekday == day.weekday()
        for minute in range(hours.opens, hours.closes - rules.minutes + 1, rules.minutes + rules.buffer_minutes)
    ]
    made: list[datetime] = []
    for minute in minutes:
        wall = datetime.combine(day, time(*divmod(minute, 60)), SYDNEY)
        start = wall.astimezone(UTC)
        # A wall time that the night skips comes back as another one.
        exists = start.astimezone(SYDNEY).replace(tzinfo=None) == wall.replace(tzinfo=None)
        if exists and not (made and start < made[-1] + timedelta(minutes=rules.minutes)):
            made.append(start)
    return made


def offered(times: Sequence[datetime], rules: Rules, kept: Iterable[Kept]) -> list[datetime]:
    """Which of the wanted `times` can be free beside those that are somebody's: none overlaps with one of these.

    One that was offered under other rules keeps the buffer around it, too.
    """
    known = set(times)
    buffer = timedelta(minutes=rules.buffer_minutes)
    around = [
        each if each.start in known else Kept(each.start - buffer, each.minutes + 2 * rules.buffer_minutes)
        for each in kept
    ]
    return clear_of(times, rules.minutes, around)


def clear_of(times: Iterable[datetime], minutes: int, taken: Iterable[Kept]) -> list[datetime]:
    """Those of `times`, each so many minutes long, that overlap with none that is taken."""
    spans = sorted((each.start, each.start + timedelta(minutes=each.minutes)) for each in taken)
    begins = [begin for begin, _ in spans]
    longest = max((end - begin for begin, end in spans), default=timedelta())
    free = []
    for start in times:
        end = start + timedelta(minutes=minutes)
        near = spans[bisect_left(begins, start - longest) : bisect_left(begins, end)]
        if not any(begin < end and start < until for begin, until in near):
            free.append(start)
    return free


def problems(rules: Rules) -> dict[str, str]:
    """What is wrong with rules, by the field of the form: empty where they can be kept."""
    found: dict[str, str] = {}
    numbers = (rules.minutes, rules.buffer_minutes, rules.notice_hours, rules.horizon_weeks)
    for (name, (least, most)), number in zip(BOUNDS.items(), numbers, strict=True):
        if not least <= number <= most:
            found[name] = f"Please enter a number from {least} to {most}"
    for weekday in range(7):
        ranges = sorted(each for each in rules.hours if each.weekday == weekday)
        field = f"weekdays.{weekday}"
        if any(each.closes <= each.opens for each in ranges):
            found[field] = BACKWARDS
        elif any(later.opens < earlier.closes for earlier, later in pairwise(ranges)):
            found[field] = OVERLAP
        elif any(each.closes - each.opens < rules.minutes for each in ranges):
            found[field] = TOO_SHORT
        elif len(ranges) > MOST_RANGES:
            found[field] = f"At most {MOST_RANGES} ranges a day"
    return found

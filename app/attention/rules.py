"""What waits for staff: lines, in the order in which they are to be done, and how late each is in words."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from app import fields
from app.slots.rules import SYDNEY

WHY = fields.text(0, 200, "", "The reason")  # of staff, for staff


class Matter(StrEnum):
    """What a line is about; those that are as urgent stand in this order."""

    CONTACT = "contact"  # paid, without a time, and nobody has called yet
    REVIEW = "review"
    HOLD = "hold"
    ENQUIRY = "enquiry"
    MESSAGES = "messages"
    LETTER = "letter"
    PART_PAID = "part_paid"
    OVERDUE = "overdue"  # a bill
    TRANSFER = "transfer"
    NEWS = "news"  # an alert
    CONSULTATION = "consultation"  # over, and nobody has said whether it was held, or what comes next
    TIME = "time"  # paid, without a time, although somebody has called
    DOCUMENTS = "documents"
    CHECKLIST = "checklist"
    EMAIL_CHANGE = "email_change"
    DELETION = "deletion"
    BACKUP = "backup"  # none for longer than a night
    SETTING = "setting"


class Urgency(StrEnum):
    """How soon a line is to be done, in the order of the list."""

    LATE = "late"
    TODAY = "today"
    WAITING = "waiting"  # whenever somebody has time
    LATER = "later"  # another day


@dataclass(frozen=True)
class Line:
    """Something that waits for staff.

    `subject`: what it is about among those of its kind; `reason`: why it waits, which is another one when something new
    has happened. `since`: when it began; `due`: when it is late, None where nothing was promised. `project_id`: whose,
    `part`: of its record; `link`: a path of the site, for what is no project's; `who`: a name, where it is known.
    `quote`: the newest of what waits in its own words, for the staff page alone and never for a letter.
    """

    kind: Matter
    subject: str
    reason: str
    what: str
    since: datetime | None
    due: datetime | None = None
    project_id: int | None = None
    part: str = ""
    link: str = ""
    who: str = ""
    label: str = ""  # of an alert: its own kind
    quote: str = ""


def stamp(moment: datetime) -> str:
    """A moment as a part of a reason, as columns keep it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def urgency(due: datetime | None, now: datetime) -> Urgency:
    """How soon what is due then is to be done."""
    if due is None:
        return Urgency.WAITING
    if due <= now:
        return Urgency.LATE
    return Urgency.TODAY if due.astimezone(SYDNEY).date() == now.astimezone(SYDNEY).date() else Urgency.LATER


def in_order(lines: Iterable[Line], now: datetime) -> list[Line]:
    """The most urgent first: by group, then by when they are due or, where they are not, by kind and age."""
    groups, kinds = list(Urgency), list(Matter)

    def place(line: Line) -> tuple[int, float, int, float, str]:
        due = line.due.timestamp() if line.due else 0.0
        group = groups.index(urgency(line.due, now))
        return group, due, kinds.index(line.kind), line.since.timestamp() if line.since else 0.0, line.subject

    return sorted(lines, key=place)


def day_of(moment: datetime, now: datetime) -> str:
    """'today', 'tomorrow', 'yesterday' or 'Fri 20 Nov', in Sydney."""
    day, today = moment.astimezone(SYDNEY).date(), now.astimezone(SYDNEY).date()
    near = {-1: "yesterday", 0: "today", 1: "tomorrow"}
    return near.get((day - today).days) or day_text(moment)


def standing(line: Line, now: datetime) -> str:
    """How late it is, in plain words: '2 h late', 'due today 4:00 pm', 'since yesterday'; '' where it always was so."""
    if line.due is None:
        return f"since {day_of(line.since, now)}" if line.since else ""
    if line.due <= now:
        return f"{_length(now - line.due)} late"
    return f"due {day_of(line.due, now)} {clock_text(line.due)}"


def _length(time: timedelta) -> str:
    minutes = int(time / timedelta(minutes=1))
    if minutes < 60:
        return f"{max(1, minutes)} min"
    if minutes < 48 * 60:
        return f"{minutes // 60} h"
    return f"{minutes // (24 * 60)} days"


def day_text(moment: datetime) -> str:
    """'Fri 20 Nov', in Sydney."""
    local = moment.astimezone(SYDNEY)
    return f"{local:%a} {local.day} {local:%b}"


def clock_text(moment: datetime) -> str:
    """'4:00 pm', in Sydney."""
    local = moment.astimezone(SYDNEY)
    return f"{local.hour % 12 or 12}:{local:%M} {'am' if local.hour < 12 else 'pm'}"


def moment_text(moment: datetime) -> str:
    """'Fri 20 Nov, 4:00 pm', in Sydney."""
    return f"{day_text(moment)}, {clock_text(moment)}"

"""Everything that waits for staff, and what they did with it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.accounts.models import Admin
from app.alerts.links import project_of
from app.attention import desk, owed, sources
from app.attention.lines import Days, moments_to_snooze
from app.attention.models import Handling
from app.attention.rules import Line, Matter, in_order
from app.projects.models import Project
from app.projects.rules import reference
from app.proofs.persons import Persons
from app.slots.calendar import nsw_holidays

MOST = 25  # of a kind; the others follow as these are done
ALL = 1_000_000
AROUND = timedelta(days=60)  # as far as clocks look, to either side

Source = Callable[[datetime, Days, int], list[Line]]
SOURCES: dict[Source, tuple[Matter, ...]] = {
    sources.contacts: (Matter.CONTACT, Matter.TIME),
    sources.consultations: (Matter.CONSULTATION,),
    sources.reviews: (Matter.REVIEW,),
    sources.reviews_to_bill: (Matter.REVIEW,),
    owed.holds: (Matter.HOLD,),
    owed.transfers: (Matter.TRANSFER,),
    owed.part_paid: (Matter.PART_PAID,),
    owed.overdue: (Matter.OVERDUE,),
    sources.documents: (Matter.DOCUMENTS,),
    sources.messages: (Matter.MESSAGES,),
    sources.unanswered: (Matter.MESSAGES,),
    sources.checklists: (Matter.CHECKLIST,),
    desk.enquiries: (Matter.ENQUIRY,),
    desk.letters: (Matter.LETTER,),
    desk.email_changes: (Matter.EMAIL_CHANGE,),
    desk.deletions: (Matter.DELETION,),
    desk.backups: (Matter.BACKUP,),
    desk.settings: (Matter.SETTING,),
    desk.alerts: (Matter.NEWS,),
}


@dataclass(frozen=True)
class Waiting:
    """A line as staff see it. `reference`: of its project, '' where it has none."""

    line: Line
    who: str
    reference: str
    project_id: int | None
    taken_by: Admin | None
    snoozed_until: datetime | None


@dataclass(frozen=True)
class Desk:
    """What waits now, and what is put off, each in order.

    `cut`: whether there is more of a kind than is shown; `moments`: until when a line may be put off, in words.
    """

    open: list[Waiting]
    snoozed: list[Waiting]
    cut: bool
    moments: list[tuple[str, datetime]]


def waiting(now: datetime) -> Desk:
    """What waits for staff at `now`, in as many statements for much as for little."""
    handled, days = Handling.all_of_them(), _holidays(now)
    shown: list[Line] = []
    put_off: list[Line] = []
    cut = False
    for source, kinds in SOURCES.items():
        # What is hidden stands before the rest: without it, what is done could keep what is not from the list.
        hidden = sum(kind in kinds for kind, _ in handled)
        found = source(now, days, MOST + hidden + 1)
        left = [line for line in found if not _handling(handled, line).hides(line, now)]
        cut |= len(left) > MOST
        shown += left[:MOST]
        put_off += [line for line in found if _handling(handled, line).is_snoozed(line, now)]
    named = _Names([*shown, *put_off])
    both = [[named.show(line, _handling(handled, line)) for line in in_order(each, now)] for each in (shown, put_off)]
    return Desk(both[0], both[1], cut, moments_to_snooze(now, days))


def all_of(kinds: Iterable[Matter], now: datetime) -> dict[tuple[str, str], Line]:
    """Every line of these kinds at `now`, done or not, by what it is about."""
    wanted, days = set(kinds), _holidays(now)
    found = [line for source, of in SOURCES.items() if wanted & set(of) for line in source(now, days, ALL)]
    return {(line.kind, line.subject): line for line in found}


def find(kind: Matter, subject: str, now: datetime) -> Line | None:
    """The line of that kind about that subject, None when there is none (any more)."""
    return all_of((kind,), now).get((kind, subject))


def _holidays(now: datetime) -> Days:
    return nsw_holidays((now - AROUND).date(), (now + AROUND).date())


def _handling(handled: dict[tuple[str, str], Handling], line: Line) -> Handling:
    return handled.get((line.kind, line.subject)) or Handling()


class _Names:
    """Whose the lines are, read together."""

    def __init__(self, lines: list[Line]) -> None:
        ids = {number for line in lines if (number := _project_id(line)) is not None}
        projects = Project.with_clients(ids)
        self._persons, self._projects = Persons(projects), {project.id: project for project in projects}

    def show(self, line: Line, handling: Handling) -> Waiting:
        """A line with whose it is and who has it."""
        project = self._projects.get(_project_id(line) or 0)
        return Waiting(
            line,
            line.who or (self._persons.of(project).name if project else ""),
            reference(project.id) if project else "",
            project.id if project else None,
            handling.taken_by,
            handling.snoozed_until,
        )


def _project_id(line: Line) -> int | None:
    return project_of(line.link) if line.project_id is None else line.project_id

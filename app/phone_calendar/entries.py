"""What stands in the calendar of consultations, for staff's own calendars."""

from collections.abc import Iterable
from datetime import UTC, datetime

from app.accounts.models import Client
from app.config import in_force
from app.consultations.confirmed import confirmed_among
from app.meeting import LABELS
from app.phone_calendar.rules import Blocked, Booked, window
from app.projects.models import Project
from app.projects.rules import ProjectStatus, reference
from app.proofs.persons import Persons
from app.slots.availability import Availability
from app.slots.models import Hold, Slot


def booked(now: datetime) -> list[Booked]:
    """The times that are their clients' for good, in order: as /admin/appointments has them, without cancelled ones."""
    first, last = window(now)
    times = Hold.select(Hold, Slot).join(Slot).where(Slot.date.between(first, last), Hold.released_at.is_null())
    # Asked for in SQL, the index of what expires would lead through every time that was ever paid for.
    slots = {hold.project_id: hold.slot for hold in times if hold.expires_at is None}
    rows = _projects(slots)
    persons, standing = Persons(rows), confirmed_among(row.id for row in rows)
    made = []
    for row in rows:
        slot, person = slots[row.id], persons.of(row)
        made.append(
            Booked(
                reference=reference(row.id),
                start=slot.date,
                minutes=slot.minutes,
                sequence=row.calendar_sequence,
                changed_at=row.updated_at,
                stands=row.id in standing,
                name=person.name,
                phone=person.phone,
                way=LABELS[row.way_to_meet],
                location=row.how_to_meet(person.phone).location,
                page=f"{in_force().server.address}{row.staff_page}",
            )
        )
    return sorted(made, key=lambda each: each.start)


def blocked(now: datetime) -> list[Blocked]:
    """Closures, and single times to come that staff took out of the calendar; in order."""
    first, last = window(now)
    row = Availability.present()
    rules = row.whole()
    spans = [(each.starts.astimezone(UTC), each.ends.astimezone(UTC)) for each in rules.closures]
    out = Slot.select().where(Slot.blocked, ~Slot.is_booked, Slot.date > now, Slot.date <= last)
    spans += [(slot.date, slot.ends) for slot in out if slot.date in rules.blocked]
    shown = sorted({(starts, ends) for starts, ends in spans if starts < last and ends > first})
    return [Blocked(starts, ends, row.changed_at or starts) for starts, ends in shown]


def _projects(ids: Iterable[int]) -> list[Project]:
    known = Project.select(Project, Client).join(Client).where(Project.id.in_(list(ids)), Project.erased_at.is_null())
    return list(known.where(Project.status != ProjectStatus.CANCELLED))

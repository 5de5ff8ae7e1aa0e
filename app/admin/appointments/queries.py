"""What the back office reads about the calendar of consultations."""

from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from peewee import SQL

from app.accounts.actions import Details
from app.accounts.models import Admin, Client
from app.admin.appointments.schemas import (
    Appointment,
    Calendar,
    CalendarDays,
    ClosureOut,
    Consequences,
    Holiday,
    RulesOut,
    TheirProject,
    TheirState,
    Touched,
)
from app.consultations.confirmed import confirmed_among
from app.errors import invalid
from app.projects.models import Project
from app.projects.naming import names_of
from app.projects.rules import reference
from app.proofs.persons import Persons
from app.rows import Prepared, these
from app.slots.availability import Availability
from app.slots.calendar import holiday_names
from app.slots.models import Hold, Slot
from app.slots.planning import Plan
from app.slots.rules import SYDNEY

MOST_DAYS = 62


def calendar(query: CalendarDays, now: datetime) -> Calendar:
    """The days of a view: every time that is somebody's, and those to come that are free or blocked by staff."""
    if not 0 <= (query.last - query.first).days < MOST_DAYS:
        raise invalid({"last": f"Please ask for 1 to {MOST_DAYS} days"})
    begins, ends = _midnight(query.first), _midnight(query.last + timedelta(days=1))
    rules = Availability.rules()
    slots = list(Slot.select().where(Slot.date >= begins, Slot.date < ends).order_by(Slot.date))
    holds = _holds(slot.id for slot in slots if slot.is_booked)
    projects, states = _projects(hold.project_id for hold in holds.values()), _states(holds.values())
    soonest, furthest = rules.bookable(now)
    times = []
    for slot in slots:
        hold = holds.get(slot.id)
        if hold is None and (slot.date <= now or (slot.blocked and slot.date not in rules.blocked)):
            continue
        times.append(
            Appointment(
                id=slot.id,
                start=slot.date,
                minutes=slot.minutes,
                state=states[hold.project_id] if hold else "blocked" if slot.blocked else "free",
                bookable=hold is None and not slot.blocked and soonest <= slot.date <= furthest,
                outside=hold is not None and slot.blocked and slot.date > now,
                expires_at=hold.expires_at if hold else None,
                project=projects[hold.project_id] if hold else None,
                outcome=hold.outcome if hold else None,
            )
        )
    return Calendar(
        times=times,
        closures=[
            ClosureOut.model_validate(each) for each in rules.closures if each.starts < ends and each.ends > begins
        ],
        holidays=[Holiday(day=day, name=name) for day, name in holiday_names(query.first, query.last)],
    )


def rules_in_force() -> RulesOut:
    """The rules, and who changed them last."""
    row = Availability.present()
    by = {"version": row.version, "changed_at": row.changed_at, "changed_by": row.changed_by}
    return RulesOut.model_validate({**vars(row.whole()), **by})


def consequences(plan: Plan) -> Consequences:
    """A plan with names."""
    holds = _holds(slot.id for slot, _ in plan.touched)
    projects, states = _projects(hold.project_id for hold in holds.values()), _states(holds.values())
    return Consequences(
        appear=plan.appear,
        disappear=plan.disappear,
        touched=[
            Touched(
                start=slot.date,
                state=states[holds[slot.id].project_id],
                project=projects[holds[slot.id].project_id],
                was=not was_asked_for,
            )
            for slot, was_asked_for in plan.touched
        ],
        told=plan.told,
    )


def _states(holds: Collection[Hold]) -> dict[int, TheirState]:
    """How the time of each project stands that has one of these."""
    confirmed = confirmed_among(hold.project_id for hold in holds)
    return {
        hold.project_id: "held" if hold.expires_at else "booked" if hold.project_id in confirmed else "refunded"
        for hold in holds
    }


def _holds(slots: Iterable[int]) -> dict[int, Hold]:
    return {hold.slot_id: hold for hold in _HOLDS.rows(slots)}


def _open_holds(slots: SQL) -> Any:
    told = (Hold.slot, Hold.project_id, Hold.expires_at, Hold.outcome)
    return Hold.select(*told).where(Hold.slot.in_(these(slots)), Hold.released_at.is_null())


_HOLDS = Prepared(_open_holds)


def _projects(ids: Iterable[int]) -> dict[int, TheirProject]:
    rows = _PROJECTS.rows(ids)
    kept = {number: Details(*told) for number, *told in _KEPT.rows(row.client_id for row in rows)}
    advisers = {admin.id: admin.name for admin in Admin.select(Admin.id, Admin.name)}
    persons, names = Persons(rows, kept), names_of(rows)
    return {row.id: _told(row, persons.of(row), names[row.id], advisers.get(row.adviser_id, "")) for row in rows}


# Only what is told, and each table by itself: two months hold hundreds of times, and to read their clients' whole
# records, or to join them, takes most of the time.
def _told_of(ids: SQL) -> Any:
    told = (Project.id, Project.service_type, Project.status, Project.meeting_way, Project.proved_at)
    return Project.select(*told, Project.client, Project.adviser).where(Project.id.in_(these(ids)))


def _kept_of(client_ids: SQL) -> Any:
    return Client.select(Client.id, *Details.kept_in()).where(Client.id.in_(these(client_ids))).tuples()


_PROJECTS, _KEPT = Prepared(_told_of), Prepared(_kept_of)


def _told(project: Project, who: Details, title: str, adviser: str) -> TheirProject:
    return TheirProject(
        id=project.id,
        reference=reference(project.id),
        name=who.name,
        service_title=title,
        status=project.status,
        meeting=project.how_to_meet(who.phone).for_staff,
        adviser=adviser,
    )


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), SYDNEY).astimezone(UTC)

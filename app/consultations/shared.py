"""The consultation that a project shares with the one it goes on from."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from peewee import SQL

from app.alerts.actions import tell_staff
from app.clock import sydney_text
from app.consultations.confirmed import confirmed_among
from app.consultations.rules import shared_said, shared_said_to_staff
from app.documents.models import Document
from app.projects.models import Project
from app.projects.rules import CLOSED, ProjectStatus, reference, shared_lost_key, whom_to_ask
from app.rows import Prepared, these
from app.slots.models import Hold
from app.slots.rules import Attendance


def shared_with(project: Project, now: datetime) -> str:
    """How the consultation stands that `project` shares, in words; '' for one that has or chooses its own.

    Nothing of a cancelled one, which needs none.
    """
    is_asked = project.shares_consultation and project.appointment_date is None
    if not is_asked or project.status == ProjectStatus.CANCELLED:
        return ""
    return shared_said(**_shared(project.consultation_of, now), goes_on=project.status not in CLOSED)


def shared_time(project: Project, now: datetime) -> str:
    """The same as `shared_with` without what is asked of the client, for the place of a time."""
    if not project.shares_consultation or project.appointment_date is not None:
        return ""
    return shared_said(**_shared(project.consultation_of, now), goes_on=False)


def shared_for_staff(project: Project, now: datetime) -> str:
    """What staff read of the project that `project` goes on from; '' where it goes on from none."""
    if not project.shares_consultation:
        return ""
    return shared_said_to_staff(**_shared(project.consultation_of, now), has_own=project.appointment_date is not None)


def sharers_among(projects: Collection[Project], now: datetime) -> dict[int, list[str]]:
    """The same as `open_sharers`, by their references."""
    return {number: [reference(each) for each in ids] for number, ids in open_sharers(projects, now).items()}


def open_sharers(projects: Collection[Project], now: datetime) -> dict[int, list[int]]:
    """The open projects that lose the consultation of each of these with it, by their numbers.

    None where it was held, or its time has passed. In as many statements for many as for one.
    """
    found: dict[int, list[int]] = {project.id: [] for project in projects}
    ahead = [row.id for row in projects if row.appointment_date is None or row.appointment_date > now]
    last = Hold.last_among(ahead)
    lost = [number for number in ahead if number not in last or last[number].outcome != Attendance.HELD]
    for number, of in _SHARING.rows(lost) if lost else ():
        found[of].append(number)
    return found


def _sharing(project_ids: SQL) -> Any:
    open_ones = Project.consultation_of.in_(these(project_ids)), Project.status.not_in(CLOSED)
    sharing = Project.select(Project.id, Project.consultation_of).where(*open_ones, Project.appointment_date.is_null())
    return sharing.order_by(Project.id).tuples()


_SHARING = Prepared(_sharing)


def has_lost(project: Project, now: datetime) -> bool:
    """Whether the consultation that `project` shares was cancelled before it was held."""
    if not project.shares_consultation or project.appointment_date is not None:
        return False
    stands = _shared(project.consultation_of, now)
    return stands["status"] is ProjectStatus.CANCELLED and not stands["is_over"]


def tell_of_lost(project: Project, now: datetime) -> None:
    """Staff are to agree with the client of `project` on what it needs without the consultation that it shared.

    They are told each time; `projects.actions` withdraws it. Joins the caller's `write()`.
    """
    name, before = reference(project.id), reference(project.consultation_of_id)
    whom = whom_to_ask(project.is_disowned, project.client.name, project.client.phone)
    said = f"{before} is cancelled, whose consultation {name} shares: please agree with {whom} on what {name} needs."
    # Once it is paid, its own checklist asks for that by itself.
    if Document.are_awaited(project.consultation_of_id) and not Document.are_awaited(project.id):
        said += f" What was still to come under {before} is asked for no more: please ask for it under {name}."
    tell_staff("shared_lost", shared_lost_key(project.id), said, project.staff_page, now=now)


def _shared(before: Project, now: datetime) -> dict[str, Any]:
    start = before.appointment_date if before.id in confirmed_among([before.id]) else None
    last = Hold.last_of_project(before.id)
    return {
        "reference": reference(before.id),
        "status": ProjectStatus(before.status),
        "start": sydney_text(start) if start else "",
        "is_missed": last is not None and last.outcome == Attendance.NO_SHOW,
        "is_over": (last is not None and last.outcome == Attendance.HELD) or (start is not None and start <= now),
    }

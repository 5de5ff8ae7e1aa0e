"""The consultation that a project shares with the one it goes on from."""

from collections.abc import Collection
from datetime import datetime

from app.clock import sydney_text
from app.consultations.confirmed import confirmed_among
from app.consultations.rules import shared_said
from app.projects.models import Project
from app.projects.rules import CLOSED, ProjectStatus, reference
from app.slots.models import Hold
from app.slots.rules import Attendance


def shared_with(project: Project, now: datetime) -> str:
    """How the consultation stands that `project` shares, in words; '' for one that has or chooses its own.

    Nothing of a cancelled one, which needs none.
    """
    before: Project | None = project.consultation_of if project.shares_consultation else None
    if before is None or project.appointment_date is not None or project.status == ProjectStatus.CANCELLED:
        return ""
    start = before.appointment_date if before.id in confirmed_among([before.id]) else None
    last = Hold.last_of_project(before.id)
    is_held = last is not None and last.outcome == Attendance.HELD
    is_over = is_held or (start is not None and start <= now)
    when, goes_on = sydney_text(start) if start else "", project.status not in CLOSED
    return shared_said(reference(before.id), ProjectStatus(before.status), when, is_over, goes_on)


def sharers_among(projects: Collection[Project], now: datetime) -> dict[int, list[str]]:
    """The open projects that lose the consultation of each of these with it, by their references.

    None where it was held, or its time has passed. In as many statements for many as for one.
    """
    found: dict[int, list[str]] = {project.id: [] for project in projects}
    ahead = [row.id for row in projects if row.appointment_date is None or row.appointment_date > now]
    last = Hold.last_among(ahead)
    lost = [number for number in ahead if number not in last or last[number].outcome != Attendance.HELD]
    sharing = Project.select().where(Project.consultation_of.in_(lost), Project.status.not_in(CLOSED))
    for row in sharing.where(Project.appointment_date.is_null()).order_by(Project.id):
        found[row.consultation_of_id].append(reference(row.id))
    return found

"""The consultation that a project shares with the one it goes on from."""

from datetime import datetime

from app.clock import sydney_text
from app.consultations.confirmed import confirmed_among
from app.consultations.rules import shared_said
from app.projects.models import Project
from app.projects.rules import ProjectStatus, reference
from app.slots.models import Hold
from app.slots.rules import Attendance


def shared_with(project: Project, now: datetime) -> str:
    """How the consultation stands that `project` shares, in words; '' for one that has or chooses its own."""
    before: Project | None = project.consultation_of if project.shares_consultation else None
    if before is None or project.appointment_date is not None:
        return ""
    start = before.appointment_date if before.id in confirmed_among([before.id]) else None
    last = Hold.last_of_project(before.id)
    is_held = last is not None and last.outcome == Attendance.HELD
    is_over = is_held or (start is not None and start <= now)
    when = sydney_text(start) if start else ""
    return shared_said(reference(before.id), ProjectStatus(before.status), when, is_over)

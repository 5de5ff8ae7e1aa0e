"""Reminding clients of their consultations, and whether one will be: what letters and pages say of it."""

from datetime import datetime
from typing import Any

from app.alerts import trouble
from app.consultations.confirmed import is_confirmed
from app.consultations.notices import Notices
from app.consultations.rules import DATED, REMIND_AHEAD, is_reminded
from app.db import write
from app.mail.models import letter_written
from app.projects.models import Project
from app.projects.rules import reference

TOLD_BY = ("consultation_confirmed", "consultation_moved")  # the letters that tell the client of the time


def is_to_be_reminded(project: Project, now: datetime) -> bool | None:
    """Whether a reminder comes; None for a project without a time to be reminded of.

    None, too, where the money was given back: whether that one takes place, staff agree with the client.
    """
    start: datetime | None = project.appointment_date
    if start is None or start < now or project.status not in DATED or not is_confirmed(project):
        return None
    told = letter_written(project.id, TOLD_BY)
    return told is None or is_reminded(told, start)


def remind(now: datetime) -> int:
    """Write to every client whose consultation begins within the next 24 hours, once; returns how many are due.

    Not to those whom another letter told of that time only lately (see `is_reminded`), and not where the money was
    given back: whether that one takes place, staff agree with the client.
    """
    due = list(Project.select(Project.id).where(_needs_reminder(now)))
    return trouble.each(
        "reminders", "the reminder", due, lambda each: remind_of(each, now), lambda each: reference(each.id)
    )


def _needs_reminder(now: datetime) -> Any:
    soon = Project.appointment_date.between(now, now + REMIND_AHEAD)
    return Project.status.in_(DATED) & soon


def remind_of(due: Project, now: datetime) -> bool:
    """Write to the client of one consultation; False when it is off, moved or told of only lately."""
    # Read under the lock: one that is cancelled or moved meanwhile must not be reminded of.
    with write():
        project = Project.get_or_none(Project.id == due.id, _needs_reminder(now))
        if project is None or not is_to_be_reminded(project, now):
            return False
        Notices(project, now).reminder(project.appointment_date)
    return True

"""Reminding clients of the documents that their projects still need: twice at most, while the office is open."""

from datetime import datetime
from typing import Any

from app.alerts import trouble
from app.checklist.models import Need
from app.checklist.notices import needed_key, post_needed
from app.checklist.rules import reminder_due
from app.db import write
from app.mail.models import written_at
from app.orders.models import Order
from app.orders.rules import IS_PAID
from app.projects.models import Project
from app.projects.rules import CLOSED, reference
from app.slots.calendar import holidays_of
from app.slots.rules import is_office_hour


def remind(now: datetime) -> int:
    """Write to every client who is to be reminded now; returns how many letters that were."""
    if not is_office_hour(now, holidays_of(now.year)):
        return 0
    due = list(Project.select(Project.id).where(_is_waited_for()))
    return trouble.each(
        "document_reminders",
        "the reminder of documents",
        due,
        lambda each: remind_of(each, now),
        lambda each: reference(each.id),
    )


def remind_of(due: Project, now: datetime) -> bool:
    """Write to one client unless nothing is missing any more, or it is not the time; whether a letter was written."""
    with write():
        project = Project.get_or_none(Project.id == due.id, _is_waited_for())
        if project is None or not project.client.has_sign_in:
            return False
        missing = Need.missing_of(project.id)
        asked = max(need.asked_at for need in missing)
        first, second = (needed_key(project.id, asked, number) for number in (1, 2))
        written = written_at((first, second))
        number = reminder_due(asked, written.get(first), written.get(second), now)
        if number is None:
            return False
        post_needed(project, missing, asked=asked, number=number, now=now)
    return True


def _is_waited_for() -> Any:
    """Of a project: it is proved, paid and under way, and documents are missing."""
    lacks = Need.select(Need.project_id).where(Need.is_missing())
    return (
        Project.id.in_(lacks)
        & Project.proved_at.is_null(False)
        & Project.erased_at.is_null()
        & Project.status.not_in(CLOSED)
        & Order.is_one_of(IS_PAID)
    )

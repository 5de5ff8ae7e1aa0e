"""Staff note that they were in touch with whoever waits for a consultation's time."""

from datetime import datetime

from app.accounts.models import Admin
from app.audit.actions import note
from app.audit.models import Act
from app.db import write
from app.projects.finding import find_for_staff
from app.projects.models import Project


def contact_made(project_id: int, me: Admin, now: datetime) -> None:
    """Note it; again is another contact. AppError 404 when there is no such project, or it is erased."""
    _set(project_id, now, me, Act.CONTACT, now)


def no_contact(project_id: int, me: Admin, now: datetime) -> None:
    """Take it back; again changes nothing. AppError 404 as above."""
    if find_for_staff(project_id).contacted_at is not None:
        _set(project_id, None, me, Act.TAKE_BACK_CONTACT, now)


def _set(project_id: int, at: datetime | None, me: Admin, act: Act, now: datetime) -> None:
    with write():
        find_for_staff(project_id)
        changes = {"contacted_at": at, "contacted_by": me.username if at else None, "updated_at": now}
        Project.update(**changes).where(Project.id == project_id).execute()
        note(me.actor(), act, f"project:{project_id}", now)

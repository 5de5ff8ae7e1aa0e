"""Which of the times that projects have are consultations: those that are their clients' for good.

A time that is held until it is paid for is nobody's appointment yet, and one whose end has come still less.
"""

from typing import Any

from app.projects.models import Project
from app.slots.models import Hold


def confirmed() -> Any:
    """Of a project: its time is its client's for good. The condition that every list of consultations carries."""
    return Project.appointment_date.is_null(False) & ~Hold.unpaid_of(Project.id)


def is_confirmed(project: Project) -> bool:
    """Whether this project's time is its client's for good."""
    return bool(Project.select().where(Project.id == project.id, confirmed()).exists())

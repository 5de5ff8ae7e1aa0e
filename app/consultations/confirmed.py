"""Which of the times that projects have are consultations: those that are their clients' for good.

A time that is held until it is paid for is nobody's appointment yet, and one whose end has come still less.
"""

from typing import Any

from app.orders.models import Order
from app.orders.rules import IS_PAID
from app.projects.models import Project
from app.projects.rules import CLOSED
from app.slots.models import Hold


def confirmed() -> Any:
    """Of a project: its time is its client's for good. The condition that every list of consultations carries."""
    return Project.appointment_date.is_null(False) & ~Hold.unpaid_of(Project.id)


def lacks_time() -> Any:
    """Of a project: it is paid and under way, and its client may choose the consultation's time.

    A booking's project is not: its time is arranged by the office.
    """
    return (
        Project.intake_id.is_null(False)
        & Order.is_one_of(IS_PAID, Project.id)
        & Project.appointment_date.is_null()
        & Project.status.not_in(CLOSED)
    )


def is_confirmed(project: Project) -> bool:
    """Whether this project's time is its client's for good."""
    return bool(Project.select().where(Project.id == project.id, confirmed()).exists())

"""Which of the times that projects have are consultations: those that are their clients' for good.

A time that is held until it is paid for is nobody's appointment yet, and one whose end has come still less. Whether one
stands whose payment went back says `rules.takes_place`.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from peewee import JOIN, SQL

from app.clock import sydney_text
from app.consultations.rules import LEAST_TO_MOVE, MOVE_UNTIL, Barrier, is_paid_back, move_barrier, said, takes_place
from app.mail.content import Firm
from app.orders.models import Order
from app.orders.rules import IS_PAID, OrderState
from app.projects.models import Project
from app.projects.rules import BEFORE_WORK, CLOSED, ProjectStatus
from app.rows import Prepared, these
from app.slots.models import Hold


def is_kept() -> Any:
    """Of a project: its time is its client's for good. The condition that every list of consultations carries."""
    return Project.appointment_date.is_null(False) & ~Hold.unpaid_of(Project.id)


def has_another(project: Project, now: datetime) -> bool:
    """Whether this project's client has a consultation ahead of them for the same service in another project."""
    same = (Project.client == project.client_id) & (Project.service_type == project.service_type)
    ahead = (Project.id != project.id) & (Project.appointment_date > now) & Project.status.not_in(CLOSED)
    ahead &= ~Order.is_one_of((OrderState.REFUNDED,))
    return bool(Project.select().where(same, ahead, Project.proved_at.is_null(False), is_kept()).exists())


def lacks_time() -> Any:
    """Of a project: it is paid, work on it has not begun, and its client is to choose the consultation's time.

    Where a consultation is all that was bought, that is the work: staff may have begun to prepare it. What shares the
    consultation of another project needs none.
    """
    prepared = (Project.status == ProjectStatus.IN_PROGRESS) & Order.is_mere_consultation()
    waits = Project.appointment_date.is_null() & (Project.status.in_(BEFORE_WORK) | prepared)
    return Order.is_one_of(IS_PAID) & waits & Project.consultation_of.is_null()


def is_lacking_time(project: Project) -> bool:
    """Whether this project's client is to choose the consultation's time."""
    return project.id in lacking_among([project.id])


def lacking_among(project_ids: Iterable[int]) -> set[int]:
    """Those of these projects whose client is to choose the consultation's time, in one query."""
    return {number for (number,) in _LACKING.rows(project_ids)}


_LACKING = Prepared(lambda ids: Project.select(Project.id).where(Project.id.in_(these(ids)), lacks_time()).tuples())


def confirmed_among(project_ids: Iterable[int]) -> set[int]:
    """Those of these projects whose consultation stands, in one query."""
    return {
        number
        for number, status, state in _KEPT.rows(project_ids)
        if takes_place(True, ProjectStatus(status), OrderState(state or OrderState.UNPAID))
    }


def _kept(project_ids: SQL) -> Any:
    kept = Project.select(Project.id, Project.status, Order.state).where(Project.id.in_(these(project_ids)), is_kept())
    return kept.join(Order, JOIN.LEFT_OUTER, on=Order.begins(Project.id)).tuples()


_KEPT = Prepared(_kept)


def is_confirmed(project: Project) -> bool:
    """Whether this project's consultation stands."""
    return project.id in confirmed_among([project.id])


def still_to_come(project: Project, now: datetime) -> str:
    """The consultation that comes next for the client of a review that has begun, in words; '' where none does."""
    start = project.appointment_date
    if start is not None and start > now and is_confirmed(project):
        return f"Your consultation stays as it is, on {sydney_text(start)}: your review does not wait for it."
    if is_lacking_time(project):
        return (
            "Your consultation is still to come, and your review does not wait for it. Please choose its time on the "
            "page of your project."
        )
    return ""


def moving_said(project: Project, start: datetime, now: datetime) -> str | None:
    """Until when the client may move this project's confirmed consultation at `start`, or that it is too late or was
    done, a sentence or two; None where something else decides about it, or they do not find it in the portal."""
    status, moved = ProjectStatus(project.status), project.client_moved_at is not None
    barrier = move_barrier(status, start, moved, is_paid_back(status, Order.state_of(project.id)), now)
    if not project.is_in_portal or barrier not in (None, Barrier.MOVED, Barrier.NEAR):
        return None
    if barrier is None and start - MOVE_UNTIL - now < LEAST_TO_MOVE:
        return None
    if barrier:
        return said(barrier, Firm.present().phone)
    return f"You can move it once, until {sydney_text(start - MOVE_UNTIL)}, in the client portal."


def has_had_time(project: Project) -> bool:
    """Whether a time was ever held for a project: staff open some without."""
    return project.opened_by_id is None or Hold.last_of_project(project.id) is not None

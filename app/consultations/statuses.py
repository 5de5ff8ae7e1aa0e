"""The status that staff set, with what follows from it."""

from datetime import datetime

from app.alerts.actions import withdraw
from app.audit.actions import Actor, note
from app.audit.models import Act
from app.consultations.notices import Notices
from app.db import write
from app.errors import AppError
from app.orders.actions import fees_used_otherwise, reckon
from app.orders.keys import open_bill_key, refund_due_key, time_kept_key
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.rules import KEPT, OrderState
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import BEFORE_WORK, ProjectStatus, Time, status_news, status_refusal
from app.slots.models import Hold


def time_of(hold: Hold | None, now: datetime) -> Time:
    """How the time that a project keeps stands. hold: its open one, with its slot."""
    if hold is None:
        return Time.NONE
    if hold.expires_at is not None:
        return Time.HELD
    return Time.AHEAD if hold.slot.ends > now else Time.OVER


def news_of(project_id: int, was: ProjectStatus, becomes: ProjectStatus) -> str:
    """Which news of another status a project's client would get: see `status_news`."""
    return status_news(was, becomes, is_consultation=Order.is_consultation_alone(project_id))


def set_status(project_id: int, becomes: ProjectStatus, reason: str, username: str, now: datetime) -> bool:
    """Set a project's status as staff decided; False where it has it already.

    reason: for staff. Its client gets a letter where work begins, where it is completed, and where it is open again.
    AppError 409 for what is not so (`status_refusal`).
    """
    with write():
        project = Project.get_by_id(project_id)
        was = ProjectStatus(project.status)
        if was is becomes:
            return False
        money, orders = Order.state_of(project_id), Order.all_of(project_id)
        time = time_of(Hold.of_project(project_id), now)
        if refusal := status_refusal(becomes, time, money in KEPT, money is OrderState.REFUNDED):
            raise AppError("not_so", 409, refusal)
        projects.change_status(project_id, was, becomes, username, f"Set by staff: {reason}", now)
        note(Actor.staff(username), Act.SET_STATUS, f"project:{project_id}", now, f"{was} to {becomes}: {reason}")
        if was is ProjectStatus.CANCELLED:
            _await_no_more(orders[:1], now)
            fees_used_otherwise(project_id, now)
            for key in (refund_due_key(project_id), *(open_bill_key(each.id) for each in orders)):
                withdraw(key)
        if becomes not in BEFORE_WORK:
            withdraw(time_kept_key(project_id))
        present = Project.get_by_id(project_id)
        if (news := news_of(project_id, was, becomes)) and present.is_in_portal:
            Notices(present, now).goes_on(news)
    return True


def _await_no_more(begun: list[Order], now: datetime) -> None:
    """The transfer that a project was begun with is not waited for: its client was asked not to make it.

    Should it come after all, staff find it among those that were given up.
    """
    for order in begun:
        awaited = Payment.order == order.id, Payment.is_awaited()
        if Payment.update(superseded=True, updated_at=now).where(*awaited).execute():
            reckon(order.id, now)

"""A plain model of what a client may do with a consultation: what somebody with a calendar on the wall would say."""

from datetime import datetime, timedelta

from app.orders.models import Order
from app.projects.models import Project
from app.slots.models import Hold, Slot

DAY = timedelta(hours=24)


def is_theirs(project: Project) -> bool:
    """Whether the project is open, and its time its client's for good."""
    hold = Hold.of_project(project.id)
    return hold is not None and hold.kind == "paid" and project.status not in ("cancelled", "completed")


def may_shift(project: Project, to: Slot, has_shifted: bool, now: datetime) -> bool:
    """Whether the client may move the consultation there: once, a day ahead at least, to a time that is offered."""
    if not is_theirs(project) or has_shifted or Order.of_project(project.id).state == "refunded":
        return False
    is_offered = not to.is_booked and now + DAY <= to.date <= now + timedelta(weeks=8)
    return bool(project.appointment_date - now >= DAY and is_offered)


def may_give_back(project: Project, has_shifted: bool, now: datetime) -> bool:
    """Whether the client may release its time and keep it: a day ahead, before work, with all of its price paid."""
    if not is_theirs(project) or has_shifted or project.status == "in_progress":
        return False
    if Order.of_project(project.id).state not in ("paid", "part_refunded"):
        return False
    return bool(project.appointment_date - now >= DAY)


def may_meet(project: Project, now: datetime) -> bool:
    """Whether the client may choose how the consultation happens: before a day ahead of it, unless its money went back.

    Before work on it begins, a refund in full puts it into question; without a time it need only be open.
    """
    if Order.of_project(project.id).state == "refunded" or project.status in ("cancelled", "completed"):
        return False
    hold = Hold.of_project(project.id)
    if project.appointment_date is None or (hold is not None and hold.kind != "paid"):
        return True
    return bool(project.appointment_date - now >= DAY)


def may_withdraw(project: Project, now: datetime) -> bool:
    """Whether the client may cancel it: until it or work begins, as long as nothing more was billed."""
    billed = [order for order in project.orders if order.number > 1 and order.withdrawn_at is None]
    is_before_work = is_theirs(project) and project.status != "in_progress"
    return is_before_work and project.appointment_date > now and not billed


def may_choose(project: Project, slot: Slot, now: datetime) -> bool:
    """Whether the client of a paid booking may take that time: it has none yet, and the time is offered."""
    is_offered = not slot.is_booked and now + DAY <= slot.date <= now + timedelta(weeks=8)
    return project.appointment_date is None and project.status != "cancelled" and is_offered

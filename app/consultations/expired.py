"""Unpaid times whose hold is over."""

from datetime import datetime, timedelta

from app.alerts import trouble
from app.consultations.confirmed import has_another
from app.consultations.notices import Notices
from app.db import write
from app.orders.models import Order
from app.orders.rules import CAME
from app.orders.sums import is_being_decided
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import reference
from app.slots import actions as slots
from app.slots.models import Hold

PROCESSING_KEEPS = timedelta(days=3)


def expire_holds(now: datetime) -> int:
    """Free every unpaid time whose hold is over and write to the client; returns how many."""
    slots.shorten_overlong(now)
    due = slots.expired(now)
    doing = "freeing the unpaid time"
    return trouble.each("holds", doing, due, lambda hold: expire(hold, now), lambda h: reference(h.project_id))


def expire(hold: Hold, now: datetime) -> bool:
    """Free an unpaid time whose hold is over; False when it was paid or changed since, or a bank is still deciding."""
    with write():
        project = Project.get_by_id(hold.project_id)
        current = Hold.of_project(hold.project_id)
        # Read again under the lock: it may have been paid or changed since the list was made.
        if current is None or current.id != hold.id or current.expires_at is None or current.expires_at > now:
            return False
        if is_being_decided(project.id) and now < hold.expires_at + PROCESSING_KEEPS:
            return False
        if not slots.let_go(current, now):
            return False
        projects.back_to_inquiry(project.id, "The time held has expired", now)
        # Who has a consultation by now, and no money on its way for this one, is not missing its time.
        is_missed = is_being_decided(project.id) or not has_another(project, now)
        if Order.state_of(project.id) not in CAME and is_missed:
            Notices(project, now).expired(hold.id, current.slot.date)
    return True

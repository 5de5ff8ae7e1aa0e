"""How a project's consultation happens: what is said of it, and choosing another way."""

from datetime import datetime

from app.audit import actions as audit
from app.audit.actions import VISITOR, Actor
from app.audit.models import Act, ActorKind
from app.config import in_force
from app.consultations.confirmed import is_confirmed
from app.consultations.notices import Notices
from app.consultations.rules import is_paid_back, said, way_barrier
from app.consultations.staff_notices import StaffNotices
from app.db import write
from app.errors import AppError
from app.mail.content import Firm
from app.meeting import LABELS, Way
from app.orders.models import Order
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import CLOSED, ProjectStatus

NOT_OFFERED = "We do not meet that way at present. Please choose another one."


def way_refusal(project: Project, confirmed: bool, refunded: bool, now: datetime) -> str | None:
    """Why the client of `project` cannot choose how the consultation happens, in words; None where they can.

    confirmed: its consultation stands; refunded: all that was paid for it was given back.
    """
    start = project.appointment_date if confirmed else None
    barrier = way_barrier(ProjectStatus(project.status), start, refunded, now)
    return said(barrier, Firm.present().phone) if barrier else None


def choose_way(project_id: int, way: Way, actor: Actor, now: datetime) -> bool:
    """Let a project's consultation happen another way; False when it did so before.

    Client and staff get a letter where its time is the client's for good. AppError 409 for a way that the firm does not
    offer, for a closed project, and for all but staff from 24 hours before it begins.
    """
    by_staff = actor.kind is ActorKind.STAFF
    with write():
        project = Project.get_by_id(project_id)
        if project.way_to_meet == way:
            return False
        if way not in in_force().consultations.ways:
            raise AppError("not_offered", 409, NOT_OFFERED)
        confirmed = is_confirmed(project)
        if by_staff and project.status in CLOSED:
            raise AppError("closed", 409, "This project is closed.")
        refunded = is_paid_back(ProjectStatus(project.status), Order.state_of(project_id))
        if not by_staff and (refusal := way_refusal(project, confirmed, refunded, now)):
            raise AppError("not_changeable", 409, refusal)
        projects.set_way_to_meet(project_id, way, now)
        if actor != VISITOR:
            projects.take_over(project, now)
        audit.note(actor, Act.CHANGE_MEETING, f"project:{project_id}", now, detail=LABELS[way])
        if confirmed and project.appointment_date > now:
            actor_name = actor.name if by_staff else str(actor.kind)
            projects.record(project_id, actor_name, "Another way of meeting chosen", now)
            projects.next_invitation(project_id, now)
            changed = Project.get_by_id(project_id)
            Notices(changed, now).meets_otherwise(project.appointment_date)
            if not by_staff:
                StaffNotices(changed, now).change("Another way of meeting:", project.appointment_date)
    return True

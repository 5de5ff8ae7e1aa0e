"""What a client does with an order that nothing was paid for: give it up, with its time and the transfer awaited."""

from datetime import datetime

from app.audit import actions as audit
from app.audit.actions import Actor
from app.audit.models import Act, ActorKind
from app.consultations import actions as consultations
from app.consultations.rules import give_up_barrier, said
from app.consultations.staff_notices import StaffNotices
from app.db import write
from app.errors import AppError
from app.mail.content import Firm
from app.orders.models import Order
from app.orders.sums import has_money, is_being_decided
from app.projects.models import Project
from app.projects.rules import ProjectStatus

NOTE = "Given up by the client before anything was paid"


def give_up(project_id: int, now: datetime) -> bool:
    """The client cancels a project that nothing was paid for; False when it was cancelled before.

    Its time is free, a transfer is not waited for, and the client hears of it by letter where either was promised.
    AppError 409 where money came or is being decided about, something was billed, or work has begun.
    """
    with write():
        project = Project.get_by_id(project_id)
        if project.status == ProjectStatus.CANCELLED:
            return False
        billed = any(order.is_bill and order.withdrawn_at is None for order in Order.all_of(project_id))
        status, deciding = ProjectStatus(project.status), is_being_decided(project_id)
        if barrier := give_up_barrier(status, has_money(project_id) and not deciding, deciding, billed):
            raise AppError("not_given_up", 409, said(barrier, Firm.present().phone))
        start = project.appointment_date
        consultations.cancel(project_id, consultations.CLIENT, NOTE, now)
        actor = Actor(ActorKind.CLIENT, str(project.client_id))
        audit.note(actor, Act.CANCEL_CONSULTATION, f"project:{project_id}", now, NOTE)
        if start is not None:
            StaffNotices(Project.get_by_id(project_id), now).change("Given up unpaid:", start, is_cancelled=True)
    return True

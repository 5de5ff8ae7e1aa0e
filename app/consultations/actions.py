"""The verbs of a project's consultation: choose a time, move it, cancel it."""

from datetime import datetime

from app.alerts.actions import tell_staff, withdraw
from app.consultations.notices import Notices
from app.db import write
from app.errors import AppError
from app.orders.models import Order
from app.orders.rules import IS_PAID, KEPT, OrderState
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import CLOSED, GIVEN_BACK, ProjectStatus, reference
from app.slots import actions as slots
from app.slots import transfers
from app.slots.caps import Taker, check_caps
from app.slots.models import Hold, Slot
from app.slots.rules import HoldKind


def choose(project_id: int, slot_id: int, taker: Taker, now: datetime) -> Slot:
    """Take a time for a project: held for 30 minutes while it is unpaid, for good when it is paid already.

    Choosing the time it has changes nothing, another one is kept no longer than that would have been.
    AppError 404/409 when the time cannot be had, 409 when the project is closed, refunded or has a paid time, 429 over
    the caps.
    """
    with write():
        project, money = Project.get_by_id(project_id), Order.state_of(project_id)
        held = slots.still_held(project_id, now)
        if held is not None and held.slot_id == slot_id:
            return held.slot
        if project.status in CLOSED:
            raise AppError("closed", 409, "This project is closed. Please start a new one.")
        if held is not None and held.kind == HoldKind.PAID:
            raise AppError(
                "has_time", 409, "Your consultation already has its time. Please call us if it no longer suits."
            )
        if money is OrderState.REFUNDED:
            raise AppError("refunded", 409, GIVEN_BACK)
        slot = slots.choosable(slot_id, now)
        for_good = money in KEPT
        if not for_good:
            check_caps(taker, slot, now)
        kind = HoldKind.PAID if for_good else HoldKind(held.kind) if held else HoldKind.CARD
        slots.take(slot, taker, kind, held, now, latest=transfers.latest_instead(held, now) if held else None)
        projects.set_appointment(project_id, slot.date, now)
        if for_good:
            _settle_into(Project.get_by_id(project_id), None, slot.date, "client", now)
        else:
            projects.change_status(
                project_id, ProjectStatus.INQUIRY, ProjectStatus.PENDING_PAYMENT, "visitor", "Time held", now
            )
    return slot


def _settle_into(project: Project, before: datetime | None, start: datetime, actor: str, now: datetime) -> None:
    """A project has got a (new) time for good; it is scheduled once all that it costs is there."""
    withdraw(f"needs-time-{project.id}")
    projects.next_invitation(project.id, now)
    if Order.state_of(project.id) is OrderState.PART_PAID:
        projects.record(project.id, actor, "Time chosen", now)
    else:
        projects.schedule(project, actor, "Time chosen", now)
    Notices(Project.get_by_id(project.id), now).moved(before, start)


def move(project_id: int, slot_id: int, actor: str, now: datetime) -> Slot:
    """Staff give a project another time. AppError 409 when the time is taken, or the project closed or refunded.

    A time that was a client's for good stays so, whatever has become of the payment since.
    """
    with write():
        project = Project.get_by_id(project_id)
        if project.status in CLOSED:
            raise AppError("closed", 409, "This project is closed.")
        held = Hold.of_project(project_id)
        if held is not None and held.slot_id == slot_id:
            return held.slot
        slot = Slot.get_or_none(Slot.id == slot_id, Slot.blocked == False, Slot.date > now)
        if slot is None:
            raise AppError("not_found", 404, "We could not find that time.")
        money = Order.state_of(project_id)
        for_good = money in KEPT or (held and held.kind == HoldKind.PAID)
        if money is OrderState.REFUNDED and not for_good:
            raise AppError("refunded", 409, GIVEN_BACK)
        kind = HoldKind.PAID if for_good else HoldKind(held.kind) if held else HoldKind.CARD
        before = project.appointment_date
        slots.take(slot, Taker(project_id, project.visitor_id or "", ""), kind, held, now)
        projects.set_appointment(project_id, slot.date, now)
        projects.record(project_id, actor, "Moved to another time", now)
        if for_good:
            _settle_into(Project.get_by_id(project_id), before, slot.date, actor, now)
    return slot


def cancel(project_id: int, actor: str, reason: str, now: datetime) -> bool:
    """Cancel a project and free its time; False when it was closed already. A payment stays for staff to refund."""
    with write():
        project = Project.get_by_id(project_id)
        if project.status in CLOSED:
            return False
        held, start = Hold.of_project(project_id), project.appointment_date
        if held is not None:
            slots.let_go(held, now)
        projects.set_appointment(project_id, None, now)
        projects.change_status(project_id, project.status, ProjectStatus.CANCELLED, actor, reason, now)
        projects.next_invitation(project_id, now)
        withdraw(f"needs-time-{project_id}")
        was_theirs = project.status == ProjectStatus.SCHEDULED or (held is not None and held.expires_at is None)
        if start is not None and was_theirs:
            Notices(Project.get_by_id(project_id), now).cancelled(start, reason)
        money = Order.state_of(project_id)
        if money in KEPT:
            how = "paid" if money in IS_PAID else "partly paid"
            tell_staff(
                "refund_due",
                f"refund-due-{project_id}",
                f"{reference(project_id)} is cancelled but {how}: please decide about a refund.",
                link=project.staff_page,
                now=now,
            )
    return True

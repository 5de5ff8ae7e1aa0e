"""The verbs of a project's consultation: choose a time, pay for it, let it expire, move it, cancel it, remind of it."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

from app.accounts.actions import Details
from app.accounts.opening import grant_access
from app.alerts import trouble
from app.alerts.actions import tell_staff, withdraw
from app.amounts import aud
from app.consultations.notices import Notices, Paid
from app.consultations.reminded import is_to_be_reminded
from app.consultations.rules import REMIND_AHEAD
from app.db import write
from app.errors import AppError
from app.orders.models import Order
from app.orders.rules import IS_PAID, OrderState
from app.orders.sums import is_being_decided
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import GIVEN_BACK, ProjectStatus, reference, whom_to_ask
from app.slots import actions as slots
from app.slots.caps import Taker, check_caps
from app.slots.models import Hold, Slot
from app.slots.rules import HoldKind, LostTime

CLOSED = (ProjectStatus.CANCELLED, ProjectStatus.COMPLETED)
PROCESSING_KEEPS = timedelta(days=3)
WITHOUT_TIME = "Paid, but without a time"


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
        paid = money in IS_PAID
        if not paid:
            check_caps(taker, slot, now)
        kind = HoldKind.PAID if paid else HoldKind(held.kind) if held else HoldKind.CARD
        slots.take(slot, taker, kind, held, now, latest=slots.latest_instead(held, now) if held else None)
        projects.set_appointment(project_id, slot.date, now)
        if paid:
            _settle_into(Project.get_by_id(project_id), None, slot.date, "client", now)
        else:
            projects.change_status(
                project_id, ProjectStatus.INQUIRY, ProjectStatus.PENDING_PAYMENT, "visitor", "Time held", now
            )
    return slot


def _settle_into(project: Project, before: datetime | None, start: datetime, actor: str, now: datetime) -> None:
    """A paid project has got a (new) time."""
    withdraw(f"needs-time-{project.id}")
    projects.next_invitation(project.id, now)
    _schedule(project, actor, "Time chosen", now)
    Notices(Project.get_by_id(project.id), now).moved(before, start)


def _schedule(project: Project, actor: str, note: str, now: datetime) -> None:
    """A paid project with a time is scheduled, unless work on it has begun."""
    if project.status == ProjectStatus.IN_PROGRESS:
        projects.record(project.id, actor, note, now)
    else:
        projects.change_status(project.id, project.status, ProjectStatus.SCHEDULED, actor, note, now)


def paid(project: Project, who: Details, money: Paid, now: datetime) -> None:
    """The consultation is paid: its time is the client's for good, or the client is asked to choose another.

    Runs inside the settlement's transaction, once per payment. A closed project gets no time any more.
    who: whom staff deal with in it, its client or whoever typed that client's address.
    """
    if project.status in CLOSED:
        _paid_after_closing(project, who, money, now)
        return
    time = slots.keep_for_good(project.id, now)
    start = None if isinstance(time, LostTime) else time
    projects.set_appointment(project.id, start, now)
    if start is not None:
        _schedule(project, "payment", "Paid", now)
        _let_go_of_earlier_tries(project, now)
    elif not projects.change_status(
        project.id, ProjectStatus.PENDING_PAYMENT, ProjectStatus.INQUIRY, "payment", WITHOUT_TIME, now
    ):
        projects.record(project.id, "payment", WITHOUT_TIME, now)
    project = Project.get_by_id(project.id)
    notices = Notices(project, now)
    created = _grant_access(notices)
    if isinstance(time, LostTime):
        notices.choose_another(money, time, created)
        tell_staff(
            "needs_time",
            f"needs-time-{project.id}",
            f"{reference(project.id)} is paid but has no time: please agree on one with {who.name}, {who.phone}. "
            "It cannot be entered here yet: keep it in your own calendar.",
            link=project.staff_page,
            now=now,
        )
    else:
        notices.confirmed(time, money, created)
    if money.method == "bank transfer":
        notices.transfer_arrived(money)
    notices.staff("New consultation", who, start, money)


def _let_go_of_earlier_tries(paid_: Project, now: datetime) -> None:
    """Free the times that the same browser keeps to pay by card for the same client and service, without a letter.

    Who lost the form and began anew has what they wanted. A time that waits for a transfer or a bank stays.
    """
    for project in earlier_tries(paid_):
        hold = Hold.of_project(project.id)
        if hold is not None and hold.kind == HoldKind.CARD and slots.let_go(hold, now):
            _back_to_inquiry(project.id, f"Its time was freed: {reference(paid_.id)} was paid instead", now)


def earlier_tries(project: Project) -> list[Project]:
    """The unpaid projects that the same browser began for the same client and service before."""
    same = (Project.visitor_id == project.visitor_id) & (Project.service_type == project.service_type)
    # Somebody may hold times for two clients at once.
    before = Project.select().where(Project.id < project.id, same, Project.client == project.client_id)
    unpaid = before.where(Order.is_one_of((OrderState.UNPAID,), Project.id))
    return [earlier for earlier in unpaid if not is_being_decided(earlier.id)]


def _back_to_inquiry(project_id: int, note: str, now: datetime) -> None:
    projects.set_appointment(project_id, None, now)
    projects.change_status(project_id, ProjectStatus.PENDING_PAYMENT, ProjectStatus.INQUIRY, "system", note, now)


def _paid_after_closing(project: Project, who: Details, money: Paid, now: datetime) -> None:
    if project.erased_at is not None:
        _paid_after_erasing(project, money, now)
        return
    projects.record(project.id, "payment", f"Paid although {project.status}", now)
    notices = Notices(project, now)
    _grant_access(notices)
    notices.paid_after_closing(money)
    tell_staff(
        "paid_cancelled",
        f"paid-cancelled-{project.id}",
        f"{reference(project.id)} was paid although it is {project.status}: please agree with "
        f"{whom_to_ask(project.is_disowned, who.name, who.phone)} how to go on, or give the money back.",
        link=project.staff_page,
        now=now,
    )


def _paid_after_erasing(project: Project, money: Paid, now: datetime) -> None:
    """Nobody is left to write to: who paid is known to the bank alone."""
    projects.record(project.id, "payment", "Paid after its details were erased", now)
    tell_staff(
        "paid_erased",
        f"paid-erased-{project.id}",
        f"{aud(money.paid_cents)} came for {reference(project.id)}, which was unpaid for so long that its "
        "details were erased: please ask your bank who sent it, and return it.",
        now=now,
    )


def _grant_access(notices: Notices) -> bool:
    """Let the client have a sign-in if there is none; returns whether its letter is to come."""
    project = notices.project
    return not project.is_disowned and grant_access(notices.client, project.visitor_id, notices.now, project.id)


def expire_holds(now: datetime) -> int:
    """Free every unpaid time whose hold is over and write to the client; returns how many."""
    slots.shorten_overlong(now)
    due = slots.expired(now)
    doing = "freeing the unpaid time"
    return trouble.each("holds", doing, due, lambda hold: _expire(hold, now), lambda h: reference(h.project_id))


def _expire(hold: Hold, now: datetime) -> bool:
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
        _back_to_inquiry(project.id, "The time held has expired", now)
        if Order.state_of(project.id) not in (*IS_PAID, OrderState.REFUNDED):
            Notices(project, now).expired(hold.id, current.slot.date)
    return True


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
        for_good = money in IS_PAID or (held and held.kind == HoldKind.PAID)
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
        if start is not None and project.status == ProjectStatus.SCHEDULED:
            Notices(Project.get_by_id(project_id), now).cancelled(start, reason)
        if Order.state_of(project_id) in IS_PAID:
            tell_staff(
                "refund_due",
                f"refund-due-{project_id}",
                f"{reference(project_id)} is cancelled but paid: please decide about a refund.",
                link=project.staff_page,
                now=now,
            )
    return True


def remind(now: datetime) -> int:
    """Write to every client whose consultation begins within the next 24 hours, once; returns how many are due.

    Not to those whom another letter told of that time only lately (see `is_reminded`), and not where the money was
    given back: whether that one takes place, staff agree with the client.
    """
    due = list(Project.select(Project.id).where(_needs_reminder(now)))
    act = partial(_remind, now)
    return trouble.each("reminders", "the reminder", due, act, lambda project: reference(project.id))


def _needs_reminder(now: datetime) -> Any:
    soon = Project.appointment_date.between(now, now + REMIND_AHEAD)
    given_back = Order.is_one_of((OrderState.REFUNDED,), Project.id)
    return (Project.status == ProjectStatus.SCHEDULED) & ~given_back & soon


def _remind(now: datetime, due: Project) -> bool:
    # Read under the lock: one that is cancelled or moved meanwhile must not be reminded of.
    with write():
        project = Project.get_or_none(Project.id == due.id, _needs_reminder(now))
        if project is None:
            return False
        if not is_to_be_reminded(project, now):
            return False
        Notices(project, now).reminder(project.appointment_date)
    return True

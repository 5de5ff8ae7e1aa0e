"""What a client does with a confirmed consultation of theirs: move it once, give its time back, or cancel it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from app.audit import actions as audit
from app.audit.actions import Actor
from app.audit.models import Act, ActorKind
from app.clock import sydney_text
from app.consultations import actions as consultations
from app.consultations.money import money_said
from app.consultations.notices import Notices
from app.consultations.rules import (
    cancel_barrier,
    give_back_barrier,
    is_paid_back,
    move_barrier,
    said,
    sharers_on_cancelling,
)
from app.consultations.staff_notices import StaffNotices
from app.db import database, write
from app.documents.models import Document
from app.errors import AppError
from app.mail.content import Firm
from app.orders.kept import Kept, kept_of
from app.orders.models import Order
from app.orders.offered import Dearer
from app.orders.rules import OrderState
from app.projects import actions as projects
from app.projects.models import HistoryLine, Project
from app.projects.rules import ProjectStatus, status_of_new_booking
from app.slots import actions as slots
from app.slots.caps import Taker
from app.slots.models import Hold, Slot
from app.slots.rules import HoldKind

NO_CONSULTATION = "This project has no confirmed consultation."
GIVEN_BACK = "Time given back"
CHANGED = "The time of this consultation has changed meanwhile. Please look at it again."


@dataclass(frozen=True)
class Options:
    """What a client may still do with a confirmed consultation, in words where they may not.

    `give_back_refusal`: of its time alone; `money`: what happens when they cancel, to the money and to what shares it.
    """

    move_refusal: str | None
    give_back_refusal: str | None
    cancel_refusal: str | None
    money: str


def options(
    project: Project,
    orders: Collection[Order],
    money: Kept,
    now: datetime,
    dearer: Collection[Dearer],
    sharers: Collection[str] = (),
) -> Options:
    """What the client of `project`, whose consultation is confirmed, may do with it at `now`. orders: all of
    it; money: what is kept of theirs; dearer: what else of theirs costs more once it is cancelled;
    sharers: what loses its consultation with it.
    """
    status, start, phone = ProjectStatus(project.status), project.appointment_date, Firm.present().phone
    moved, refunded = project.client_moved_at is not None, is_refunded(status, orders)
    billed = any(order.is_bill and order.withdrawn_at is None for order in orders)
    first = next((OrderState(order.state) for order in orders if not order.is_bill), OrderState.UNPAID)
    moving = move_barrier(status, start, moved, refunded, now)
    giving, cancelling = give_back_barrier(moving, first, status), cancel_barrier(status, start, billed, now)
    return Options(
        said(moving, phone) if moving else None,
        said(giving, phone) if giving else None,
        said(cancelling, phone) if cancelling else None,
        f"{money_said(money, dearer)} {sharers_on_cancelling(sharers)}".strip(),
    )


def _options(project: Project, now: datetime) -> Options:
    orders = Order.all_of(project.id)
    return options(project, orders, kept_of(orders)[project.id], now, ())


def is_refunded(status: ProjectStatus, orders: Collection[Order]) -> bool:
    """Whether all that was paid for the consultation was given back before work began; a bill is for something else."""
    return any(is_paid_back(status, OrderState(order.state)) and not order.is_bill for order in orders)


def move(project_id: int, slot_id: int, seen: datetime, now: datetime) -> Slot:
    """The client moves their consultation from the time `seen` to another free one, once; no second charge.

    Moving it to the time it has changes nothing. AppError 404 without a confirmed consultation, 409 where it may not be
    moved any more, is not at `seen`, or the wanted time is not free.
    """
    with write():
        project, held = _confirmed(project_id)
        if held.slot_id == slot_id:
            return held.slot
        _require_seen(project, seen)
        if refusal := _options(project, now).move_refusal:
            raise AppError("not_movable", 409, refusal)
        slot, before = slots.choosable(slot_id, now), project.appointment_date
        taker = Taker(project_id, project.visitor_id or "", "")
        slots.take(slot, taker, HoldKind.PAID, held, now, ends_unproved=held.ends_unproved_at)
        projects.take_over(project, now)
        projects.note_moved_by_client(project_id, now)
        projects.set_appointment(project_id, slot.date, now)
        note = f"Moved from {sydney_text(before)} to {sydney_text(slot.date)}"
        projects.record(project_id, consultations.CLIENT, note, now)
        projects.next_invitation(project_id, now)
        _audit(project, Act.MOVE_CONSULTATION, now)
        moved = Project.get_by_id(project_id)
        Notices(moved, now).moved(before, slot.date)
        StaffNotices(moved, now).change("Consultation moved", slot.date, before)
    return slot


def give_back(project_id: int, seen: datetime, now: datetime) -> bool:
    """The client gives the time `seen` of their consultation back, and keeps its project and what they paid for it.

    They choose another time later. It counts as their one move. False when they have done so before. AppError 404
    without a confirmed consultation, 409 where it may not be moved any more, is not paid in full or is not at `seen`.
    """
    with write():
        last = Hold.last_of_project(project_id)
        if last is not None and last.given_back and last.slot.date == seen:
            return False
        project, held = _confirmed(project_id)
        _require_seen(project, seen)
        if refusal := _options(project, now).give_back_refusal:
            raise AppError("not_given_back", 409, refusal)
        slots.give_back(held, now)
        projects.take_over(project, now)
        projects.note_moved_by_client(project_id, now)
        projects.set_appointment(project_id, None, now)
        scheduled, becomes = ProjectStatus.SCHEDULED, _without_time(project_id)
        if not projects.change_status(project_id, scheduled, becomes, consultations.CLIENT, GIVEN_BACK, now):
            projects.record(project_id, consultations.CLIENT, GIVEN_BACK, now)
        projects.next_invitation(project_id, now)
        _audit(project, Act.GIVE_TIME_BACK, now)
        without = Project.get_by_id(project_id)
        Notices(without, now).time_given_back(seen)
        StaffNotices(without, now).change("Time given back:", seen, is_given_back=True)
    return True


def _without_time(project_id: int) -> ProjectStatus:
    """What a scheduled project is without its time: it waits for documents again where it did and still lacks them."""
    became = HistoryLine.to_status == ProjectStatus.SCHEDULED
    made = HistoryLine.project == project_id, became, HistoryLine.undone_at.is_null()
    last = HistoryLine.select().where(*made).order_by(HistoryLine.id.desc()).first()
    waited = last is not None and last.from_status == ProjectStatus.PENDING_DOCUMENTS
    lacks = waited and not Document.of_project(project_id).exists() and not _has_answered(project_id)
    return status_of_new_booking(paid=True, has_documents=not lacks)


def _has_answered(project_id: int) -> bool:
    """Whether documents were asked for, and the client has none of them or staff need none any more.

    As text, since the checklist stands above; of a project without documents nothing on it is ticked.
    """
    asked = "SELECT COUNT(*), TOTAL(declined_at IS NULL AND withdrawn_at IS NULL) FROM needs WHERE project_id = ?"
    count, missing = database.execute_sql(asked, (project_id,)).fetchone()
    return bool(count) and not missing


def cancel(project_id: int, seen: datetime, now: datetime) -> bool:
    """The client cancels the consultation at the time `seen`, and its project with it; False when it was before.

    AppError 404 without a confirmed consultation, 409 where it may not be cancelled any more or is not at `seen`.
    """
    with write():
        if Project.get_by_id(project_id).status == ProjectStatus.CANCELLED:
            return False
        project, _ = _confirmed(project_id)
        _require_seen(project, seen)
        if refusal := _options(project, now).cancel_refusal:
            raise AppError("not_cancellable", 409, refusal)
        start = project.appointment_date
        consultations.cancel(project_id, consultations.CLIENT, "Cancelled by the client", now)
        _audit(project, Act.CANCEL_CONSULTATION, now)
        StaffNotices(Project.get_by_id(project_id), now).change("Cancelled by the client:", start, is_cancelled=True)
    return True


def _confirmed(project_id: int) -> tuple[Project, Hold]:
    project, held = Project.get_by_id(project_id), Hold.of_project(project_id)
    if held is None or held.kind != HoldKind.PAID or project.appointment_date is None:
        raise AppError("not_found", 404, NO_CONSULTATION)
    return project, held


def _require_seen(project: Project, seen: datetime) -> None:
    """Refuse an act about a time that is not the consultation's any more: somebody moved it since."""
    if project.appointment_date != seen:
        raise AppError("changed", 409, CHANGED)


def _audit(project: Project, act: Act, now: datetime) -> None:
    audit.note(Actor(ActorKind.CLIENT, str(project.client_id)), act, f"project:{project.id}", now)

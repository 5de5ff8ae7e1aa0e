"""The status that staff set, with what follows from it."""

from datetime import datetime

from app.accounts.models import Admin
from app.alerts.actions import withdraw
from app.audit.actions import Actor, note
from app.audit.models import Act
from app.consultations.letterhead import occasion
from app.consultations.money import money_reopened
from app.consultations.money_kept import counts_again
from app.consultations.notices import Notices, gone_on
from app.db import write
from app.documents.models import Document
from app.errors import AppError, not_found
from app.mail.actions import take_back, take_back_waiting
from app.mail.models import Letter
from app.orders.actions import reckon
from app.orders.deciding import fees_used_otherwise, withhold_decision
from app.orders.following import completed_said, taken_back, taken_said
from app.orders.keys import accepted_key, open_bill_key, refund_due_key, time_kept_key
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.rules import IS_PAID, KEPT, OrderState
from app.projects import actions as projects
from app.projects.models import HistoryLine, Project
from app.projects.rules import (
    BEFORE_WORK,
    CHANGED_SINCE,
    LETTER_GONE,
    UNDO_TOO_LATE,
    ProjectStatus,
    Time,
    changed_meanwhile,
    may_be_undone,
    shared_lost_key,
    status_label,
    status_news,
)
from app.projects.status_rules import status_refusal
from app.rows import Prepared
from app.slots.models import Hold
from app.slots.rules import Attendance
from app.undoing import undo_until


def time_of(hold: Hold | None, now: datetime) -> Time:
    """How the time that a project keeps stands. hold: its open one, with its slot."""
    if hold is None:
        return Time.NONE
    if hold.expires_at is not None:
        return Time.HELD
    if hold.outcome == Attendance.NO_SHOW:
        return Time.MISSED
    return Time.AHEAD if hold.slot.ends > now else Time.OVER


def news_of(project_id: int, was: ProjectStatus, becomes: ProjectStatus, time: Time) -> str:
    """Which news of another status a project's client would get: see `status_news`. was: what they heard of last."""
    return status_news(was, becomes, Order.is_consultation_alone(project_id), time)


def heard_of(project_id: int, present: ProjectStatus) -> ProjectStatus:
    """The status of a project that its client heard of last: not one whose letter has not left yet."""
    if not _WAITING.rows("project_goes_on", project_id):
        return present
    return ProjectStatus(HistoryLine.last_change_of(project_id).from_status)


_WAITING = Prepared(Letter.waiting)


def set_status(
    project_id: int,
    becomes: ProjectStatus,
    reason: str,
    username: str,
    now: datetime,
    seen: ProjectStatus | None = None,
) -> int | None:
    """Set a project's status as staff decided; returns the number of a change that they may undo for some seconds.

    None where it has that status already, or where what follows could not be undone (`may_be_undone`).
    reason: for staff; seen: the status that they had before them. Its client gets a letter where work begins, where it
    is completed, and where it is open again; it waits as long as the change can be undone, and is taken
    back where another status is set before it has left.
    AppError 409 where it has another than `seen`, with who set that, and for what is not so (`status_refusal`).
    """
    with write():
        project = Project.get_by_id(project_id)
        was = ProjectStatus(project.status)
        if was is becomes:
            return None
        money, orders = Order.state_of(project_id), Order.all_of(project_id)
        if seen not in (None, was):
            by = HistoryLine.last_change_of(project_id).actor
            said = changed_meanwhile(status_label(was, money in IS_PAID), Admin.names([by]).get(by, ""))
            raise AppError("changed_meanwhile", 409, said)
        time = time_of(Hold.of_project(project_id), now)
        if refusal := status_refusal(was, becomes, time, money in KEPT, money is OrderState.REFUNDED):
            raise AppError("not_so", 409, refusal)
        taken = taken_said(taken_back(orders[0], now)) if was is ProjectStatus.CANCELLED and orders else ""
        money_said = completed_said(was, orders) if becomes is ProjectStatus.COMPLETED else ""
        told = heard_of(project_id, was)
        take_back_waiting("project_goes_on", project_id)
        ended = [becomes is ProjectStatus.COMPLETED and withdraw(shared_lost_key(project_id))]
        projects.change_status(project_id, was, becomes, username, f"Set by staff: {reason}", now)
        note(Actor.staff(username), Act.SET_STATUS, f"project:{project_id}", now, f"{was} to {becomes}: {reason}")
        if was is ProjectStatus.CANCELLED:
            withhold_decision(project_id, now)
            counting = money_reopened(project_id, counts_again(project_id, username, now))
            money_said = " ".join(filter(None, (counting, taken, money_said)))
            _await_no_more(orders[:1], now)
            fees_used_otherwise(project_id, now)
            for key in (refund_due_key(project_id), *(open_bill_key(each.id) for each in orders)):
                withdraw(key)
        ended.append(becomes not in BEFORE_WORK and withdraw(time_kept_key(project_id)))
        ended.append(becomes is ProjectStatus.COMPLETED and withdraw(accepted_key(project_id)))
        until = undo_until(now) if may_be_undone(was, any(ended)) else None
        present = Project.get_by_id(project_id)
        if (news := news_of(project_id, told, becomes, time)) and present.is_in_portal:
            Notices(present, now).goes_on(news, until, money_said)
        if until is None:
            return None
        change = HistoryLine.last_change_of(project_id)
        HistoryLine.update(undo_until=until).where(HistoryLine.id == change.id).execute()
        return int(change.id)


def undo_status(project_id: int, change_id: int, username: str, now: datetime) -> None:
    """Undo a change of status within its seconds, and take its letter back; repeating it changes nothing.

    Staff still read of the change, its client never does. AppError 404 where there is no such change of this member of
    staff, 409 where its seconds are over, its letter has left, or something about the project has changed since.
    """
    ours = HistoryLine.project == project_id, HistoryLine.actor == username, HistoryLine.undo_until.is_null(False)
    with write():
        change: HistoryLine | None = HistoryLine.get_or_none(HistoryLine.id == change_id, *ours)
        if change is None:
            raise not_found()
        if change.undone_at is not None:
            return
        if now >= change.undo_until:
            raise AppError("too_late", 409, UNDO_TOO_LATE)
        # Whatever changes a project notes when: where that is still the change itself, nothing came after it.
        as_left = (Project.status == change.to_status) & (Project.updated_at == change.created_at)
        undone = Project.update(status=change.from_status, updated_at=now).where(Project.id == project_id, as_left)
        if _has_sent_since(project_id, change.created_at) or not undone.execute():
            raise AppError("changed_since", 409, CHANGED_SINCE)
        if not take_back(occasion(gone_on(change.created_at), project_id)):
            raise AppError("letter_gone", 409, LETTER_GONE)
        HistoryLine.update(undone_at=now).where(HistoryLine.id == change_id).execute()
        detail = f"{change.to_status} back to {change.from_status}"
        note(Actor.staff(username), Act.UNDO_STATUS, f"project:{project_id}", now, detail)


def _has_sent_since(project_id: int, at: datetime) -> bool:
    """Whether documents came: a project that waits for them would wait for what is here."""
    return bool(Document.of_project(project_id).where(Document.uploaded_at > at).exists())


def _await_no_more(begun: list[Order], now: datetime) -> None:
    """The transfer that a project was begun with is not waited for: its client was asked not to make it.

    Should it come after all, staff find it among those that were given up.
    """
    for order in begun:
        awaited = Payment.order == order.id, Payment.is_awaited()
        if Payment.update(superseded=True, updated_at=now).where(*awaited).execute():
            reckon(order.id, now)

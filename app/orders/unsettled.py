"""The money of closed projects about which staff have still to decide."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from peewee import SQL, fn

from app.alerts.actions import tell_staff
from app.alerts.models import Alert
from app.amounts import dollars
from app.orders.ended import asked_about, cancelled, cancelled_by_client
from app.orders.kept import kept_of
from app.orders.keys import open_bill_key, paid_closed_key, refund_due_key
from app.orders.models import Order
from app.orders.money import Payment, Refund
from app.orders.rules import OrderState
from app.orders.sums import standing
from app.projects.models import Project
from app.projects.rules import ProjectStatus, reference
from app.rows import Prepared, these

ANSWERED_FOR = timedelta(days=14)  # after the last word about the money of a cancelled project


@dataclass(frozen=True)
class Unsettled:
    """What is still here of a closed project's money, in cents, and when it was cancelled; None for a completed one.

    `undeducted_cents`: without what an awaited transfer deducts. `used`: what of it was deducted elsewhere, or may be
    yet, as a sentence; '' where nothing is.
    """

    cents: int
    undeducted_cents: int
    used: str
    cancelled_at: datetime | None
    by_client: bool


def unsettled(project_ids: Collection[int]) -> dict[int, Unsettled]:
    """Of these projects those whose money staff are asked about, in as many queries for many as for one.

    They are asked no more when all of it went back, or when they have said that they are done. What was deducted from
    something else is used, and no part of it.
    """
    about = _asked_among(project_ids)
    if not about:
        return {}
    kept = kept_of(asked_about(about))
    lines = cancelled(kept)
    found = {}
    for number, money in kept.items():
        if money.free_cents:
            line = lines.get(number)
            at = line.created_at if line else None
            sums = money.free_cents, money.undeducted_cents
            found[number] = Unsettled(*sums, money.used, at, cancelled_by_client(line))
    return found


def settled(project_ids: Collection[int]) -> dict[int, int]:
    """Of these projects the cancelled ones whose money stays: staff are asked about it no more. Cents that are here."""
    ids = [number for (number,) in _CANCELLED.rows(project_ids)] if project_ids else []
    if not ids:
        return {}
    undecided, kept = _asked_among(ids), kept_of(asked_about(ids))
    return {number: money.free_cents for number, money in kept.items() if money.free_cents and number not in undecided}


def _cancelled(project_ids: SQL) -> Any:
    ended = Project.id.in_(these(project_ids)), Project.status == ProjectStatus.CANCELLED
    return Project.select(Project.id).where(*ended).tuples()


_CANCELLED = Prepared(_cancelled)


def _asked_among(project_ids: Collection[int]) -> set[int]:
    """Those of these projects whose line about money nobody has resolved."""
    asked = {key(number): number for number in project_ids for key in (refund_due_key, paid_closed_key)}
    return {asked[key] for (key,) in _OPEN_LINES.rows(asked)}


def _open_lines(keys: SQL) -> Any:
    open_ones = Alert.dedupe_key.in_(these(keys)), Alert.resolved_at.is_null()
    return Alert.select(Alert.dedupe_key).where(*open_ones).tuples()


_OPEN_LINES = Prepared(_open_lines)


def is_answered(project: Project, now: datetime) -> bool:
    """Whether its client and staff still write to each other although it is closed: about its money, and a while after.

    That is none where none came.
    """
    if unsettled([project.id]):
        return True
    of_it = Order.project == project.id
    if project.status != ProjectStatus.CANCELLED or not Payment.select().join(Order).where(of_it, Payment.has_come()):
        return False
    back: Any = Refund.select(fn.MAX(Refund.learned_at)).join(Payment).join(Order).where(of_it, Refund.is_given())
    told = Alert.get_or_none(Alert.dedupe_key == refund_due_key(project.id))
    line = cancelled([project.id]).get(project.id)
    moments = [line and line.created_at, back.scalar(), told and told.resolved_at]
    return any(moment is not None and now < moment + ANSWERED_FOR for moment in moments)


def tell_of_open_bill(bill: Order, now: datetime) -> None:
    """Staff decide about a bill of a cancelled project that is still owed; joins the caller's `write()`."""
    project = reference(bill.project_id)
    said = f"{project} is cancelled, but {dollars(standing(bill.id).owed_cents)} of {bill.reference} is owed"
    refunded = "refund what came for it and " if bill.state == OrderState.PART_PAID else ""
    please, key = f"please {refunded}withdraw that bill unless it stays to be paid", open_bill_key(bill.id)
    tell_staff("bill_open", key, f"{said}: {please}.", link=bill.project.staff_page, now=now)

"""The verbs of a project's consultation: choose a time, move it, cancel it."""

from datetime import datetime

from app.alerts.actions import withdraw
from app.clock import sydney_text
from app.consultations.money import money_said
from app.consultations.notices import Notices
from app.consultations.paid import let_go_of_earlier_tries
from app.consultations.rules import bills_on_cancelling, sharers_on_cancelling
from app.consultations.shared import open_sharers, tell_of_lost
from app.consultations.staff_notices import StaffNotices
from app.db import write
from app.errors import AppError, not_found
from app.mail.actions import take_back_waiting
from app.orders.deciding import ask_about_refund, fees_used_otherwise
from app.orders.kept import Kept, kept_of
from app.orders.keys import accepted_key, time_kept_key
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.offered import dearer_without, deduct_no_more
from app.orders.rules import CAME, IS_PAID, KEPT, OrderState, keeps_time
from app.orders.sums import is_being_decided, standings
from app.orders.unsettled import tell_of_open_bill
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import CLOSED, GIVEN_BACK, ProjectStatus, reference
from app.slots import actions as slots
from app.slots import transfers
from app.slots.caps import Taker, check_caps
from app.slots.models import Hold, Slot
from app.slots.rules import NO_TIME, HoldKind

CLIENT = "client"  # who acts, in the history
PAY_FIRST = "The time of this consultation is chosen once its payment has arrived."


def choose(project_id: int, slot_id: int, taker: Taker, now: datetime, actor: str = CLIENT) -> Slot:
    """Take a time for a project: held for 30 minutes while it is unpaid, for good when it is paid already.

    Choosing the time it has changes nothing, another one is kept no longer than that would have been.
    AppError 404/409 when the time cannot be had, 409 when the project is closed, refunded or has a paid time, 429 over
    the caps. actor: who chooses, for the history: the client, or 'visitor' for a browser in which nobody is signed in.
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
        _require_paid_booking(project_id)
        slot = slots.choosable(slot_id, now)
        for_good = keeps_time(money, project.proved_at is not None)
        if not for_good:
            check_caps(taker, slot, now)
        kind = HoldKind.PAID if for_good else HoldKind(held.kind) if held else HoldKind.CARD
        latest = transfers.latest_instead(held, now) if held else None
        for_part = for_good and money is OrderState.PART_PAID
        ends_unproved = transfers.transfer_days(project_id, now) if for_part else None
        slots.take(slot, taker, kind, held, now, latest, ends_unproved)
        projects.set_appointment(project_id, slot.date, now)
        if for_good:
            _settle_into(Project.get_by_id(project_id), None, slot.date, actor, now)
            StaffNotices(Project.get_by_id(project_id), now).change("Time chosen", slot.date)
        else:
            projects.change_status(
                project_id, ProjectStatus.INQUIRY, ProjectStatus.PENDING_PAYMENT, "visitor", "Time held", now
            )
    return slot


def _require_paid_booking(project_id: int) -> None:
    """Refuse a time to a booking that is not paid: nothing keeps it for the transfer that is awaited."""
    bookings = Order.select().where(Order.project == project_id, Order.booking_id.is_null(False))
    if bookings.where(Order.state.not_in(IS_PAID)).exists():
        raise AppError("unpaid", 409, PAY_FIRST)


def _settle_into(project: Project, before: datetime | None, start: datetime, actor: str, now: datetime) -> None:
    """A project has got a (new) time for good; it is scheduled once all that it costs is there."""
    let_go_of_earlier_tries(project, now)
    projects.next_invitation(project.id, now)
    note = "Time chosen" if before is None else f"Moved from {sydney_text(before)} to {sydney_text(start)}"
    waits = before is not None and project.status == ProjectStatus.PENDING_DOCUMENTS
    if waits or Order.state_of(project.id) is OrderState.PART_PAID:
        projects.record(project.id, actor, note, now)
    else:
        projects.schedule(project, actor, note, now)
    Notices(Project.get_by_id(project.id), now).moved(before, start)


def move(project_id: int, slot_id: int, actor: str, now: datetime) -> Slot:
    """Staff give a project another time. AppError 409 when the time is taken, or the project closed or refunded.

    An unpaid one's is held as long as for a transfer where that is awaited, else for 30 minutes.
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
            raise not_found(NO_TIME)
        money = Order.state_of(project_id)
        for_good = money in KEPT or (held and held.kind == HoldKind.PAID)
        if money is OrderState.REFUNDED and not for_good:
            raise AppError("refunded", 409, GIVEN_BACK)
        if not for_good:
            _require_paid_booking(project_id)
        begun = HoldKind.TRANSFER if Payment.awaited_among([project_id]) else HoldKind.CARD
        kind = HoldKind.PAID if for_good else HoldKind(held.kind) if held else begun
        before = project.appointment_date
        slots.take(slot, Taker(project_id, project.visitor_id or "", ""), kind, held, now)
        projects.take_over(project, now)
        projects.set_appointment(project_id, slot.date, now)
        if for_good:
            _settle_into(Project.get_by_id(project_id), before, slot.date, actor, now)
        else:
            said = f"Moved from {sydney_text(before)} to {sydney_text(slot.date)}" if before else "Time held"
            waits = ProjectStatus.PENDING_PAYMENT
            if not projects.change_status(project_id, ProjectStatus.INQUIRY, waits, actor, said, now):
                projects.record(project_id, actor, said, now)
            present, kept = Project.get_by_id(project_id), Hold.of_project(project_id)
            # A stranger may have named its client; the first time is told by whatever asks for the money.
            if before and kept is not None and not present.is_beside_client:
                Notices(present, now).held_moved(before, kept)
    return slot


def cancel(project_id: int, actor: str, reason: str, now: datetime) -> bool:
    """Cancel a project and free its time; False when it was closed already. A payment stays for staff to refund.

    reason: of staff, as the client reads it; may be empty.
    """
    with write():
        project = Project.get_by_id(project_id)
        if project.status in CLOSED:
            return False
        held, start = Hold.of_project(project_id), project.appointment_date
        dearer, sharing = dearer_without([project], now)[project_id], open_sharers([project], now)[project_id]
        awaited = project_id in Payment.awaited_among([project_id])
        orders = Order.all_of(project_id)
        states, owed = [OrderState(order.state) for order in orders], standings(order.id for order in orders)
        open_bills = [each for each in orders if each.is_bill and not each.withdrawn_at and owed[each.id].owed_cents]
        note = reason if actor == CLIENT else f"Cancelled: {reason}" if reason else "Cancelled"
        take_back_waiting("project_goes_on", project_id)
        has_been = held is not None and held.expires_at is None and start is not None and start <= now
        projects.take_over(project, now)
        if not has_been:  # a consultation that was stays one that was, and nothing of it is in anybody's way
            if held is not None:
                slots.let_go(held, now)
            projects.set_appointment(project_id, None, now)
            projects.next_invitation(project_id, now)
        projects.change_status(project_id, project.status, ProjectStatus.CANCELLED, actor, note, now)
        was_theirs = project.status == ProjectStatus.SCHEDULED or (held is not None and held.expires_at is None)
        is_ahead = start is not None and start > now  # nothing is taken from anybody's calendar that has been
        theirs, present = start if was_theirs and is_ahead else None, Project.get_by_id(project_id)
        kept = held.slot.date if held is not None and not was_theirs else None
        # Whoever was told of a time or asked for money hears that neither stands; not whom a stranger named.
        promised = (kept is not None or awaited) and not project.is_beside_client
        if theirs is not None or promised or any(state in CAME for state in states):
            money = kept_of(orders).get(project_id, Kept())
            said = money_said(money, dearer, actor != CLIENT, is_done=True, is_deciding=is_being_decided(project_id))
            said += bills_on_cancelling([each.reference for each in open_bills])
            said = f"{said} {sharers_on_cancelling([*map(reference, sharing)], is_done=True)}".strip()
            # What staff write about somebody is for them alone: anybody may have typed the address.
            told = None if actor == CLIENT else reason if present.proved_at is not None else ""
            Notices(present, now).cancelled(theirs, told, said, kept, awaited)
        withdraw(time_kept_key(project_id))
        withdraw(accepted_key(project_id))
        ask_about_refund(present, now)
        fees_used_otherwise(project_id, now)
        deduct_no_more(project_id, now)
        for each in open_bills:
            tell_of_open_bill(each, now)
        for number in sharing:
            tell_of_lost(Project.get_by_id(number), now)
    return True

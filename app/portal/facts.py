"""How a client's projects stand, read from their rows: in as many statements for many as for one."""

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any

from app import clock
from app.checklist.models import Need
from app.config import in_force
from app.consultations.confirmed import lacks_time
from app.consultations.rules import takes_place
from app.documents.models import Document
from app.invoices.notices import day_text
from app.messages.models import MessageFile, Reader
from app.messages.rules import Side
from app.orders.credit import left_for_bill
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.offered import as_offered
from app.orders.rules import OrderState, Standing, calls_soon
from app.orders.sums import being_decided, standings
from app.orders.unsettled import Unsettled, unsettled
from app.portal.standing import Bill, Facts, Proposed
from app.projects.models import HistoryLine, Project
from app.projects.naming import names_of
from app.projects.rules import ProjectStatus, reference
from app.proposals.models import Proposal
from app.proposals.rules import ProposalState, sums
from app.slots.models import Hold


def facts(projects: Sequence[Project], now: datetime) -> dict[int, Facts]:
    """How each of these projects stands."""
    ids, names, bank = [project.id for project in projects], names_of(projects), in_force().bank
    account = f"{bank.account_name}, BSB {bank.bsb}, account {bank.account}" * in_force().ways_to_pay.transfer
    every = list(Order.select().where(Order.project.in_(ids)).order_by(Order.id))
    orders = {order.project_id: order for order in every if not order.is_bill}
    sums = as_offered(standings(order.id for order in every), now)
    bills = [order for order in every if order.is_bill and not order.withdrawn_at and sums[order.id].owed_cents]
    unpaid, deciding = Hold.unpaid_among(ids), being_decided(ids)
    ordered = Payment.order.in_([order.id for order in orders.values()])
    awaited: Any = Payment.select(Payment.order, Payment.amount_cents).where(ordered, Payment.is_awaited()).tuples()
    transfers = dict(awaited)
    lacking = {row.id for row in Project.select(Project.id).where(Project.id.in_(ids), lacks_time())}
    missed = Hold.missed_among(ids)
    missing, unread = Need.missing_among(ids), Document.unread_among(ids)
    spare = Document.spare_among(ids, besides=MessageFile.select(MessageFile.document_id))
    messages = Reader.unread_among(ids, Side.CLIENT)
    reopened = HistoryLine.reopened_among(ids)
    undecided, found, proposed = unsettled(ids), {}, _proposed(projects, now)
    for project in projects:
        order, hold = orders.get(project.id), unpaid.get(project.id)
        money = OrderState(order.state) if order else OrderState.UNPAID
        status = ProjectStatus(project.status)
        is_deciding = project.id in deciding
        held = None
        # A time that may still become the client's without being chosen anew.
        if hold is not None and hold.slot.date > now:
            held = hold if is_deciding or (hold.expires_at is not None and hold.expires_at > now) else None
        stands = project.appointment_date if takes_place(hold is None, status, money) else None
        found[project.id] = Facts(
            project_id=project.id,
            reference=reference(project.id),
            service=names[project.id],
            status=status,
            money=money,
            price_cents=sums[order.id].total_cents if order else 0,
            owed_cents=sums[order.id].owed_cents if order else 0,
            consultation=stands,
            meeting=project.how_to_meet(project.client.phone).said,
            missed=clock.sydney_text(stands) if stands is not None and project.id in missed else "",
            in_question=None if hold or takes_place(True, status, money) else project.appointment_date,
            held=held.slot.date if held else None,
            held_until=None if held is None or is_deciding else held.expires_at,
            chooses_time=project.id in lacking,
            calls_soon=project.contacted_at is None
            and project.id not in reopened
            and calls_soon(order.paid_at if order else None, now),
            is_deciding=is_deciding,
            transfer_cents=transfers.get(order.id) if order else None,
            account=account,
            bills=tuple(_bill(order, sums[order.id]) for order in bills if order.project_id == project.id),
            missing=tuple(missing.get(project.id, ())),
            spare=spare.get(project.id, 0),
            unread=tuple(unread.get(project.id, ())),
            messages=messages.get(project.id, 0),
            unsettled_cents=undecided[project.id].undeducted_cents if project.id in undecided else 0,
            unsettled_used=undecided[project.id].used if project.id in undecided else "",
            ended=_ended(undecided.get(project.id)),
            shares_consultation=project.shares_consultation,
            proposed=proposed.get(project.id),
        )
    return found


def _proposed(projects: Sequence[Project], now: datetime) -> dict[int, Proposed]:
    """What waits for its client's answer, by project."""
    clients = {project.id: project.client_id for project in projects}
    is_open = (Proposal.state == ProposalState.OPEN) & (Proposal.expires_at > now)
    rows = list(Proposal.select().where(Proposal.project.in_(list(clients)), is_open))
    left = {number: left_for_bill(number, now) for number in {clients[row.project_id] for row in rows}}
    return {
        row.project_id: Proposed(
            row.title, sums(row.price_cents, left[clients[row.project_id]]).left_cents, row.expires_at
        )
        for row in rows
    }


def _ended(about: Unsettled | None) -> str:
    if about is None or about.cancelled_at is None:
        return "This project is closed."
    day = day_text(str(clock.in_sydney(about.cancelled_at).date()))
    return f"You cancelled on {day}." if about.by_client else f"This project was cancelled on {day}."


def _bill(order: Order, sums: Standing) -> Bill:
    day = date.fromisoformat(order.due_on)
    ends = datetime.combine(day, time.max, clock.BUSINESS_ZONE)
    part_of_cents = sums.total_cents if sums.state is OrderState.PART_PAID else None
    return Bill(order.reference, sums.owed_cents, ends, day_text(order.due_on), part_of_cents)

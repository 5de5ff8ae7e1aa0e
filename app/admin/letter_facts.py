"""How what a project's letters tell of stands now."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from peewee import SQL, fn

from app.admin.letter_rules import LEAVES_OPEN, MAY_LEAVE_OPEN, Now, Told, outdated
from app.checklist.models import Need
from app.mail.models import Letter
from app.orders.models import Order
from app.orders.money import Payment, Refund
from app.orders.sums import standings
from app.orders.unsettled import unsettled
from app.projects.models import Project
from app.projects.rules import ProjectStatus
from app.proposals.models import Proposal
from app.proposals.rules import ProposalState
from app.rows import Prepared, these


def outdated_of(project: Project, letters: Sequence[Letter], now: datetime) -> dict[int, str]:
    """Why which of these letters, oldest first, do not hold any more, by number; of those about the project only."""
    about = [letter for letter in letters if project.id == letter.project_id or letter.booking_id is not None]
    stands, newest = _stands(project, now), {letter.kind: letter.id for letter in about}
    found = {}
    for letter in about:
        told = Told(
            letter.kind,
            letter.created_at,
            letter.dedupe_key,
            letter.calendar or "",
            newest[letter.kind] != letter.id,
            letter.kind in MAY_LEAVE_OPEN and LEAVES_OPEN.search(" ".join(letter.text.split())) is not None,
        )
        if said := outdated(told, stands, now):
            found[letter.id] = said
    return found


def _stands(project: Project, now: datetime) -> Now:
    orders = Order.all_of(project.id)
    sums = standings(order.id for order in orders)
    bills = [order for order in orders if order.is_bill]
    payments = _PAYMENTS.rows([bill.id for bill in bills]) if bills else []
    proposals = Proposal.rows("project_id = ?", project.id)
    return Now(
        status=ProjectStatus(project.status),
        start=project.appointment_date,
        sequence=project.calendar_sequence,
        paid_at=orders[0].paid_at if orders else None,
        awaited=frozenset(payment.id for payment in Payment.awaited_for(sums)),
        owed={order.id: (sums[order.id].total_cents, sums[order.id].owed_cents) for order in bills},
        withdrawn=frozenset(order.id for order in bills if order.withdrawn_at is not None),
        bill_of={payment.id: payment.order_id for payment in payments},
        bill_paid_at={bill.id: bill.paid_at for bill in bills if bill.paid_at is not None},
        open_proposals=frozenset(row.id for row in proposals if row.stands_as(now) is ProposalState.OPEN),
        is_missing=bool(Need.missing_of(project.id)),
        is_asked=project.proved_at is None and not project.is_disowned,
        due_back_cents=sum(each.due_back_cents for each in sums.values()),
        is_undecided=bool(unsettled([project.id])),
        back_at=_back_at(orders),
    )


def _back_at(orders: Sequence[Order]) -> datetime | None:
    ((last,),) = _LAST_BACK.rows(order.id for order in orders)
    return last


def _last_back(order_ids: SQL) -> Any:
    given = Payment.order.in_(these(order_ids)), Refund.is_given()
    return Refund.select(fn.MAX(Refund.learned_at)).join(Payment).where(*given).tuples()


_LAST_BACK = Prepared(_last_back)
_PAYMENTS = Prepared(lambda order_ids: Payment.select().where(Payment.order.in_(these(order_ids))))

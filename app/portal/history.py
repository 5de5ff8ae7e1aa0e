"""What a project's rows tell its client of what happened."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from app.accounts.models import Admin
from app.config import in_force
from app.orders.models import Order
from app.orders.money import Payment, Refund
from app.portal.timeline import Event, Line, Money, timeline
from app.projects.models import HistoryLine
from app.slots.models import Hold


def events(consultations: Mapping[int, datetime | None]) -> dict[int, list[Event]]:
    """What happened in each of these projects, the newest first, in as many statements for many as for one.

    consultations: by project, when its confirmed one is.
    """
    ids = list(consultations)
    missed = Hold.missed_among(ids)
    history, money = defaultdict[int, list[Line]](list), _money(ids)
    # What staff undid within seconds is told to nobody but them.
    stood = HistoryLine.project.in_(ids), HistoryLine.undone_at.is_null()
    rows: Any = HistoryLine.select().where(*stood).order_by(HistoryLine.id)
    for row in rows:
        history[row.project_id].append(Line(row.created_at, row.actor, row.note, row.to_status, row.from_status))
    names = Admin.names({line.actor for lines in history.values() for line in lines})
    firm = in_force().business.short_name
    return {
        number: timeline(history[number], money[number], consultation, names, firm, missed=number in missed)
        for number, consultation in consultations.items()
    }


def _money(project_ids: list[int]) -> dict[int, list[Money]]:
    came: Any = Payment.select(Payment, Order).join(Order).where(Order.project.in_(project_ids), Payment.has_come())
    payments = {row.id: row for row in came}
    # Nobody was told of one that had come back before it was heard of.
    heard_of = Refund.failed_at.is_null() | (Refund.failed_at > Refund.learned_at)
    given: Any = Refund.select().where(Refund.payment.in_(list(payments)), heard_of)
    found = defaultdict[int, list[Money]](list)
    for row in payments.values():
        found[row.order.project_id].append(Money(row.paid_at or row.created_at, row.amount_cents, row.method))
    for row in given:
        payment = payments[row.payment_id]
        back = Money(row.refunded_at, row.cents, payment.method, is_refund=True, failed_at=row.failed_at)
        found[payment.order.project_id].append(back)
    return found

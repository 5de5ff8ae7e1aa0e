"""Which orders of a closed project hold the money about which staff decide: one rule for every page and letter."""

from collections.abc import Collection
from typing import Any

from peewee import fn

from app.orders.models import Order
from app.orders.money import Payment
from app.orders.rules import is_asked_about
from app.projects.models import HistoryLine, Project
from app.projects.rules import CLOSED, ProjectStatus


def asked_about(project_ids: Collection[int]) -> list[Order]:
    """The orders of the closed ones of these projects about whose money staff decide, see `is_asked_about`."""
    rows: Any = Order.select(Order, Project).join(Project)
    orders = list(rows.where(Order.project.in_(list(project_ids)), Project.status.in_(CLOSED)).order_by(Order.id))
    bills = [order.id for order in orders if order.is_bill]
    lines = cancelled({order.project_id for order in orders}) if bills else {}
    first: Any = Payment.select(Payment.order, fn.MIN(Payment.learned_at)).where(Payment.has_come())
    came = dict(first.where(Payment.order.in_(bills)).group_by(Payment.order).tuples())
    ends = {number: line.created_at for number, line in lines.items()}
    return [
        order
        for order in orders
        if is_asked_about(order.is_bill, order.project.status, came.get(order.id), ends.get(order.project_id))
    ]


def cancelled(project_ids: Collection[int]) -> dict[int, HistoryLine]:
    """The last line of each of these projects that says so."""
    said = HistoryLine.project.in_(list(project_ids)), HistoryLine.to_status == ProjectStatus.CANCELLED
    lines: Any = HistoryLine.select().where(*said).order_by(HistoryLine.id)
    return {line.project_id: line for line in lines}


def cancelled_by_client(line: HistoryLine | None) -> bool:
    """Whether a project's client cancelled it themselves, which is what the terms speak of; not where nobody says who.

    line: its last one of `cancelled`.
    """
    return line is not None and line.actor == "client"

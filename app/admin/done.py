"""What the firm's people did today, as the audit log tells it."""

import re
from datetime import datetime
from typing import Any

from flask import Blueprint
from peewee import Desc

from app import clock
from app.accounts.models import Admin, Client
from app.admin.done_rules import WORDS, said
from app.admin.lists import PAGE_SIZE, Page, unhelped
from app.alerts.links import project_of
from app.alerts.models import Alert
from app.audit.models import Act, ActorKind, AuditLine
from app.http import Schema, Who, route
from app.orders.models import Order
from app.orders.money import Payment
from app.projects.models import Project
from app.projects.rules import reference
from app.proofs.persons import Persons

done = Blueprint("admin_done", __name__)


class DoneQuery(Schema):
    """Which page."""

    page: Page = 1


class DoneLine(Schema):
    """Something that a member of staff did. `who`: their name; `said`: what it was, after it; `name`: whose, or ''."""

    id: int
    at: datetime
    act: Act
    who: str
    said: str
    name: str
    reference: str
    project_id: int | None


class DonePage(Schema):
    """One page of today's, the latest first."""

    items: list[DoneLine]
    total: int
    page: int
    page_size: int


@route(done, "GET", "/api/admin/done", who=Who.STAFF, query=DoneQuery, answer=DonePage)
def list_done(query: DoneQuery) -> DonePage:
    """What was done since midnight in Sydney."""
    midnight = clock.in_sydney(clock.now()).replace(hour=0, minute=0, second=0, microsecond=0)
    found = AuditLine.select().where(
        AuditLine.created_at >= midnight, AuditLine.actor_kind == ActorKind.STAFF, AuditLine.action.in_(list(WORDS))
    )
    # Else SQLite goes through the log of all years for a page: today's lines have their index.
    rows = list(found.order_by(Desc(unhelped(AuditLine.id))).paginate(query.page, PAGE_SIZE))
    about = _projects_of(rows)
    projects = Project.with_clients(set(about.values()))
    persons, known = Persons(projects), {project.id: project for project in projects}
    clients = _clients_of(rows)
    staff = Admin.names({row.actor for row in rows})
    return DonePage(
        items=[
            DoneLine(
                id=row.id,
                at=row.created_at,
                act=Act(row.action),
                who=staff.get(row.actor, row.actor),
                said=said(Act(row.action), row.detail),
                name=persons.of(project).name if project else clients.get(row.subject, ""),
                reference=reference(project.id) if project else "",
                project_id=project.id if project else None,
            )
            for row in rows
            for project in (known.get(about.get(row.id, 0)),)
        ],
        total=found.count(),
        page=query.page,
        page_size=PAGE_SIZE,
    )


def _clients_of(rows: list[AuditLine]) -> dict[str, str]:
    """By the subject of a line about a client and no project their name, or their address where none is known."""
    about = {row.subject for row in rows if row.subject.startswith("client:")}
    numbers = [int(subject.removeprefix("client:")) for subject in about]
    return {row.get_id(): row.name or row.email for row in Client.select().where(Client.id.in_(numbers))}


def _projects_of(rows: list[AuditLine]) -> dict[int, int]:
    """By the line's id the project that it names, as its subject or beside it, or that its payment or alert was for."""
    named = {row.id: re.search(r"\bproject:(\d+)", f"{row.subject} {row.detail}") for row in rows}
    found = {number: int(match[1]) for number, match in named.items() if match}
    told = {row.id: int(row.subject.removeprefix("alert:")) for row in rows if row.subject.startswith("alert:")}
    alerts: Any = Alert.select(Alert.id, Alert.link).where(Alert.id.in_(set(told.values()))).tuples()
    links = dict(alerts)
    linked = {number: project_of(links.get(alert) or "") for number, alert in told.items()}
    found |= {number: project for number, project in linked.items() if project is not None}
    paid = {row.id: int(row.subject.removeprefix("payment:")) for row in rows if row.subject.startswith("payment:")}
    orders: Any = Payment.select(Payment.id, Order.project).join(Order).where(Payment.id.in_(set(paid.values())))
    of = {payment: project for payment, project in orders.tuples() if project}
    return found | {number: of[payment] for number, payment in paid.items() if payment in of}

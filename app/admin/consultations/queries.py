"""What the back office reads about consultation times and the money that they wait for."""

from datetime import datetime
from typing import Any

from peewee import fn

from app.accounts.models import Client
from app.admin.consultations.schemas import (
    ConsultationLine,
    ConsultationQuery,
    Consultations,
    GivenUpTransfer,
    TransferLine,
)
from app.admin.lists import PAGE_SIZE
from app.admin.money import money_of
from app.admin.ownership import ownership, unproved
from app.catalogue.actions import services
from app.catalogue.rules import ServiceType
from app.consultations.confirmed import lacks_time
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.orders.sums import has_money, standings, with_money
from app.projects.models import Project
from app.projects.rules import CLOSED, PaymentStatus, reference
from app.proofs.persons import Persons
from app.slots.models import Hold, Slot
from app.slots.rules import LASTS


def consultations(query: ConsultationQuery, now: datetime) -> Consultations:
    """A page of the times held or booked that are not over, awaited transfers, and paid projects without a time.

    Those without a time come first, then the soonest. Where the asked-for project is among them, it is the project's
    page. Beside them a page of the transfers that were given up, newest first.
    """
    wanted = _transfer_projects() if query.waiting == "transfers" else _everything(now)
    if query.project is not None and not query.waiting and has_money(query.project):
        wanted.setdefault(query.project, None)
    listed = sorted(wanted, key=lambda project_id: (wanted[project_id] is not None, wanted[project_id], project_id))
    page = query.page
    if query.project is not None and query.project in wanted:
        page = listed.index(query.project) // PAGE_SIZE + 1
    asked = listed[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    projects = list(Project.select(Project, Client).join(Client).where(Project.id.in_(asked)))
    given_up = list(_given_up_transfers().order_by(Payment.id.desc()).paginate(query.given_up_page, PAGE_SIZE))
    lines = _Lines([*projects, *(payment.order.project for payment in given_up)], now)
    return Consultations(
        items=[lines.consultation(project) for project in sorted(projects, key=lambda row: asked.index(row.id))],
        total=len(listed),
        page=page,
        page_size=PAGE_SIZE,
        given_up=[lines.given_up(payment) for payment in given_up],
        given_up_total=_given_up_transfers().count(),
        unproved=unproved(),
    )


def _everything(now: datetime) -> dict[int, datetime | None]:
    """What is listed, by project: when its consultation begins."""
    ahead: Any = Hold.select(Hold.project_id, Slot.date).join(Slot).where(_ahead(now)).tuples()
    without_time: Any = Project.select(Project.id).where(lacks_time())
    waiting = [project_id for (project_id,) in without_time.tuples()] + _unsettled_projects()
    return dict.fromkeys(waiting) | _transfer_projects() | dict(ahead)


def _unsettled_projects() -> list[int]:
    """The projects that are paid in part and not closed, and those of whose money some is to be given back."""
    lines = Line.select(fn.SUM(Line.cents)).where(Line.order == Payment.order)
    came: Any = Payment.select(Payment.order).where(Payment.has_come()).group_by(Payment.order)
    other = [order_id for (order_id,) in came.having(fn.SUM(Payment.amount_cents) != lines).tuples()]
    if not other:
        return []
    sums = standings(other)
    about: Any = Order.select(Order.id, Project.id, Project.status).join(Project).where(Order.id.in_(list(sums)))
    return [
        project_id
        for order_id, project_id, status in about.tuples()
        if sums[order_id].due_back_cents or (sums[order_id].owed_cents and status not in CLOSED)
    ]


def _ahead(now: datetime) -> Any:
    return Hold.released_at.is_null() & (Slot.date > now - LASTS)


def _transfer_projects() -> dict[int, None]:
    """The projects of the awaited transfers."""
    return dict.fromkeys(project_id for (project_id,) in _awaited_transfers().select(Order.project).tuples())


def awaited_transfers() -> tuple[int, int]:
    """How many projects have transfers that clients still mean to send, and how many cents these come to."""
    sums = (fn.COUNT(Order.project.distinct()), fn.COALESCE(fn.SUM(Payment.amount_cents), 0))
    count, cents = _awaited_transfers().select(*sums).scalar(as_tuple=True)
    return int(count), int(cents)


def _awaited_transfers() -> Any:
    """The transfers that clients still mean to send, for bookings and for projects."""
    return _transfers().where(Payment.superseded == False, Project.status.not_in(CLOSED))


def _given_up_transfers() -> Any:
    """The transfers that clients do not mean to send any more, or for projects that are closed."""
    return _transfers().where((Payment.superseded == True) | Project.status.in_(CLOSED))


def _transfers() -> Any:
    """The transfers that have not arrived, with their projects and clients."""
    asked = Payment.select(Payment, Order, Project, Client).join(Order).join(Project).join(Client)
    return asked.where(Payment.provider == "bank", Payment.status == PaymentStatus.PENDING)


class _Lines:
    """The lines of one page, whose rows are read together."""

    def __init__(self, projects: list[Project], now: datetime) -> None:
        ids = [project.id for project in projects]
        held = Hold.select(Hold, Slot).join(Slot).where(_ahead(now), Hold.project_id.in_(ids))
        awaited = list(_awaited_transfers().where(Order.project.in_(ids)))
        self._holds = {hold.project_id: hold for hold in held}
        self._transfers = {payment.order.project_id: payment for payment in awaited}
        self._lacking = {row.id for row in Project.select(Project.id).where(Project.id.in_(ids), lacks_time())}
        self._money = money_of(projects, now)
        self._persons = Persons(projects)
        self._with_money = with_money(ids)
        self._titles = services()

    def consultation(self, project: Project) -> ConsultationLine:
        """A project with its time and its transfer."""
        who = self._persons.of(project)
        hold, transfer = self._holds.get(project.id), self._transfers.get(project.id)
        return ConsultationLine(
            project_id=project.id,
            reference=reference(project.id),
            name=who.name,
            email=project.client.email,
            phone=who.phone,
            service_title=self._titles[ServiceType(project.service_type)].title,
            status=project.status,
            start=hold.slot.date if hold else None,
            kind=hold.kind if hold else "none",
            expires_at=hold.expires_at if hold else None,
            lacks_time=project.id in self._lacking,
            transfer=_transfer(transfer) if transfer else None,
            money=self._money[project.id],
            ownership=ownership(project, who, project.id in self._with_money),
        )

    def given_up(self, payment: Payment) -> GivenUpTransfer:
        """A transfer that nobody waits for."""
        project = payment.order.project
        return GivenUpTransfer(
            project_id=project.id,
            reference=reference(project.id),
            name=self._persons.of(project).name,
            transfer=_transfer(payment),
            money=self._money[project.id],
        )


def _transfer(payment: Payment) -> TransferLine:
    return TransferLine(payment_id=payment.id, amount_cents=payment.amount_cents, asked_at=payment.created_at)

"""What the back office reads about consultation times and the money that they wait for."""

from collections import defaultdict
from datetime import datetime
from typing import Any

from peewee import SQL, fn

from app.admin.consultations.schemas import (
    ConsultationLine,
    ConsultationQuery,
    Consultations,
    GivenUpTransfer,
    TransferLine,
)
from app.admin.lists import PAGE_SIZE
from app.admin.ownership import ownership, unproved
from app.admin.project_money import money_of
from app.admin.projects.listing import awaited, transfers
from app.consultations.confirmed import confirmed_among, lacking_among, lacks_time
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.sums import bought, has_money, standings
from app.projects.models import Project
from app.projects.naming import names_of
from app.projects.rules import CLOSED, reference
from app.proofs.persons import Persons
from app.rows import Prepared, these
from app.slots.models import Hold, Slot


def consultations(query: ConsultationQuery, now: datetime) -> Consultations:
    """A page of the times held or booked that are not over, awaited transfers, and paid projects without a time.

    Those without a time come first, then the soonest. Where the asked-for project is among them, it is the project's
    page. Beside them a page of the transfers that were given up, newest first.
    """
    wanted: dict[int, datetime | None] = dict.fromkeys(project_id for (project_id,) in _COMING.rows())
    if query.waiting != "transfers":
        ahead: Any = Hold.select(Hold.project_id, Slot.date).join(Slot).where(_ahead(now)).tuples()
        waiting = [project_id for (project_id,) in _WITHOUT_TIME.rows()] + _unsettled_projects()
        wanted |= dict.fromkeys(waiting) | dict(ahead)
    if query.project is not None and not query.waiting and has_money(query.project):
        wanted.setdefault(query.project, None)
    listed = sorted(wanted, key=lambda project_id: (wanted[project_id] is not None, wanted[project_id], project_id))
    page = query.page
    if query.project is not None and query.project in wanted:
        page = listed.index(query.project) // PAGE_SIZE + 1
    asked = listed[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    projects = Project.with_clients(asked)
    given_up = _GIVEN_UP.rows(PAGE_SIZE, (query.given_up_page - 1) * PAGE_SIZE)
    lines = _Lines([*projects, *(payment.order.project for payment in given_up)], now)
    return Consultations(
        items=[lines.consultation(project) for project in sorted(projects, key=lambda row: asked.index(row.id))],
        total=len(listed),
        page=page,
        page_size=PAGE_SIZE,
        given_up=[lines.given_up(payment) for payment in given_up],
        given_up_total=_GIVEN_UP_COUNT.rows()[0][0],
        unproved=unproved(),
    )


def _unsettled_projects() -> list[int]:
    """The projects that are paid in part and not closed, and those of whose money some is to be given back."""
    orders = Order.unsettled()
    sums = standings(order.id for order in orders)
    return [order.project_id for order in orders if sums[order.id].due_back_cents or sums[order.id].owed_cents]


def _ahead(now: datetime) -> Any:
    return Hold.released_at.is_null() & Slot.lasts_after(now)


def _given_up_transfers() -> Any:
    """The transfers that clients do not mean to send any more, or for projects that are closed."""
    return transfers().where((Payment.superseded == True) | Project.status.in_(CLOSED), Order.number == 1)


def _awaited_of(project_ids: SQL) -> Any:
    return awaited().where(Order.project.in_(these(project_ids))).order_by(Order.number)


_COMING = Prepared(lambda: awaited().select(Order.project).tuples())
_WITHOUT_TIME = Prepared(lambda: Project.select(Project.id).where(lacks_time()).tuples())
_GIVEN_UP = Prepared(lambda many, after: _given_up_transfers().order_by(Payment.id.desc()).limit(many).offset(after))
_GIVEN_UP_COUNT = Prepared(lambda: _given_up_transfers().select(fn.COUNT(Payment.id)).tuples())
_AWAITED_OF = Prepared(_awaited_of)


class _Lines:
    """The lines of one page, whose rows are read together."""

    def __init__(self, projects: list[Project], now: datetime) -> None:
        ids = [project.id for project in projects]
        held = Hold.select(Hold, Slot).join(Slot).where(_ahead(now), Hold.project_id.in_(these(ids)))
        self._holds = {hold.project_id: hold for hold in held}
        self._transfers = defaultdict[int, list[Payment]](list)
        for payment in _AWAITED_OF.rows(ids):
            self._transfers[payment.order.project_id].append(payment)
        self._lacking = lacking_among(ids)
        self._confirmed = confirmed_among(ids)
        self._money = money_of(projects, now)
        self._persons = Persons(projects)
        self._bought = bought(ids)
        self._names = names_of(projects)

    def consultation(self, project: Project) -> ConsultationLine:
        """A project with its time and its transfer."""
        who = self._persons.of(project)
        hold = self._holds.get(project.id)
        return ConsultationLine(
            project_id=project.id,
            reference=reference(project.id),
            name=who.name,
            email=project.client.email,
            phone=who.phone,
            service_title=self._names[project.id],
            status=project.status,
            start=hold.slot.date if hold else None,
            kind=hold.kind if hold else "none",
            expires_at=hold.expires_at if hold else None,
            takes_place=project.id in self._confirmed,
            lacks_time=project.id in self._lacking,
            meeting=project.how_to_meet(who.phone).for_staff,
            transfers=[_transfer(payment) for payment in self._transfers[project.id]],
            money=self._money[project.id],
            ownership=ownership(project, who, project.id in self._bought),
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
    about, cents = {"payment_id": payment.id, "number": payment.order.number}, payment.amount_cents
    return TransferLine(**about, reference=payment.order.reference, amount_cents=cents, asked_at=payment.created_at)

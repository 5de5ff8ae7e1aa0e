"""A client's projects in the portal."""

from datetime import datetime

from flask import Blueprint
from pydantic import RootModel

from app import clock
from app.catalogue.actions import services
from app.catalogue.rules import ServiceType
from app.consultations.confirmed import lacks_time
from app.http import Schema, Who, caller, route
from app.orders.money import Payment
from app.orders.schemas import Arrived, arrived
from app.orders.sums import being_decided
from app.projects.models import Project
from app.projects.rules import PaymentStatus, ProjectStatus, reference
from app.slots.models import Hold

projects = Blueprint("portal_projects", __name__)


class HeldTime(Schema):
    """A time that is kept until `until`, and is the client's once it is paid.

    `until` is None while a bank decides about the payment: the time is kept meanwhile.
    `awaits_transfer`: a bank transfer was chosen for it and has not come yet.
    """

    date: datetime
    until: datetime | None
    awaits_transfer: bool


class ProjectOut(Schema):
    """A client's own project; `payment_amount` in cents.

    `arrived` is the money that came, None while none has.
    `appointment_date` is that of a confirmed consultation; a time that is only held until it is paid is in `held`.
    `chooses_time`: it is paid and has no time, so that the client chooses one.
    """

    id: int
    reference: str
    service_type: ServiceType
    service_title: str
    status: ProjectStatus
    appointment_date: datetime | None
    held: HeldTime | None
    chooses_time: bool
    payment_amount: int | None
    payment_status: PaymentStatus
    arrived: Arrived | None
    notes: str | None
    created_at: datetime


class ProjectList(RootModel[list[ProjectOut]]):
    """All of a client's projects, newest first."""


@route(projects, "GET", "/api/client/projects", who=Who.CLIENT, answer=ProjectList)
def client_projects() -> ProjectList:
    """The client's projects."""
    titles, now = services(), clock.now()
    mine = Project.select().where(Project.of_client(caller().client_id))
    rows = list(mine.order_by(Project.created_at.desc(), Project.id.desc()))
    ids = [row.id for row in rows]
    lacking = {row.id for row in mine.where(lacks_time())}
    came = arrived(rows)
    unpaid, awaited, deciding = Hold.unpaid_among(ids), Payment.awaited_among(ids), being_decided(ids)
    return ProjectList(
        [
            ProjectOut(
                id=row.id,
                reference=reference(row.id),
                service_type=row.service_type,
                service_title=titles[ServiceType(row.service_type)].title,
                status=row.status,
                appointment_date=None if row.id in unpaid else row.appointment_date,
                held=_held(unpaid.get(row.id), row.id in deciding, row.id in awaited, now),
                chooses_time=row.id in lacking,
                payment_amount=row.payment_amount,
                payment_status=row.payment_status,
                arrived=came.get(row.id),
                notes=row.notes,
                created_at=row.created_at,
            )
            for row in rows
        ]
    )


def _held(hold: Hold | None, is_deciding: bool, awaits_transfer: bool, now: datetime) -> HeldTime | None:
    if hold is None or hold.slot.date <= now:
        return None
    if is_deciding:
        return HeldTime(date=hold.slot.date, until=None, awaits_transfer=False)
    if hold.expires_at <= now:
        return None
    return HeldTime(date=hold.slot.date, until=hold.expires_at, awaits_transfer=awaits_transfer)

"""What a signed-in client may see: everything is found through the client."""

from datetime import datetime
from typing import Any

from flask import Blueprint, Response
from flask_login import current_user

from app import clock
from app.catalogue.actions import services
from app.catalogue.rules import ServiceType
from app.config import in_force
from app.consultations.confirmed import confirmed, lacks_time
from app.documents.models import Document
from app.documents.schemas import DocumentOut
from app.documents.serving import attachment
from app.errors import not_found
from app.http import Who, route
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.rules import OrderState
from app.orders.schemas import arrived
from app.orders.sums import being_decided
from app.portal.schemas import AppointmentList, AppointmentOut, DocumentList, HeldTime, ProjectList, ProjectOut
from app.projects.models import Project
from app.projects.rules import reference
from app.slots.models import Hold

portal = Blueprint("portal", __name__)


def _projects() -> Any:
    mine = Project.select().where(Project.of_client(current_user.id))
    return mine.order_by(Project.created_at.desc(), Project.id.desc())


def _documents() -> Any:
    return (
        Document.select()
        .join(Project, on=(Document.project_id == Project.id))
        .where(Project.of_client(current_user.id))
        .order_by(Document.uploaded_at.desc(), Document.id.desc())
    )


@route(portal, "GET", "/api/client/projects", who=Who.CLIENT, answer=ProjectList)
def client_projects() -> ProjectList:
    """The client's projects."""
    titles, now = services(), clock.now()
    rows = list(_projects())
    ids = [row.id for row in rows]
    lacking = {row.id for row in _projects().where(lacks_time())}
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


@route(portal, "GET", "/api/client/documents", who=Who.CLIENT, answer=DocumentList)
def client_documents() -> DocumentList:
    """The client's documents."""
    return DocumentList([DocumentOut.model_validate(row) for row in _documents()])


@route(portal, "GET", "/api/client/documents/<int:document_id>/download", who=Who.CLIENT, refusals=(404,))
def client_download(document_id: int) -> Response:
    """One of the client's documents as a file."""
    found = _documents().where(Document.id == document_id).get_or_none()
    if found is None:
        raise not_found("We could not find that document.")
    return attachment(found, in_force().documents_folder)


@route(portal, "GET", "/api/client/appointments", who=Who.CLIENT, answer=AppointmentList)
def client_appointments() -> AppointmentList:
    """The client's confirmed consultations."""
    dated = _projects().where(confirmed()).order_by(Project.appointment_date)
    given_back = {row.id for row in _projects().where(Order.is_one_of((OrderState.REFUNDED,), Project.id))}
    return AppointmentList(
        [AppointmentOut(id=row.id, date=row.appointment_date, refunded=row.id in given_back) for row in dated]
    )

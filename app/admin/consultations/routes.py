"""Consultation times and their transfers in the back office over HTTP."""

from flask import Blueprint
from flask_login import current_user

from app import clock
from app.admin.consultations import queries
from app.admin.consultations.schemas import ConsultationQuery, Consultations
from app.http import Ok, Who, route
from app.payments import transfers

consultations = Blueprint("admin_consultations", __name__)


@route(consultations, "GET", "/api/admin/consultations", who=Who.STAFF, query=ConsultationQuery, answer=Consultations)
def list_consultations(query: ConsultationQuery) -> Consultations:
    """Times held and booked, and what they wait for."""
    return queries.consultations(query, clock.now())


@route(
    consultations,
    "POST",
    "/api/admin/payments/<int:payment_id>/receive-transfer",
    who=Who.STAFF,
    answer=Ok,
    refusals=(404, 409),
)
def mark_transfer_received(payment_id: int) -> Ok:
    """Note that a bank transfer is on the account; repeating it changes nothing."""
    transfers.receive(payment_id, current_user.username)
    return Ok()

"""Consultation times and what they wait for in the back office over HTTP."""

from flask import Blueprint

from app import clock
from app.admin.consultations import queries
from app.admin.consultations.schemas import ConsultationQuery, Consultations
from app.http import Who, route

consultations = Blueprint("admin_consultations", __name__)


@route(consultations, "GET", "/api/admin/consultations", who=Who.STAFF, query=ConsultationQuery, answer=Consultations)
def list_consultations(query: ConsultationQuery) -> Consultations:
    """Times held and booked, and what they wait for."""
    return queries.consultations(query, clock.now())

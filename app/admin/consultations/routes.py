"""Consultation times and what they wait for in the back office over HTTP."""

from datetime import datetime

from flask import Blueprint
from flask_login import current_user

from app import clock
from app.admin.consultations import queries
from app.admin.consultations.schemas import CancelProject, ConsultationQuery, Consultations, TimeGiven, WayGiven
from app.admin.projects.rules import IS_CLOSED
from app.audit import actions as audit
from app.audit.models import Act
from app.clock import sydney_text
from app.consultations import actions, meetings
from app.db import write
from app.errors import AppError
from app.http import Ok, Who, route
from app.payments.current import card_provider
from app.payments.ending import end_cards
from app.projects.finding import find_for_staff
from app.projects.rules import ProjectStatus
from app.slots.models import Slot

consultations = Blueprint("admin_consultations", __name__)


@route(consultations, "GET", "/api/admin/consultations", who=Who.STAFF, query=ConsultationQuery, answer=Consultations)
def list_consultations(query: ConsultationQuery) -> Consultations:
    """Times held and booked, and what they wait for."""
    return queries.consultations(query, clock.now())


@route(
    consultations,
    "POST",
    "/api/admin/projects/<int:project_id>/consultation",
    who=Who.STAFF,
    body=TimeGiven,
    answer=Ok,
    refusals=(404, 409),
)
def give_time(project_id: int, body: TimeGiven) -> Ok:
    """Give a project its time, or another one; repeating it changes nothing. The client gets a letter.

    409 where somebody else has given it another time than the one that was seen.
    """
    with write():
        before, now = find_for_staff(project_id).appointment_date, clock.now()
        if Slot.get_or_none(Slot.id == body.slot_id, Slot.project_id == project_id) is None:
            _require_seen(before, body.seen)
        slot = actions.move(project_id, body.slot_id, current_user.username, now)
        if slot.date != before:
            audit.note(current_user.actor(), Act.MOVE_CONSULTATION, f"project:{project_id}", now)
    return Ok()


@route(
    consultations,
    "POST",
    "/api/admin/projects/<int:project_id>/meeting",
    who=Who.STAFF,
    body=WayGiven,
    answer=Ok,
    refusals=(404, 409),
)
def give_way_to_meet(project_id: int, body: WayGiven) -> Ok:
    """Let a consultation happen another way; repeating it changes nothing. The client gets a letter."""
    find_for_staff(project_id)
    meetings.choose_way(project_id, body.way, current_user.actor(), clock.now())
    return Ok()


@route(
    consultations,
    "POST",
    "/api/admin/projects/<int:project_id>/cancel",
    who=Who.STAFF,
    body=CancelProject,
    answer=Ok,
    refusals=(404, 409),
)
def cancel_project(project_id: int, body: CancelProject) -> Ok:
    """Cancel a project and free its time; repeating it changes nothing. What was paid stays for staff to refund.

    409 where its time is not the one any more that was seen.
    """
    with write():
        project, now = find_for_staff(project_id), clock.now()
        if project.status == ProjectStatus.COMPLETED:
            raise AppError("closed", 409, IS_CLOSED)
        if project.status != ProjectStatus.CANCELLED:
            _require_seen(project.appointment_date, body.seen)
        if actions.cancel(project_id, current_user.username, body.reason, now):
            audit.note(current_user.actor(), Act.CANCEL_CONSULTATION, f"project:{project_id}", now, body.reason)
    end_cards(card_provider(), project_id)
    return Ok()


def _require_seen(start: datetime | None, seen: datetime | None) -> None:
    """Refuse an act about a time that a project has not any more: somebody gave it another one, or freed it."""
    if start == seen:
        return
    present = f"It is on {sydney_text(start)} now" if start else "It has none now"
    raise AppError("changed", 409, f"Somebody has changed its time meanwhile. {present}, and nothing was done here.")

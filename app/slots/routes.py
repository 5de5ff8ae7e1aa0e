"""Consultation times over HTTP."""

from flask import Blueprint

from app import clock
from app.config import in_force
from app.consultations import actions as consultations
from app.consultations.left import require_choosable
from app.errors import not_found
from app.http import caller, route
from app.limits import caller_network, per_address, per_caller
from app.onboarding.models import Onboarding
from app.projects.finding import NO_PROJECT, find
from app.projects.rules import Reach
from app.slots.caps import Taker
from app.slots.models import Hold, Slot
from app.slots.schemas import SlotBooked, SlotBooking, SlotList

slots = Blueprint("slots", __name__)


@route(slots, "GET", "/api/slots/available", answer=SlotList)
def available_slots() -> SlotList:
    """Every time that can be booked now, as near and as far ahead as the rules let it."""
    return SlotList.model_validate(Slot.free_rows(clock.now()))


@route(
    slots,
    "PATCH",
    "/api/slots/<int:slot_id>/book",
    body=SlotBooking,
    answer=SlotBooked,
    refusals=(404, 409),
    limits=(per_address("60/hour"), per_caller("20/hour")),
)
def book_slot(slot_id: int, body: SlotBooking) -> SlotBooked:
    """Keep a time for this browser's project; 409 when somebody was faster."""
    project_id = body.project_id or Onboarding.latest_project_of(caller().visitor)
    if project_id is None:
        raise not_found(NO_PROJECT)
    project = find(project_id, caller())
    require_choosable(project, caller())
    address = caller_network() if in_force().address_limits else ""
    taker = Taker(project.id, caller().visitor or f"client-{caller().client_id}", address)
    actor = consultations.CLIENT if project.reach(caller()) is Reach.ALL and caller().client_id else "visitor"
    slot = consultations.choose(project.id, slot_id, taker, clock.now(), actor)
    hold = Hold.of_project(project.id)
    return SlotBooked(
        id=slot.id,
        date=slot.date,
        is_booked=True,
        project_id=project.id,
        expires_at=hold.expires_at if hold else None,
    )

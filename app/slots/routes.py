"""Consultation times over HTTP."""

from flask import Blueprint

from app import clock
from app.http import route
from app.slots.models import Slot
from app.slots.schemas import SlotList, SlotOut

slots = Blueprint("slots", __name__)


@route(slots, "GET", "/api/slots/available", answer=SlotList)
def available_slots() -> SlotList:
    """Every time that can be booked now, from 24 hours to 8 weeks ahead."""
    return SlotList([SlotOut.model_validate(slot) for slot in Slot.free(clock.now())])

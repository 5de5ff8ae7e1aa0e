"""The calendar of consultations and its rules in the back office over HTTP."""

from flask import Blueprint
from flask_login import current_user

from app import clock
from app.admin.appointments import queries
from app.admin.appointments.schemas import (
    Calendar,
    CalendarDays,
    ClosureEnd,
    ClosureIn,
    Consequences,
    OutcomeNoted,
    RulesIn,
    RulesOut,
    TimeAdded,
    TimeOffered,
)
from app.consultations.outcomes import note_outcome
from app.db import write
from app.errors import not_found
from app.http import Ok, Who, route
from app.projects.finding import find_for_staff
from app.slots import changes
from app.slots.availability import Availability
from app.slots.hours import Closure
from app.slots.models import Slot
from app.slots.planning import plan
from app.slots.rules import NO_TIME
from app.slots.schemas import SlotList, SlotOut

appointments = Blueprint("admin_appointments", __name__)


@route(appointments, "GET", "/api/admin/appointments", who=Who.STAFF, query=CalendarDays, answer=Calendar)
def show_calendar(query: CalendarDays) -> Calendar:
    """The times of some days: free, held, booked and blocked."""
    return queries.calendar(query, clock.now())


@route(appointments, "GET", "/api/admin/availability", who=Who.STAFF, answer=RulesOut)
def show_rules() -> RulesOut:
    """The rules for consultation times."""
    return queries.rules_in_force()


@route(
    appointments,
    "PUT",
    "/api/admin/availability",
    who=Who.STAFF,
    body=RulesIn,
    answer=Consequences,
    refusals=(409,),
)
def change_rules(body: RulesIn) -> Consequences:
    """Tell what other rules would change, and put them in force where `saves`; repeating it changes nothing more.

    Nobody's time is moved or given up by that. 409 when somebody changed the rules meanwhile.
    """
    now = clock.now()
    with write():
        rules = changes.checked(body.instead_of(Availability.rules()))
        followed = queries.consequences(plan(rules, now))
        if body.saves:
            changes.save(rules, body.version, current_user.actor(), now)
    return followed


@route(
    appointments,
    "POST",
    "/api/admin/closures",
    who=Who.STAFF,
    body=ClosureIn,
    answer=Consequences,
    refusals=(409,),
)
def close_for_a_while(body: ClosureIn) -> Consequences:
    """Tell what a closure would change, and close where `saves`; who has a time within keeps it."""
    closure, now = Closure(body.starts, body.ends, body.reason), clock.now()
    with write():
        followed = queries.consequences(plan(changes.with_closure(Availability.rules(), closure, now), now))
        if body.saves:
            changes.close(closure, current_user.actor(), now)
    return followed


@route(appointments, "POST", "/api/admin/closures/end", who=Who.STAFF, body=ClosureEnd, answer=Consequences)
def end_closure(body: ClosureEnd) -> Consequences:
    """Take a closure back, or only tell what would follow; repeating it changes nothing."""
    closure, now = Closure(body.starts, body.ends, body.reason), clock.now()
    with write():
        followed = queries.consequences(plan(changes.without_closure(Availability.rules(), closure), now))
        if body.saves:
            changes.reopen(closure, current_user.actor(), now)
    return followed


@route(appointments, "GET", "/api/admin/times", who=Who.STAFF, answer=SlotList)
def free_times() -> SlotList:
    """Every free time that staff can give, also those that clients cannot book: too near, or too far."""
    return SlotList([SlotOut.model_validate(slot) for slot in Slot.to_give(clock.now())])


@route(appointments, "POST", "/api/admin/times", who=Who.STAFF, body=TimeAdded, answer=Ok, refusals=(409,))
def add_time(body: TimeAdded) -> Ok:
    """Offer a single time beside the weekly hours; repeating it changes nothing."""
    changes.add(body.start, current_user.actor(), clock.now())
    return Ok()


@route(
    appointments,
    "PATCH",
    "/api/admin/times/<int:slot_id>",
    who=Who.STAFF,
    body=TimeOffered,
    answer=Consequences,
    refusals=(404, 409),
)
def offer_time(slot_id: int, body: TimeOffered) -> Consequences:
    """Take a time that is nobody's out of the calendar, offer it again, or only tell what would follow; repeatable."""
    slot, now = Slot.get_or_none(Slot.id == slot_id), clock.now()
    if slot is None:
        raise not_found(NO_TIME)
    with write():
        rules, start = Availability.rules(), slot.date
        changed = changes.with_time(rules, start, now) if body.offered else changes.without_time(rules, start, now)
        followed = queries.consequences(plan(changed, now))
        if body.saves:
            act = changes.add if body.offered else changes.block
            act(start, current_user.actor(), now)
    return followed


@route(
    appointments,
    "POST",
    "/api/admin/projects/<int:project_id>/outcome",
    who=Who.STAFF,
    body=OutcomeNoted,
    answer=Ok,
    refusals=(404, 409),
)
def note_what_became(project_id: int, body: OutcomeNoted) -> Ok:
    """Note whether a consultation took place; repeating it changes nothing, and it can be put right."""
    find_for_staff(project_id)
    note_outcome(project_id, body.start, body.outcome, current_user.actor(), clock.now())
    return Ok()

"""A client's consultations in the portal, and what they do with them."""

from datetime import datetime, timedelta

from flask import Blueprint

from app import checked, clock
from app.consultations import by_client
from app.consultations.confirmed import is_kept
from app.consultations.meetings import way_refusal
from app.consultations.shared import sharers_among
from app.http import Bare, Ok, Schema, SentId, Who, caller, route
from app.limits import per_address
from app.orders.kept import kept_of
from app.orders.models import Order
from app.orders.offered import dearer_without
from app.payments.current import card_provider
from app.payments.ending import end_cards
from app.projects.finding import find_of_client
from app.projects.models import Project
from app.projects.naming import names_of
from app.projects.rules import ProjectStatus, reference
from app.projects.schemas import MeetingOut
from app.slots.models import Hold

appointments = Blueprint("portal_appointments", __name__)


class AppointmentOut(Schema):
    """A time that is the client's for good, named by its project's id; `date` is its start.

    `takes_place`: it is confirmed; where its payment went back in full, staff and client agree first. `missed`: staff
    noted that the client did not come.
    `move_refusal`, `give_back_refusal` (of its time alone), `cancel_refusal`, `way_refusal` (of how it happens): why
    the client cannot do that themselves, None where they can. `money`: what happens when they cancel to what was
    paid, and to what shares the consultation.
    """

    id: int
    reference: str
    service_title: str
    date: datetime
    ends: datetime
    takes_place: bool
    missed: bool
    calendar_url: str | None
    move_refusal: str | None
    give_back_refusal: str | None
    cancel_refusal: str | None
    meeting: MeetingOut
    way_refusal: str | None
    money: str


class AppointmentList(Bare[list[AppointmentOut]]):
    """All of a client's consultations, soonest first."""


class MoveIn(Schema):
    """To which free time; `date`: when the client sees the consultation begin now."""

    slot_id: SentId
    date: checked.Moment


class SeenIn(Schema):
    """`date`: when the client sees the consultation begin."""

    date: checked.Moment


@route(appointments, "GET", "/api/client/appointments", who=Who.CLIENT, answer=AppointmentList)
def client_appointments() -> AppointmentList:
    """The client's consultations."""
    return appointments_of(caller().client_id)


def appointments_of(client_id: int | None) -> AppointmentList:
    """A client's consultations, in order."""
    mine = Project.select().where(Project.of_client(client_id), is_kept())
    rows = list(mine.order_by(Project.appointment_date))
    now, names = clock.now(), names_of(rows)
    orders: dict[int, list[Order]] = {row.id: [] for row in rows}
    for order in Order.select().where(Order.project.in_(list(orders))):
        orders[order.project_id].append(order)
    kept = kept_of([order for theirs in orders.values() for order in theirs])
    dearer, sharers = dearer_without(rows, now), sharers_among(rows, now)
    missed = Hold.missed_among(list(orders))
    minutes = Hold.minutes_among(list(orders))
    phone = rows[0].client.phone if rows else ""
    shown = []
    for row in rows:
        options, refunded = (
            by_client.options(row, orders[row.id], kept[row.id], now, dearer[row.id], sharers[row.id]),
            by_client.is_refunded(ProjectStatus(row.status), orders[row.id]),
        )
        shown.append(
            AppointmentOut(
                id=row.id,
                reference=reference(row.id),
                service_title=names[row.id],
                date=row.appointment_date,
                ends=row.appointment_date + timedelta(minutes=minutes[row.id]),
                takes_place=not refunded,
                missed=row.id in missed,
                calendar_url=None if refunded else f"/api/projects/{row.id}/consultation.ics",
                move_refusal=options.move_refusal,
                give_back_refusal=options.give_back_refusal,
                cancel_refusal=options.cancel_refusal,
                meeting=MeetingOut.model_validate(row.how_to_meet(phone, not refunded)),
                way_refusal=way_refusal(row, not refunded, refunded, now),
                money=options.money,
            )
        )
    return AppointmentList(shown)


@route(
    appointments,
    "POST",
    "/api/client/appointments/<int:project_id>/move",
    who=Who.CLIENT,
    body=MoveIn,
    answer=Ok,
    refusals=(404, 409),
    limits=(per_address("60/hour"),),
)
def move_appointment(project_id: int, body: MoveIn) -> Ok:
    """Move a consultation of the client to a free time: once, until 24 hours before, for nothing; repeatable."""
    by_client.move(find_of_client(project_id, caller().client_id).id, body.slot_id, body.date, clock.now())
    return Ok()


@route(
    appointments,
    "POST",
    "/api/client/appointments/<int:project_id>/give-back",
    who=Who.CLIENT,
    body=SeenIn,
    answer=Ok,
    refusals=(404, 409),
    limits=(per_address("60/hour"),),
)
def give_time_back(project_id: int, body: SeenIn) -> Ok:
    """Give the time of a consultation of the client back and keep its project; repeating it changes nothing."""
    by_client.give_back(find_of_client(project_id, caller().client_id).id, body.date, clock.now())
    return Ok()


@route(
    appointments,
    "POST",
    "/api/client/appointments/<int:project_id>/cancel",
    who=Who.CLIENT,
    body=SeenIn,
    answer=Ok,
    refusals=(404, 409),
    limits=(per_address("60/hour"),),
)
def cancel_appointment(project_id: int, body: SeenIn) -> Ok:
    """Cancel a consultation of the client, and its project; repeating it changes nothing."""
    by_client.cancel(find_of_client(project_id, caller().client_id).id, body.date, clock.now())
    end_cards(card_provider(), project_id)
    return Ok()

"""A client's consultations in the portal."""

from datetime import datetime

from flask import Blueprint
from pydantic import RootModel

from app.consultations.confirmed import confirmed
from app.http import Schema, Who, caller, route
from app.orders.models import Order
from app.orders.rules import OrderState
from app.projects.models import Project

appointments = Blueprint("portal_appointments", __name__)


class AppointmentOut(Schema):
    """A confirmed consultation of the client.

    `refunded`: its payment went back in full, and whether it takes place, staff agree with the client.
    """

    id: int
    date: datetime
    refunded: bool


class AppointmentList(RootModel[list[AppointmentOut]]):
    """All of a client's confirmed consultations, soonest first."""


@route(appointments, "GET", "/api/client/appointments", who=Who.CLIENT, answer=AppointmentList)
def client_appointments() -> AppointmentList:
    """The client's confirmed consultations."""
    mine = Project.select().where(Project.of_client(caller().client_id))
    dated = mine.where(confirmed()).order_by(Project.appointment_date)
    given_back = {row.id for row in mine.where(Order.is_one_of((OrderState.REFUNDED,), Project.id))}
    return AppointmentList(
        [AppointmentOut(id=row.id, date=row.appointment_date, refunded=row.id in given_back) for row in dated]
    )

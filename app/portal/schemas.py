"""The contract of the client portal."""

from datetime import datetime

from pydantic import RootModel

from app.catalogue.rules import ServiceType
from app.documents.schemas import DocumentOut
from app.http import Schema
from app.orders.schemas import Arrived
from app.projects.rules import PaymentStatus, ProjectStatus


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


class DocumentList(RootModel[list[DocumentOut]]):
    """All of a client's documents, newest first."""


class AppointmentOut(Schema):
    """A confirmed consultation of the client.

    `refunded`: its payment went back in full, and whether it takes place, staff agree with the client.
    """

    id: int
    date: datetime
    refunded: bool


class AppointmentList(RootModel[list[AppointmentOut]]):
    """All of a client's confirmed consultations, soonest first."""

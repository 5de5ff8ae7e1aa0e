"""The contract of the client portal."""

from datetime import datetime

from pydantic import RootModel

from app.catalogue.rules import ServiceType
from app.documents.schemas import DocumentOut
from app.http import Schema
from app.projects.rules import PaymentStatus, ProjectStatus


class ProjectOut(Schema):
    """A client's own project; `payment_amount` in cents."""

    id: int
    reference: str
    service_type: ServiceType
    service_title: str
    status: ProjectStatus
    appointment_date: datetime | None
    payment_amount: int | None
    payment_status: PaymentStatus
    notes: str | None
    created_at: datetime


class ProjectList(RootModel[list[ProjectOut]]):
    """All of a client's projects, newest first."""


class DocumentList(RootModel[list[DocumentOut]]):
    """All of a client's documents, newest first."""


class AppointmentOut(Schema):
    """A consultation of the client."""

    id: int
    date: datetime


class AppointmentList(RootModel[list[AppointmentOut]]):
    """All of a client's consultations, soonest first."""

"""Bookings as staff see them."""

from datetime import datetime

from app.admin.letters import LetterLine
from app.admin.money import ProjectMoney
from app.admin.ownership import Ownership
from app.booking.rules import BookingStatus, PreferredContact
from app.catalogue.rules import Package, ProjectType, ProjectValue, ServiceType
from app.documents.schemas import DocumentOut
from app.http import Schema
from app.projects.rules import PaymentStatus, ProjectStatus


class BookingLine(Schema):
    """A booking in the list; money in cents."""

    id: int
    reference: str | None
    status: BookingStatus
    full_name: str
    email: str
    phone: str
    service_type: ServiceType | None
    service_title: str
    project_status: ProjectStatus | None
    payment_status: PaymentStatus | None
    amount_cents: int | None
    documents: int
    created_at: datetime
    confirmed_at: datetime | None


class BookingPage(Schema):
    """One page of the list of bookings."""

    items: list[BookingLine]
    total: int
    page: int
    page_size: int


class PaymentLine(Schema):
    """A payment as staff see it; money in cents."""

    id: int
    provider: str
    intent_id: str | None
    status: PaymentStatus
    provider_status: str | None
    amount_cents: int
    refunded_cents: int
    last_error: str | None
    created_at: datetime
    paid_at: datetime | None


class HistoryOut(Schema):
    """A line of a project's history."""

    actor: str
    from_status: ProjectStatus | None
    to_status: ProjectStatus | None
    note: str
    created_at: datetime


class BookingDetail(Schema):
    """A booking with everything that belongs to it."""

    id: int
    reference: str | None
    status: BookingStatus
    step: int
    full_name: str
    email: str
    phone: str
    address: str
    preferred_contact: PreferredContact
    service_type: ServiceType | None
    service_title: str
    project_type: ProjectType | None
    project_type_label: str
    project_value: ProjectValue | None
    project_value_label: str
    message: str
    package: Package | None
    package_title: str | None
    client_id: int | None
    project_id: int | None
    project_status: ProjectStatus | None
    payment_status: PaymentStatus | None
    created_at: datetime
    confirmed_at: datetime | None
    documents: list[DocumentOut]
    payments: list[PaymentLine]
    letters: list[LetterLine]
    history: list[HistoryOut]
    money: ProjectMoney | None
    ownership: Ownership | None

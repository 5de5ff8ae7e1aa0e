"""The letters of a confirmed booking: to the client and to staff."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.accounts.actions import Attached
from app.booking.models import Booking
from app.booking.rules import CONTACT_LABELS, PreferredContact
from app.catalogue.actions import packages, services
from app.catalogue.rules import (
    PROJECT_TYPE_LABELS,
    PROJECT_VALUE_LABELS,
    Package,
    ProjectType,
    ProjectValue,
    ServiceType,
)
from app.config import in_force
from app.documents.models import Document
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Firm
from app.projects.rules import reference


@dataclass(frozen=True)
class Receipt:
    """The money of a confirmed booking; `method` is card or bank."""

    amount_cents: int
    transaction_id: str
    paid_at: datetime
    method: str


def announce(
    booking: Booking,
    receipt: Receipt,
    attached: Attached,
    account_created: bool,
    files: Sequence[Document],
    now: datetime,
) -> None:
    """Write the letters down, inside the transaction that confirms the booking.

    account_created: the client's sign-in follows in a letter of its own.
    """
    firm = Firm.present()
    number = reference(booking.project_id)
    told: dict[str, Any] = {
        "name": booking.full_name,
        "reference": number,
        "service": services()[ServiceType(booking.service_type)].title,
        "package": packages()[Package(booking.package)].title if booking.package else None,
        "project_type": PROJECT_TYPE_LABELS.get(ProjectType(booking.project_type)),
        "project_value": PROJECT_VALUE_LABELS[ProjectValue(booking.project_value)],
        "project_address": booking.address,
        "amount_cents": receipt.amount_cents,
        "transaction_id": receipt.transaction_id,
        "paid_at": receipt.paid_at,
    }
    links = {"booking_id": booking.id, "client_id": attached.client.id, "project_id": booking.project_id}
    confirmed = letters.booking_confirmed(
        firm,
        to=booking.email,
        files=[file.file_name for file in files],
        account_created=account_created,
        own_password=not attached.client.password_change_required,
        **told,
    )
    if not booking.project.is_disowned:
        post(confirmed, f"booking-confirmed-{booking.id}", now, **links)
    notice = letters.staff_booking_notice(
        firm,
        to=in_force().mail.staff,
        email=booking.email,
        phone=booking.phone,
        preferred_contact=CONTACT_LABELS[PreferredContact(booking.preferred_contact)],
        message=booking.message,
        files=[(file.file_name, file.file_size) for file in files],
        admin_link=f"{in_force().server.address}/admin/dashboard?booking={booking.id}",
        returning=not attached.is_new,
        differences=attached.differences,
        is_disowned=booking.project.is_disowned,
        **told,
    )
    post(notice, f"staff-booking-{booking.id}", now, **links)

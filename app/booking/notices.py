"""The letters of a confirmed booking: to the client and to staff."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePath
from typing import Any

from app.accounts.actions import Attached
from app.booking.models import Booking
from app.booking.promised import price_of_choice, promised, remaining
from app.booking.rules import CONTACT_LABELS, PreferredContact
from app.catalogue.actions import bought_as
from app.catalogue.works import PROJECT_TYPE_LABELS, PROJECT_VALUE_LABELS, ProjectType, ProjectValue
from app.config import in_force
from app.documents.models import Document
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Firm
from app.mail.names import reads_as_a_link
from app.orders.models import Order
from app.orders.rules import calls_soon
from app.orders.sums import standing
from app.projects.rules import reference, success_path
from app.slots.availability import Availability


@dataclass(frozen=True)
class Receipt:
    """The money of a confirmed booking; `method` is card or bank."""

    amount_cents: int
    transaction_id: str
    paid_at: datetime
    method: str


@dataclass(frozen=True)
class Confirmation:
    """A booking that is confirmed, with its money, its client and its documents.

    `account_created`: the client's sign-in follows in a letter of its own.
    """

    booking: Booking
    receipt: Receipt
    attached: Attached
    account_created: bool
    files: Sequence[Document]


def announce(confirmation: Confirmation, now: datetime) -> None:
    """Write the letters down, inside the transaction that confirms the booking."""
    confirm_to_client(confirmation, now)
    booking, receipt, attached = confirmation.booking, confirmation.receipt, confirmation.attached
    notice = letters.staff_booking_notice(
        Firm.present(),
        to=in_force().mail.staff,
        email=booking.email if booking.project.is_disowned else attached.client.email,
        phone=booking.phone,
        preferred_contact=CONTACT_LABELS[PreferredContact(booking.preferred_contact)],
        message=booking.message,
        files=[(file.file_name, file.file_size) for file in confirmation.files],
        admin_link=Firm.present().site_address + booking.project.staff_page,
        returning=not attached.is_new,
        differences=attached.differences,
        is_disowned=booking.project.is_disowned,
        more_cents=standing(Order.of_project(booking.project_id).id).due_back_cents,
        **_told(booking, receipt),
    )
    post(notice, f"staff-booking-{booking.id}", now, **_about(booking, attached))


def confirm_to_client(confirmation: Confirmation, now: datetime) -> None:
    """The client's letter alone; none where whoever reads the address said that it is not theirs."""
    booking, receipt, attached = confirmation.booking, confirmation.receipt, confirmation.attached
    if booking.project.is_disowned:
        return
    files = confirmation.files
    firm, names = Firm.present(), [file.file_name for file in files]
    # To a client whom we knew before, nothing that was typed: whoever did may be somebody else. To nobody a link.
    stems = [PurePath(name).stem for name in names]
    is_told = attached.is_new and not any(reads_as_a_link(text) for text in (booking.address, *stems))
    known = {} if is_told else {"project_address": ""}
    counted = [f"{len(files)} document{'' if len(files) == 1 else 's'}"] if files else []
    confirmed = letters.booking_confirmed(
        firm,
        to=attached.client.email,
        files=names if is_told else counted,
        minutes=Availability.numbers().minutes,
        promise=promised(booking, remaining(booking)),
        price_cents=price_of_choice(booking),
        choose_at=firm.site_address + success_path(booking.project_id),
        account_created=confirmation.account_created,
        own_password=not attached.client.password_change_required,
        by_money_alone=booking.project.is_by_money_alone,
        consultation_at=(start := booking.project.appointment_date),
        is_over=start is not None and start <= now,
        is_call_due=booking.project.contacted_at is None and calls_soon(receipt.paid_at, now),
        **{**_told(booking, receipt), "name": booking.project.client.name, **known},
    )
    proved = booking.project.proved_at is not None
    post(confirmed, confirmed_key(booking.id), now, **_about(booking, attached), proved=proved)


def confirmed_key(booking_id: int) -> str:
    """What names the occasion of the client's letter."""
    return f"booking-confirmed-{booking_id}"


def _about(booking: Booking, attached: Attached) -> dict[str, Any]:
    return {"booking_id": booking.id, "client_id": attached.client.id, "project_id": booking.project_id}


def _told(booking: Booking, receipt: Receipt) -> dict[str, Any]:
    """What both letters say of it."""
    return {
        "name": booking.full_name,
        "reference": reference(booking.project_id),
        "service": bought_as(booking.service_type, booking.package),
        "project_type": PROJECT_TYPE_LABELS.get(ProjectType(booking.project_type)),
        "project_value": PROJECT_VALUE_LABELS[ProjectValue(booking.project_value)],
        "project_address": booking.address,
        "amount_cents": receipt.amount_cents,
        "transaction_id": receipt.transaction_id,
        "paid_at": receipt.paid_at,
    }

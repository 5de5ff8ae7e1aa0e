"""The verbs of a booking: save a step of the draft, confirm it."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from app import clock
from app.accounts import actions as accounts
from app.accounts.actions import Attached
from app.accounts.models import Client
from app.accounts.opening import grant_access
from app.accounts.rules import email_key
from app.amounts import dollars
from app.booking.models import Booking
from app.booking.notices import Confirmation, Receipt, announce
from app.booking.rules import BookingStatus, package_for, step_after
from app.catalogue.rules import Package, ServiceType
from app.db import write
from app.documents.models import Document
from app.errors import AppError
from app.orders.actions import attach
from app.orders.models import Order
from app.orders.sums import standing
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import ProjectStatus, status_of_new_booking

__all__ = ["Receipt", "confirm", "details", "has_paid", "save_documents_step", "save_personal", "save_project"]


def save_personal(visitor: str, answers: dict[str, Any], client_id: int | None = None) -> Booking:
    """Store step 1 in the visitor's draft, which begins here if there is none. client_id: who is signed in."""
    return _save(visitor, 1, answers, client_id)


def save_project(visitor: str, answers: dict[str, Any], client_id: int | None = None) -> Booking:
    """Store step 2; a package is kept for a contract review only. AppError 409 before step 1."""
    package = answers.get("package")
    kept = package_for(ServiceType(answers["service_type"]), Package(package) if package else None)
    return _save(visitor, 2, {**answers, "package": kept}, client_id)


def save_documents_step(visitor: str, client_id: int | None = None) -> Booking:
    """Note that the visitor is done with documents. AppError 409 before step 2."""
    return _save(visitor, 3, {}, client_id)


def _save(visitor: str, step: int, answers: dict[str, Any], client_id: int | None) -> Booking:
    now = clock.now()
    with write():
        draft = Booking.draft_of(visitor)
        if draft is None:
            if step > 1:
                raise AppError("out_of_order", 409, "Please fill in your personal information first.")
            draft = Booking(visitor_id=visitor, created_at=now)
        if step > draft.step:
            raise AppError("out_of_order", 409, "Please complete the earlier steps first.")
        before = email_key(draft.email)
        for name, value in answers.items():
            setattr(draft, name, value)
        typed = email_key(draft.email)
        if typed != before:
            draft.client = None
        _note_own(draft, client_id)
        draft.step, draft.updated_at = step_after(step, draft.step), now
        draft.save()
    return draft


def _note_own(draft: Booking, client_id: int | None) -> None:
    """A client's own draft stays theirs when they change their address before it is paid."""
    if client_id is not None and Client.get_by_id(client_id).email == email_key(draft.email):
        draft.client = client_id


def begin_paying(draft: Booking, client_id: int | None) -> None:
    """A complete draft is about to be paid; client_id: who is signed in."""
    with write():
        _note_own(draft, client_id)
        still = (Booking.id == draft.id) & (Booking.status == BookingStatus.DRAFT)
        Booking.update(client=draft.client_id).where(still).execute()


def touch_draft(booking_id: int) -> None:
    """Note that a draft's visitor is still at it; runs inside a transaction.

    AppError 409 when the booking is no draft any more: it was paid meanwhile.
    """
    draft = (Booking.id == booking_id) & (Booking.status == BookingStatus.DRAFT)
    if not Booking.update(updated_at=clock.now()).where(draft).execute():
        raise AppError("not_a_draft", 409, "This booking is already paid. Please send us the file by email instead.")


def open_for(booking: Booking, paid: bool, now: datetime) -> Attached:
    """Give a draft its client and project, and its documents to the project; joins the caller's `write()`.

    paid: whether its fee is there already, or awaited by transfer. Returns the client as found or made.
    """
    with write():
        told = details(booking)
        attached = Attached.to(booking.client, told) if booking.client else accounts.attach(told, now)
        files = Document.of_booking(booking.id).count()
        opening = projects.Opening(
            client_id=attached.client.id,
            service_type=booking.service_type,
            status=status_of_new_booking(paid=paid, has_documents=files > 0),
            visitor_id=booking.visitor_id,
            notes=booking.message or None,
        )
        fee_cents = standing(Order.get(Order.booking_id == booking.id).id).price_cents
        said = f"Booked and paid {dollars(fee_cents)}" if paid else "Booked"
        project = projects.open_project(opening, "booking", said, now)
        attach(booking.id, project.id, now)
        Document.update(project_id=project.id).where(Document.booking_id == booking.id).execute()
        becomes = BookingStatus.CONFIRMED if paid else BookingStatus.AWAITING
        confirmed_at = now if paid else None
        moved = (
            Booking.update(
                status=becomes,
                client=attached.client,
                client_is_new=attached.is_new,
                project=project,
                confirmed_at=confirmed_at,
                updated_at=now,
            )
            .where(Booking.id == booking.id, Booking.status == BookingStatus.DRAFT)
            .execute()
        )
        if moved != 1:
            raise RuntimeError(f"booking {booking.id} is no draft any more")
        booking.status, booking.client, booking.project = becomes, attached.client, project
        booking.client_is_new = attached.is_new
    return attached


def details(booking: Booking) -> accounts.Details:
    """What was typed about whoever books."""
    return accounts.Details(booking.full_name, booking.email, booking.phone, booking.address)


def confirm(booking: Booking, receipt: Receipt, prove: Callable[[int], None], now: datetime) -> Project:
    """The fee is paid: client, project, documents, history and letters; runs inside the caller's `write()`.

    prove: notes whose the project of that number is, before anybody is written to. A booking that is confirmed already
    is left alone, and its project returned.
    """
    with write():
        if booking.status == BookingStatus.CONFIRMED:
            return Project.get_by_id(booking.project_id)
        if booking.status == BookingStatus.AWAITING:
            attached = Attached.to(booking.project.client, details(booking))
            # The transfer for it has arrived: its project goes on.
            becomes = status_of_new_booking(paid=True, has_documents=Document.of_booking(booking.id).count() > 0)
            projects.change_status(booking.project_id, ProjectStatus.PENDING_PAYMENT, becomes, "booking", "Paid", now)
            still = (Booking.id == booking.id) & (Booking.status == BookingStatus.AWAITING)
            Booking.update(status=BookingStatus.CONFIRMED, confirmed_at=now, updated_at=now).where(still).execute()
            booking.status = BookingStatus.CONFIRMED
        else:
            attached = open_for(booking, paid=True, now=now)
        created = not booking.project.is_disowned and grant_access(
            attached.client, booking.visitor_id, now, booking.project_id, booking.id
        )
        prove(booking.project_id)
        booking.project = Project.get_by_id(booking.project_id)
        files = list(Document.of_booking(booking.id))
        announce(Confirmation(booking, receipt, attached, created, files), now)
    return booking.project


def await_again(booking_id: int, now: datetime) -> None:
    """The transfer for a confirmed booking has not come: its fee is awaited; joins the caller's `write()`."""
    confirmed = (Booking.id == booking_id) & (Booking.status == BookingStatus.CONFIRMED)
    with write():
        awaits = {"status": BookingStatus.AWAITING, "confirmed_at": None, "updated_at": now}
        Booking.update(**awaits).where(confirmed).execute()


def has_paid(visitor: str | None) -> bool:
    """Whether this browser's own booking is verified as paid (what account creation asks)."""
    return any(booking.status == BookingStatus.CONFIRMED for booking in Booking.made_by(visitor))

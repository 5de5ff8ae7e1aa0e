"""Erasing what was never paid for, with its files, and the client whom nothing else made."""

from datetime import datetime
from typing import Any

from app.accounts.models import Client
from app.alerts.actions import withdraw
from app.booking.models import Booking
from app.config import in_force
from app.db import database, write
from app.documents import disk
from app.errors import AppError
from app.mail import files
from app.mail.actions import failed_alert_key
from app.onboarding.models import Onboarding
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.payments.gateway import Gateway
from app.payments.provider import IntentNotFound
from app.payments.settle import settle
from app.payments.void import void
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import PaymentStatus, ProjectStatus
from app.proofs.ownership import differs_key
from app.retention import unpaid
from app.retention.rules import UNPAID_KEPT, is_abandoned
from app.retention.unpaid import Unpaid

# What goes with a project; its payments stay for seven years, and then a shell of it with them.
OF_PROJECT = ("documents", "slot_holds", "letters", "project_history", "ownership_questions")


def erase(gateway: Gateway | None, found: Unpaid, now: datetime) -> bool:
    """Erase one abandoned thing; False when it is not abandoned any more, or its money may still come.

    A card payment that was begun is cancelled at the provider first, outside the transaction; ProviderUnavailable
    when that cannot be done now. Files go after their rows.
    """
    if not is_abandoned(found.touched, found.transfer_asked, now) or not _give_up(gateway, found):
        return False
    folder, stored = in_force().documents_folder, _select("stored_name", "documents", found)
    for (name,) in stored:
        disk.mark(folder, name)
    letters: list[Any] = []
    erased = False
    try:
        with write():
            present = unpaid.again(found, now - UNPAID_KEPT)
            if present is not None and is_abandoned(present.touched, present.transfer_asked, now):
                letters = _select("id, kind", "letters", present)
                _erase(present, [number for number, _ in letters], now)
                erased = True
    finally:
        for (name,) in stored:
            (disk.discard if erased else disk.settle)(folder, name)
    for number, kind in letters:
        files.remove(number, kind)
    return erased


def _give_up(gateway: Gateway | None, found: Unpaid) -> bool:
    """Whether none of its payments can be charged any more, as the provider says."""
    return all(_cannot_come(gateway, payment) for order in _orders(found) for payment in order.payments)


def _orders(found: Unpaid) -> list[Order]:
    """Its order: one at most, begun for the booking or for the project."""
    if found.booking_id is not None:
        return Order.rows("booking_id = ?", found.booking_id)
    return [] if found.project_id is None else Order.rows("project_id = ?", found.project_id)


def _cannot_come(gateway: Gateway | None, payment: Payment) -> bool:
    if payment.intent_id is None or payment.provider_status == "canceled":
        return True
    if gateway is None or payment.provider != gateway.mode:
        return False  # only its own provider can say; until its keys are back, nothing is erased
    try:
        void(gateway, payment)
    except IntentNotFound:
        return True  # the provider has nothing that could be charged
    except AppError:
        return False
    told = settle(gateway, payment.intent_id).payment
    return told is not None and told.provider_status == "canceled" and told.status != PaymentStatus.PROCESSING


def _select(columns: str, table: str, found: Unpaid) -> list[Any]:
    """What a table holds for it, through its booking or its project."""
    sql = f"SELECT {columns} FROM {table} WHERE project_id = ? OR booking_id = ?"
    return list(database.execute_sql(sql, (found.project_id, found.booking_id)).fetchall())


def _erase(found: Unpaid, letters: list[int], now: datetime) -> None:
    for letter in letters:
        withdraw(failed_alert_key(letter))
    for table, column, value in _rows(found):
        database.execute_sql(f"DELETE FROM {table} WHERE {column} = ?", (value,))
    for order in _orders(found):
        _erase_order(order)
    if found.project_id is not None:
        withdraw(differs_key(found.project_id))
    if found.booking_id is not None:
        _erase_booking(found, now)
    if found.onboarding_id is not None:
        Onboarding.delete().where(Onboarding.id == found.onboarding_id).execute()
    if found.project_id is not None:
        _erase_project(found.project_id, now)
    if found.client_id is not None:
        _erase_client(found.client_id, now)


def _rows(found: Unpaid) -> list[tuple[str, str, int]]:
    rows = [(table, "project_id", found.project_id) for table in OF_PROJECT if found.project_id is not None]
    if found.booking_id is not None:
        rows += [("documents", "booking_id", found.booking_id), ("letters", "booking_id", found.booking_id)]
    return [(table, column, int(value)) for table, column, value in rows if value is not None]


def _erase_order(order: Order) -> None:
    """What its payments need is left of it; a credit that it deducts is free again."""
    if order.payments.exists():
        Line.delete().where(Line.order == order, Line.credit_of.is_null(False)).execute()
        Order.update(visitor_id=None).where(Order.id == order.id).execute()
        return
    Line.delete().where(Line.order == order).execute()
    order.delete_instance()


def _erase_booking(found: Unpaid, now: datetime) -> None:
    if not Order.select().where(Order.booking_id == found.booking_id).exists():
        Booking.delete().where(Booking.id == found.booking_id).execute()
        return
    blank = {"full_name": "", "email": "", "phone": "", "address": "", "message": ""}
    Booking.update(**blank, visitor_id=f"erased-{found.booking_id}", erased_at=now, updated_at=now).where(
        Booking.id == found.booking_id
    ).execute()


def _erase_project(project_id: int, now: datetime) -> None:
    paid_for = Order.select().where(Order.project == project_id).exists()
    if not paid_for and not Booking.select().where(Booking.project == project_id).exists():
        Project.delete().where(Project.id == project_id).execute()
        return
    Project.update(
        notes=None,
        visitor_id=None,
        appointment_date=None,
        status=ProjectStatus.CANCELLED,
        erased_at=now,
        updated_at=now,
    ).where(Project.id == project_id).execute()
    projects.record(project_id, "system", "Unpaid and untouched: details and files erased", now)


def _erase_client(client_id: int, now: datetime) -> None:
    """A client whom only erased things made goes, too; where payments still name them, all that told who they are."""
    client = Client.get_or_none(Client.id == client_id)
    if client is None or client.proved_at is not None or client.has_sign_in or _lives(client_id):
        return
    if _named(client_id):
        Client.update(
            name="Erased",
            email=f"erased-{client_id}@erased.invalid",
            phone="",
            company=None,
            address_street="",
            address_city="",
            address_state="",
            address_zip="",
            updated_at=now,
        ).where(Client.id == client_id).execute()
    else:
        Client.delete().where(Client.id == client_id).execute()


def _lives(client_id: int) -> bool:
    """Whether a client has anything that was not erased."""
    live = (
        "SELECT 1 FROM projects WHERE client_id = :id AND erased_at IS NULL",
        "SELECT 1 FROM bookings WHERE client_id = :id AND erased_at IS NULL",
        "SELECT 1 FROM onboardings WHERE client_id = :id",
        "SELECT 1 FROM letters WHERE client_id = :id",
    )
    return any(database.execute_sql(sql, {"id": client_id}).fetchone() for sql in live)


def _named(client_id: int) -> bool:
    named = ("SELECT 1 FROM projects WHERE client_id = ?", "SELECT 1 FROM bookings WHERE client_id = ?")
    return any(database.execute_sql(sql, (client_id,)).fetchone() for sql in named)

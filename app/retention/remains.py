"""What is erased of an order, a booking, a project and a client, and what remains: payments stay for seven years."""

from datetime import datetime
from typing import Any

from app.accounts.unclaimed import erase_if_unclaimed
from app.booking.models import Booking
from app.db import database
from app.onboarding.models import Onboarding
from app.orders.models import Line, Order
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import ProjectStatus
from app.proofs.differing import differs_no_more
from app.retention.unpaid import Unpaid

# What goes with a project; its payments stay for seven years, and then a shell of it with them.
OF_PROJECT = (
    "documents",
    "messages",
    "notes",
    "message_readers",
    "proposals",
    "needs",
    "slot_holds",
    "letters",
    "project_history",
    "ownership_questions",
)


def orders(found: Unpaid) -> list[Order]:
    """Its order: one at most, begun for the booking or for the project."""
    if found.booking_id is not None:
        return Order.rows("booking_id = ?", found.booking_id)
    return [] if found.project_id is None else Order.rows("project_id = ?", found.project_id)


def select(columns: str, table: str, found: Unpaid) -> list[Any]:
    """What a table holds for it, through its booking or its project."""
    sql = f"SELECT {columns} FROM {table} WHERE project_id = ? OR booking_id = ?"
    return list(database.execute_sql(sql, (found.project_id, found.booking_id)).fetchall())


def erase(found: Unpaid, now: datetime) -> None:
    """Erase the rows of something unpaid, and the client whom nothing else made. Within the caller's `write()`."""
    goes = [(table, "project_id", found.project_id) for table in OF_PROJECT]
    goes += [(table, "booking_id", found.booking_id) for table in ("documents", "letters")]
    for table, column, value in goes:
        if value is not None:
            database.execute_sql(f"DELETE FROM {table} WHERE {column} = ?", (value,))
    database.execute_sql("UPDATE proposals SET begun_id = NULL WHERE begun_id = ?", (found.project_id,))
    database.execute_sql("UPDATE projects SET consultation_of = NULL WHERE consultation_of = ?", (found.project_id,))
    for order in orders(found):
        erase_order(order)
    if found.project_id is not None:
        differs_no_more(Project.get_by_id(found.project_id))
    if found.booking_id is not None:
        erase_booking(found.booking_id, now)
    if found.onboarding_id is not None:
        Onboarding.delete().where(Onboarding.id == found.onboarding_id).execute()
    if found.project_id is not None:
        erase_project(found.project_id, now)
    if found.client_id is not None:
        erase_if_unclaimed(found.client_id, now)


def erase_order(order: Order) -> None:
    """What its payments need is left of it; a credit that it deducts is free again."""
    if order.payments.exists():
        Line.delete().where(Line.order == order, Line.credit_of.is_null(False)).execute()
        Order.update(visitor_id=None).where(Order.id == order.id).execute()
        return
    Line.delete().where(Line.order == order).execute()
    order.delete_instance()


def erase_booking(booking_id: int, now: datetime) -> None:
    """It goes; where it was ordered, without all that told who they are."""
    if not Order.select().where(Order.booking_id == booking_id).exists():
        Booking.delete().where(Booking.id == booking_id).execute()
        return
    blank = {"full_name": "", "email": "", "phone": "", "address": "", "message": ""}
    Booking.update(**blank, visitor_id=f"erased-{booking_id}", erased_at=now, updated_at=now).where(
        Booking.id == booking_id
    ).execute()


def erase_project(project_id: int, now: datetime) -> None:
    """It goes; where it was ordered, or its booking remains, cancelled and without what was said of it."""
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

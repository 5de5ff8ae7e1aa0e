"""What the back office reads about bookings."""

from datetime import datetime
from typing import Any

from peewee import JOIN, fn

from app.admin import letters
from app.admin.bookings.schemas import BookingDetail, BookingLine, BookingPage, HistoryOut, PaymentLine
from app.admin.lists import PAGE_SIZE
from app.admin.money import money_of
from app.admin.ownership import Ownership, ownership
from app.booking.models import Booking
from app.booking.rules import BookingStatus
from app.catalogue.actions import packages, services
from app.catalogue.rules import (
    PROJECT_TYPE_LABELS,
    PROJECT_VALUE_LABELS,
    Package,
    ProjectType,
    ProjectValue,
    ServiceType,
)
from app.documents.models import Document
from app.documents.schemas import DocumentOut
from app.mail.models import Letter
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.sums import has_money, refunded_of
from app.projects.models import HistoryLine, Project
from app.projects.rules import reference
from app.proofs.persons import Persons


def page_of(search: str, status: str, page: int) -> BookingPage:
    """Bookings, newest first; `search` looks into name, e-mail, phone, address and reference."""
    wanted: list[Any] = [Booking.erased_at.is_null()]
    if status in set(BookingStatus):
        wanted.append(Booking.status == status)
    words = search.strip()
    if words:
        number = words.upper().removeprefix("HPM-")
        match = (
            Booking.full_name.contains(words)
            | Booking.email.contains(words)
            | Booking.phone.contains(words)
            | Booking.address.contains(words)
        )
        wanted.append(match | (Booking.project == int(number)) if _is_number(number) else match)
    query = Booking.select(Booking, Project).join(Project, JOIN.LEFT_OUTER).where(*wanted)
    newest = query.order_by(fn.COALESCE(Booking.confirmed_at, Booking.created_at).desc(), Booking.id.desc())
    rows = list(newest.paginate(page, PAGE_SIZE))
    titles, ids = services(), [row.id for row in rows]
    payments, files = _payments(ids), dict(_counts(ids))
    return BookingPage(
        items=[_line(row, titles, payments.get(row.id, []), files.get(row.id, 0)) for row in rows],
        total=Booking.select().where(*wanted).count(),
        page=page,
        page_size=PAGE_SIZE,
    )


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 15


def _payments(booking_ids: list[int]) -> dict[int, list[PaymentLine]]:
    """Each booking's payments, the one that counts first."""
    paying = Payment.select(Payment, Order).join(Order).where(Order.booking_id.in_(booking_ids))
    rows = list(paying.order_by(Payment.superseded, Payment.id.desc()))
    given = refunded_of([payment.id for payment in rows])
    found: dict[int, list[PaymentLine]] = {}
    for payment in rows:
        refunded_cents = given.get(payment.id, 0)
        line = PaymentLine(
            id=payment.id,
            provider=payment.provider,
            intent_id=payment.intent_id,
            status=payment.shown_status(refunded_cents),
            provider_status=payment.provider_status,
            amount_cents=payment.amount_cents,
            refunded_cents=refunded_cents,
            last_error=payment.last_error,
            created_at=payment.created_at,
            paid_at=payment.paid_at,
        )
        found.setdefault(payment.order.booking_id, []).append(line)
    return found


def _counts(booking_ids: list[int]) -> Any:
    """How many documents each booking has that has any."""
    counted = Document.select(Document.booking_id, fn.COUNT(Document.id)).where(Document.booking_id.in_(booking_ids))
    return counted.group_by(Document.booking_id).tuples()


def _line(row: Any, titles: dict[ServiceType, Any], payments: list[PaymentLine], documents: int) -> BookingLine:
    payment = next(iter(payments), None)
    return BookingLine(
        id=row.id,
        reference=reference(row.project_id) if row.project_id else None,
        status=row.status,
        full_name=row.full_name,
        email=row.email,
        phone=row.phone,
        service_type=row.service_type,
        service_title=titles[ServiceType(row.service_type)].title if row.service_type else "",
        project_status=row.project.status if row.project_id else None,
        payment_status=row.project.payment_status if row.project_id else payment.status if payment else None,
        amount_cents=payment.amount_cents if payment else None,
        documents=documents,
        created_at=row.created_at,
        confirmed_at=row.confirmed_at,
    )


def detail(booking_id: int, now: datetime) -> BookingDetail | None:
    """One booking with its documents, money, letters and history; None when there is none."""
    row = Booking.get_or_none(Booking.id == booking_id)
    if row is None:
        return None
    payments = _payments([row.id]).get(row.id, [])
    history = HistoryLine.select().where(HistoryLine.project == row.project_id).order_by(HistoryLine.id)
    posted = Letter.select().where(Letter.booking_id == row.id).order_by(Letter.id)
    return BookingDetail(
        id=row.id,
        reference=reference(row.project_id) if row.project_id else None,
        status=row.status,
        step=row.step,
        full_name=row.full_name,
        email=row.email,
        phone=row.phone,
        address=row.address,
        preferred_contact=row.preferred_contact,
        service_type=row.service_type,
        service_title=services()[ServiceType(row.service_type)].title if row.service_type else "",
        project_type=row.project_type,
        project_type_label=PROJECT_TYPE_LABELS.get(ProjectType(row.project_type), "") if row.project_type else "",
        project_value=row.project_value,
        project_value_label=PROJECT_VALUE_LABELS[ProjectValue(row.project_value)] if row.project_value else "",
        message=row.message,
        package=row.package,
        package_title=packages()[Package(row.package)].title if row.package else None,
        client_id=row.client_id,
        project_id=row.project_id,
        project_status=row.project.status if row.project_id else None,
        payment_status=row.project.payment_status if row.project_id else payments[0].status if payments else None,
        created_at=row.created_at,
        confirmed_at=row.confirmed_at,
        documents=[DocumentOut.model_validate(file) for file in Document.of_booking(row.id)],
        payments=payments,
        letters=[letters.line(letter) for letter in posted],
        history=[HistoryOut.model_validate(line) for line in history] if row.project_id else [],
        money=money_of([row.project], now)[row.project_id] if row.project_id else None,
        ownership=_ownership(row.project) if row.project_id else None,
    )


def _ownership(project: Project) -> Ownership:
    return ownership(project, Persons([project]).of(project), has_money(project.id))

"""What the back office reads."""

from datetime import datetime, timedelta
from typing import Any

from peewee import JOIN, fn

from app import clock
from app.admin.consultations import awaited_transfers
from app.admin.ownership import ownership
from app.admin.schemas import (
    AlertOut,
    BookingDetail,
    BookingLine,
    BookingPage,
    Counts,
    Dashboard,
    EnquiryPage,
    HistoryOut,
    LetterLine,
    MailState,
    PaymentLine,
)
from app.alerts import models as alerts
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
from app.config import in_force
from app.documents.models import Document
from app.documents.schemas import DocumentOut
from app.enquiries.models import Enquiry
from app.enquiries.schemas import EnquiryOut
from app.mail.models import Letter, LetterStatus
from app.payments.models import Payment
from app.projects.models import HistoryLine, Project
from app.projects.rules import SETTLED, reference
from app.proofs.actions import Persons

PAGE_SIZE = 25


def dashboard(now: datetime) -> Dashboard:
    """What needs a look today."""
    config = in_force()
    local = clock.in_sydney(now)
    month = local.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    paid = Payment.select(fn.COALESCE(fn.SUM(Payment.amount_cents - Payment.refunded_cents), 0)).where(
        Payment.status.in_(SETTLED)
    )
    paid_for = _listed(BookingStatus.CONFIRMED)
    awaited, awaited_cents = awaited_transfers()
    return Dashboard(
        not_offered=config.not_offered,
        alerts=[AlertOut.model_validate(alert) for alert in alerts.open_alerts()],
        open_alerts=alerts.count_open(),
        counts=Counts(
            bookings=paid_for.count(),
            new_this_week=paid_for.where(Booking.confirmed_at > now - timedelta(days=7)).count(),
            drafts=_listed(BookingStatus.DRAFT).count(),
            paid_cents=paid.scalar(),
            paid_this_month_cents=paid.where(Payment.paid_at >= month).scalar(),
            refunded_cents=Payment.select(fn.COALESCE(fn.SUM(Payment.refunded_cents), 0))
            .where(Payment.status.in_(SETTLED))
            .scalar(),
            awaited=awaited,
            awaited_cents=awaited_cents,
            enquiries=Enquiry.select().count(),
        ),
        mail=MailState(
            mode="smtp" if config.mail.host else "files",
            queued=Letter.select().where(Letter.status.in_([LetterStatus.QUEUED, LetterStatus.SENDING])).count(),
            filed=Letter.select().where(Letter.status == LetterStatus.FILED).count(),
            failed=Letter.select().where(Letter.status == LetterStatus.FAILED).count(),
        ),
        notices=_notices(),
    )


def _listed(status: BookingStatus) -> Any:
    """The bookings that the list shows under a status."""
    return Booking.select().where(Booking.status == status, Booking.erased_at.is_null())


def _notices() -> list[str]:
    config, said = in_force(), []
    if not config.ways_to_pay.card and config.ways_to_pay.transfer:
        said.append("No card provider keys are set (payments.secret_key): visitors cannot pay by card.")
    if not config.mail.host and not alerts.is_open("mail.unset"):
        said.append("No mail server is set (mail.host): letters are filed as .eml files in the data folder.")
    standing = config.standing_defaults()
    if standing and config.ways_to_pay.transfer:
        said.append(f"These settings still have their fictional defaults: {', '.join(standing)}.")
    return said


def bookings(search: str, status: str, page: int) -> BookingPage:
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


def _payments(booking_ids: list[int]) -> dict[int, list[Payment]]:
    """Each booking's payments, the one that counts first."""
    found: dict[int, list[Payment]] = {}
    rows = Payment.select().where(Payment.booking.in_(booking_ids))
    for payment in rows.order_by(Payment.superseded, Payment.id.desc()):
        found.setdefault(payment.booking_id, []).append(payment)
    return found


def _counts(booking_ids: list[int]) -> Any:
    """How many documents each booking has that has any."""
    counted = Document.select(Document.booking_id, fn.COUNT(Document.id)).where(Document.booking_id.in_(booking_ids))
    return counted.group_by(Document.booking_id).tuples()


def _line(row: Any, titles: dict[ServiceType, Any], payments: list[Payment], documents: int) -> BookingLine:
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
        payment_status=payment.status if payment else None,
        amount_cents=payment.amount_cents if payment else None,
        documents=documents,
        created_at=row.created_at,
        confirmed_at=row.confirmed_at,
    )


def booking_detail(booking_id: int) -> BookingDetail | None:
    """One booking with its documents, money, letters and history; None when there is none."""
    row = Booking.get_or_none(Booking.id == booking_id)
    if row is None:
        return None
    payments = _payments([row.id]).get(row.id, [])
    history = HistoryLine.select().where(HistoryLine.project == row.project_id).order_by(HistoryLine.id)
    letters = Letter.select().where(Letter.booking_id == row.id).order_by(Letter.id)
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
        payment_status=payments[0].status if payments else None,
        created_at=row.created_at,
        confirmed_at=row.confirmed_at,
        documents=[DocumentOut.model_validate(file) for file in Document.of_booking(row.id)],
        payments=[PaymentLine.model_validate(payment) for payment in payments],
        letters=[_letter(letter) for letter in letters],
        history=[HistoryOut.model_validate(line) for line in history] if row.project_id else [],
        ownership=ownership(row.project, Persons([row.project]).of(row.project)) if row.project_id else None,
    )


def _letter(letter: Letter) -> LetterLine:
    names = [name for name in LetterLine.model_fields if name != "text"]
    return LetterLine(**{name: getattr(letter, name) for name in names}, text=None if letter.secret else letter.text)


def enquiries(search: str, page: int) -> EnquiryPage:
    """Enquiries, newest first; `search` looks into name, e-mail, phone and message."""
    query = Enquiry.select().order_by(Enquiry.created_at.desc(), Enquiry.id.desc())
    words = search.strip()
    if words:
        query = query.where(
            Enquiry.name.contains(words)
            | Enquiry.email.contains(words)
            | Enquiry.phone.contains(words)
            | Enquiry.message.contains(words)
        )
    return EnquiryPage(
        items=[EnquiryOut.model_validate(row) for row in query.paginate(page, PAGE_SIZE)],
        total=query.count(),
        page=page,
        page_size=PAGE_SIZE,
    )

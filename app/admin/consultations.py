"""What the back office reads about consultation times and the money that they wait for."""

from datetime import datetime

from app.accounts.models import Client
from app.admin.schemas import ConsultationLine, Consultations, TransferLine
from app.catalogue.actions import services
from app.catalogue.rules import ServiceType
from app.config import Config
from app.payments.models import Payment
from app.projects.models import Project
from app.projects.rules import PaymentStatus, ProjectStatus, reference
from app.slots.models import Hold, Slot
from app.slots.rules import LASTS

OVER = (ProjectStatus.CANCELLED, ProjectStatus.COMPLETED)


def consultations(config: Config, now: datetime) -> Consultations:
    """Times held or booked that are not over, awaited transfers, and paid projects without a time.

    Those without a time come first, then the soonest.
    """
    holds = {
        hold.project_id: hold
        for hold in Hold.select(Hold, Slot).join(Slot).where(Hold.released_at.is_null(), Slot.date > now - LASTS)
    }
    transfers = {payment.project_id: payment for payment in awaited_transfers()}
    without_time = Project.select(Project.id).where(
        Project.intake_id.is_null(False),
        Project.payment_status == PaymentStatus.COMPLETED,
        Project.appointment_date.is_null(),
        Project.status.not_in(OVER),
    )
    wanted = {*holds, *transfers, *(project.id for project in without_time)}
    projects = Project.select(Project, Client).join(Client).where(Project.id.in_(wanted))
    titles = services(config.catalogue)
    lines = [
        _line(
            project, titles[ServiceType(project.service_type)].title, holds.get(project.id), transfers.get(project.id)
        )
        for project in projects
    ]
    return Consultations(
        items=sorted(lines, key=lambda line: (line.start is not None, line.start or now, line.project_id))
    )


def awaited_transfers() -> list[Payment]:
    """The transfers that clients still mean to send, for bookings and for projects."""
    bank = (Payment.provider == "bank") & (Payment.status == PaymentStatus.PENDING)
    return list(Payment.select().join(Project).where(bank, Payment.superseded == False, Project.status.not_in(OVER)))


def _line(project: Project, title: str, hold: Hold | None, transfer: Payment | None) -> ConsultationLine:
    return ConsultationLine(
        project_id=project.id,
        reference=reference(project.id),
        name=project.client.name,
        email=project.client.email,
        phone=project.client.phone,
        service_title=title,
        status=project.status,
        start=hold.slot.date if hold else None,
        kind=hold.kind if hold else "none",
        expires_at=hold.expires_at if hold else None,
        transfer=TransferLine(payment_id=transfer.id, amount_cents=transfer.amount_cents, asked_at=transfer.created_at)
        if transfer
        else None,
    )

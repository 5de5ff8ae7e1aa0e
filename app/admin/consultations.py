"""What the back office reads about consultation times and the money that they wait for."""

from datetime import datetime
from typing import Any

from app.accounts.models import Client
from app.admin.ownership import Persons, unproved
from app.admin.schemas import ConsultationLine, Consultations, GivenUpTransfer, TransferLine
from app.catalogue.actions import services
from app.catalogue.rules import ServiceType
from app.config import Config
from app.consultations.actions import CLOSED
from app.payments import received
from app.payments.models import Payment
from app.projects.models import Project
from app.projects.rules import PaymentStatus, reference
from app.slots.models import Hold, Slot
from app.slots.rules import LASTS


def consultations(config: Config, now: datetime) -> Consultations:
    """Times held or booked that are not over, awaited transfers, and paid projects without a time.

    Those without a time come first, then the soonest. Beside them the transfers that were given up, newest first.
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
        Project.status.not_in(CLOSED),
    )
    wanted = {*holds, *transfers, *(project.id for project in without_time)}
    projects = list(Project.select(Project, Client).join(Client).where(Project.id.in_(wanted)))
    given_up = given_up_transfers()
    persons = Persons([*projects, *(payment.project for payment in given_up)])
    titles = services(config.catalogue)
    lines = [
        _line(
            project,
            persons,
            titles[ServiceType(project.service_type)].title,
            holds.get(project.id),
            transfers.get(project.id),
        )
        for project in projects
    ]
    return Consultations(
        items=sorted(lines, key=lambda line: (line.start is not None, line.start or now, line.project_id)),
        given_up=[_given_up(payment, persons) for payment in given_up],
        unproved=unproved(config),
    )


def awaited_transfers() -> list[Payment]:
    """The transfers that clients still mean to send, for bookings and for projects."""
    return list(_transfers().where(Payment.superseded == False, Project.status.not_in(CLOSED)))


def given_up_transfers() -> list[Payment]:
    """The transfers that clients do not mean to send any more, or for projects that are closed."""
    given_up = (Payment.superseded == True) | Project.status.in_(CLOSED)
    return list(_transfers().where(given_up).order_by(Payment.id.desc()))


def _transfers() -> Any:
    """The transfers that have not arrived, with their projects and clients."""
    asked = Payment.select(Payment, Project, Client).join(Project).join(Client)
    return asked.where(Payment.provider == "bank", Payment.status == PaymentStatus.PENDING)


def _given_up(payment: Payment, persons: Persons) -> GivenUpTransfer:
    return GivenUpTransfer(
        project_id=payment.project_id,
        reference=reference(payment.project_id),
        name=persons.of(payment.project).name,
        transfer=_transfer(payment),
    )


def _transfer(payment: Payment) -> TransferLine:
    return TransferLine(
        payment_id=payment.id,
        amount_cents=payment.amount_cents,
        asked_at=payment.created_at,
        outcome=received.outcome(payment),
    )


def _line(
    project: Project, persons: Persons, title: str, hold: Hold | None, transfer: Payment | None
) -> ConsultationLine:
    who = persons.of(project)
    return ConsultationLine(
        project_id=project.id,
        reference=reference(project.id),
        name=who.name,
        email=project.client.email,
        phone=who.phone,
        service_title=title,
        status=project.status,
        start=hold.slot.date if hold else None,
        kind=hold.kind if hold else "none",
        expires_at=hold.expires_at if hold else None,
        transfer=_transfer(transfer) if transfer else None,
        ownership=persons.ownership(project),
    )

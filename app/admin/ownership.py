"""What the back office reads about whose a project is."""

from typing import Any

from peewee import fn

from app.accounts.actions import Details
from app.accounts.models import Client
from app.admin.schemas import Ownership, UnprovedLine
from app.catalogue.actions import services
from app.catalogue.rules import ServiceType
from app.consultations.actions import CLOSED
from app.documents.models import Document
from app.projects.models import Project
from app.projects.rules import MONEY_MOVED, reference
from app.proofs.actions import Persons
from app.proofs.rules import STAFF_TAKE_BACK, may_take_back

SHOWN = 50  # the latest; older ones are found through their times, transfers and bookings


def ownership(project: Project, who: Details) -> Ownership:
    """Whether a project is its client's, and what was typed in case it is not. who: as `Persons.of` says."""
    client = project.client
    return Ownership(
        project_id=project.id,
        reference=reference(project.id),
        proved_by=project.proved_by,
        disowned_at=project.disowned_at,
        may_be_taken_back=may_take_back(project.proved_by, STAFF_TAKE_BACK, project.payment_status in MONEY_MOVED),
        name=who.name,
        email=client.email,
        client_name=client.name if client.proved_at else None,
        has_sign_in=client.has_sign_in,
    )


def unproved() -> list[UnprovedLine]:
    """The latest open submissions with known clients' addresses that nobody has proved, newest first."""
    counted = Document.select(fn.COUNT(Document.id)).where(Document.project_id == Project.id).alias("documents")
    rows: list[Any] = list(
        Project.select(Project, Client, counted)
        .join(Client)
        .where(Project.proved_at.is_null(), Client.proved_at.is_null(False), Project.status.not_in(CLOSED))
        .order_by(Project.id.desc())
        .limit(SHOWN)
    )
    titles, persons = services(), Persons(rows)
    return [
        UnprovedLine(
            ownership=ownership(row, persons.of(row)),
            phone=persons.of(row).phone,
            service_title=titles[ServiceType(row.service_type)].title,
            documents=row.documents,
            created_at=row.created_at,
        )
        for row in rows
    ]

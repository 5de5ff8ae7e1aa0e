"""What the back office reads about whose a project is."""

from collections.abc import Collection
from typing import Any

from peewee import fn

from app.accounts.actions import Details
from app.accounts.models import Client
from app.admin.schemas import Ownership, UnprovedLine
from app.catalogue.actions import services
from app.catalogue.rules import ServiceType
from app.config import Config
from app.consultations.actions import CLOSED
from app.documents.models import Document
from app.projects.models import Project
from app.projects.rules import MONEY_MOVED, reference
from app.proofs.actions import told_of
from app.proofs.rules import STAFF_TAKE_BACK, may_take_back

SHOWN = 50  # the latest; older ones are found through their times, transfers and bookings


class Persons:
    """Who staff deal with in each project: its client, or whoever typed the address while nothing is proved."""

    def __init__(self, projects: Collection[Project]) -> None:
        self._typed = told_of([project for project in projects if project.proved_at is None])

    def of(self, project: Project) -> Details:
        """Of one of the projects."""
        client = project.client
        return self._typed.get(project.id, Details(client.name, client.email, client.phone, client.address_street))

    def ownership(self, project: Project) -> Ownership:
        """Whether a project is its client's, and what was typed in case it is not."""
        client = project.client
        return Ownership(
            project_id=project.id,
            reference=reference(project.id),
            proved_by=project.proved_by,
            disowned_at=project.disowned_at,
            may_be_taken_back=may_take_back(project.proved_by, STAFF_TAKE_BACK, project.payment_status in MONEY_MOVED),
            name=self.of(project).name,
            email=client.email,
            client_name=client.name if client.proved_at else None,
            has_sign_in=client.password_hash is not None,
        )


def unproved(config: Config) -> list[UnprovedLine]:
    """The latest open submissions with known clients' addresses that nobody has proved, newest first."""
    counted = Document.select(fn.COUNT(Document.id)).where(Document.project_id == Project.id).alias("documents")
    rows: list[Any] = list(
        Project.select(Project, Client, counted)
        .join(Client)
        .where(Project.proved_at.is_null(), Client.proved_at.is_null(False), Project.status.not_in(CLOSED))
        .order_by(Project.id.desc())
        .limit(SHOWN)
    )
    titles, persons = services(config.catalogue), Persons(rows)
    return [
        UnprovedLine(
            ownership=persons.ownership(row),
            phone=persons.of(row).phone,
            service_title=titles[ServiceType(row.service_type)].title,
            documents=row.documents,
            created_at=row.created_at,
        )
        for row in rows
    ]

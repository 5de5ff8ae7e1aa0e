"""Whose a project is, in the back office: what is known, and what staff have found out."""

from datetime import datetime
from typing import Any

from flask import Blueprint
from flask_login import current_user
from peewee import fn

from app import clock
from app.accounts.actions import Details
from app.accounts.models import Client
from app.documents.models import Document
from app.http import Ok, Schema, Who, route
from app.orders.sums import bought
from app.projects.models import Project
from app.projects.naming import names_of
from app.projects.rules import CLOSED, Proof, reference
from app.proofs.ownership import confirm, take_back
from app.proofs.persons import Persons
from app.proofs.rules import STAFF_TAKE_BACK, may_take_back
from app.rows import Prepared

SHOWN = 50  # the latest; older ones are found through their times, transfers and bookings
ownerships = Blueprint("admin_ownership", __name__)


class Ownership(Schema):
    """Whether a project is proved to be its client's. `client_name`: of the client whose address was typed, if that one
    is proved; what was typed is beside it.

    `disowned_at`: when whoever reads the address, or staff, said that it is not theirs. `may_be_taken_back`: it is
    proved by the letter's link or by staff, and as far as the project shows nothing was paid. `has_sign_in`: whether
    the client has one for the portal.
    """

    project_id: int
    reference: str
    proved_by: Proof | None
    disowned_at: datetime | None
    may_be_taken_back: bool
    name: str
    email: str
    client_name: str | None
    has_sign_in: bool


class UnprovedLine(Schema):
    """A submission with a known client's address that nobody has proved to be that client's; what was typed in it."""

    ownership: Ownership
    phone: str
    service_title: str
    documents: int
    created_at: datetime


def ownership(project: Project, who: Details, is_bought: bool) -> Ownership:
    """Whether a project is its client's, and what was typed in case it is not.

    who: as `Persons.of` says; is_bought: whether it is one of those `bought`.
    """
    client = project.client
    return Ownership(
        project_id=project.id,
        reference=reference(project.id),
        proved_by=project.proved_by,
        disowned_at=project.disowned_at,
        may_be_taken_back=may_take_back(project.proved_by, STAFF_TAKE_BACK, is_bought),
        name=who.name,
        email=client.email,
        client_name=client.name if client.proved_at else None,
        has_sign_in=client.has_sign_in,
    )


def unproved() -> list[UnprovedLine]:
    """The latest open submissions with known clients' addresses that nobody has proved, newest first."""
    rows: list[Any] = _UNPROVED.rows()
    names, persons, paid = names_of(rows), Persons(rows), bought(row.id for row in rows)
    return [
        UnprovedLine(
            ownership=ownership(row, persons.of(row), row.id in paid),
            phone=persons.of(row).phone,
            service_title=names[row.id],
            documents=row.documents,
            created_at=row.created_at,
        )
        for row in rows
    ]


def _unproved() -> Any:
    theirs = Document.select(fn.COUNT(Document.id)).where(Document.project_id == Project.id, Document.is_newest())
    open_ones = Project.proved_at.is_null(), Client.proved_at.is_null(False), Project.status.not_in(CLOSED)
    rows = Project.select(Project, Client, theirs.alias("documents")).join(Client).where(*open_ones)
    return rows.order_by(Project.id.desc()).limit(SHOWN)


_UNPROVED = Prepared(_unproved)


@route(
    ownerships, "POST", "/api/admin/projects/<int:project_id>/confirm-client", who=Who.STAFF, answer=Ok, refusals=(404,)
)
def confirm_client(project_id: int) -> Ok:
    """Staff have made sure that a project is its client's; repeating it changes nothing. It opens no sign-in."""
    confirm(project_id, current_user.username, clock.now())
    return Ok()


@route(
    ownerships,
    "POST",
    "/api/admin/projects/<int:project_id>/take-back-client",
    who=Who.STAFF,
    answer=Ok,
    refusals=(404, 409),
)
def take_back_client(project_id: int) -> Ok:
    """Staff say that a project is not its client's after all, while it is not paid; repeating changes nothing."""
    take_back(project_id, current_user.username, clock.now())
    return Ok()

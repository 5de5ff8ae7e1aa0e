"""A project that goes on from another one, whose consultation it shares."""

from datetime import datetime
from typing import Any

from peewee import SQL

from app.orders.actions import open_order
from app.orders.models import Line, Order
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import ProjectStatus, Proof
from app.proofs.ownership import prove
from app.rows import Prepared


def begin_after(
    before: Project, service: str, title: str, price_cents: int, note: str, now: datetime, **opened: Any
) -> Project:
    """Make the project of `service` with its order for the client of `before`; joins the caller's `write()`.

    The booking fee is deducted when they choose how to pay. opened: as in `projects.Opening`.
    """
    opening = projects.Opening(
        before.client_id, service, ProjectStatus.INQUIRY, None, consultation_of=before.id, **opened
    )
    made = projects.open_project(opening, "client", note, now)
    prove(made.id, Proof.CLIENT, "client", now)
    open_order(title, price_cents, None, now, project_id=made.id)
    begun: Project = Project.get_by_id(made.id)
    return begun


def goes_on_as(project: Project) -> list[Project]:
    """The client's other projects by which the service that `project` is about is had, the newest first.

    They share its consultation, or deduct its booking fee for good; none that was cancelled.
    """
    return _FOLLOWING.rows(project.id, project.client_id, project.service_type)


def _following(project_id: SQL, client_id: SQL, service: SQL) -> Any:
    same = Project.service_type == service, Project.client == client_id, Project.id != project_id
    fee = Order.select(Order.id).where(Order.begins(project_id))
    deducts = Order.select(Order.project).join(Line, on=Line.order == Order.id)
    deducts = deducts.where(Line.credit_of.in_(fee), Order.keeps_credit(), Order.project.is_null(False))
    follows = (Project.consultation_of == project_id) | Project.id.in_(deducts)
    open_ones = Project.select().where(*same, follows, Project.status != ProjectStatus.CANCELLED)
    return open_ones.where(Project.erased_at.is_null()).order_by(Project.id.desc())


_FOLLOWING = Prepared(_following)

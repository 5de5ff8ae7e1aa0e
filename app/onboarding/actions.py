"""The verbs of onboarding: each may be repeated after a failure without making anything twice."""

import secrets
from dataclasses import fields
from datetime import datetime
from typing import Any

from app import clock
from app.access import Caller
from app.accounts import actions as accounts
from app.catalogue.actions import services
from app.catalogue.rules import ServiceType
from app.db import write
from app.errors import AppError, not_found, too_many
from app.onboarding.models import Onboarding
from app.onboarding.rules import OPEN_PER_VISITOR, OPEN_WITHIN, TOO_MANY_OPEN
from app.orders.actions import change_line, open_order
from app.orders.models import Order
from app.orders.rules import OrderState
from app.orders.sums import is_being_decided
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import ProjectStatus

CLOSED = "This project can no longer be changed here. Please start a new one."


def submit_client(caller: Caller, submit_key: str | None, answers: dict[str, Any]) -> Onboarding:
    """Store what the visitor told about themselves, and attach it to the client of that address.

    submit_key: the browser's name for this submission; the same one again corrects the same row. AppError 409 for a
    correction of what is under way, or in a client's portal by now.
    """
    now = clock.now()
    key = submit_key or secrets.token_urlsafe(12)
    with write():
        row = Onboarding.get_or_none(Onboarding.visitor_id == caller.visitor, Onboarding.submit_key == key)
        if row is not None and row.project_id is not None and not _correctable(row.project, caller):
            raise AppError("closed", 409, CLOSED)
        if row is None:
            _check_cap(caller, now)
            row = Onboarding(visitor_id=caller.visitor, submit_key=key, created_at=now)
        for name, value in answers.items():
            setattr(row, name, value)
        attached = accounts.attach(accounts.Details(**answers), now)
        row.client, row.updated_at = attached.client, now
        row.save()
        if row.project_id is not None:
            projects.change_client(row.project_id, attached.client.id, now)
    return row


def find(onboarding_id: int, caller: Caller) -> Onboarding:
    """The submission of this browser, or behind the client's project; AppError 404 for anybody else's.

    403 for a client with a temporary password, except where the browser has made the submission itself.
    """
    row = Onboarding.owned(onboarding_id, caller)
    if row is None:
        caller.refuse_temporary_password()
        raise not_found("We could not find your details. Please enter them again.")
    return row


def details(row: Onboarding) -> accounts.Details:
    """What was typed in a submission."""
    return accounts.Details(**{field.name: getattr(row, field.name) for field in fields(accounts.Details)})


def _check_cap(caller: Caller, now: datetime) -> None:
    mine = (Onboarding.visitor_id == caller.visitor) & (Onboarding.created_at > now - OPEN_WITHIN)
    row = Onboarding.select().where(mine).order_by(Onboarding.id.desc()).offset(OPEN_PER_VISITOR - 1).first()
    if row is not None:
        raise too_many(TOO_MANY_OPEN, (row.created_at + OPEN_WITHIN - now).total_seconds())


def _correctable(project: Project, caller: Caller) -> bool:
    """Whether its details may be typed anew: another address would take it out of the portal in which it is by now."""
    return not _settled(project) and project.may_be_changed_by(caller)


def _settled(project: Project) -> bool:
    """Whether a project is past the point where its visitor may still change what it is about."""
    early = (ProjectStatus.INQUIRY, ProjectStatus.PENDING_PAYMENT)
    money = Order.state_of(project.id) is not OrderState.UNPAID or is_being_decided(project.id)
    return project.status not in early or money


def submit_project(onboarding_id: int, service: ServiceType) -> Onboarding:
    """Make the submission's project, or give the one it has another service while it is unpaid.

    The caller has found the submission through its owner. AppError 409 when its project is under way.
    """
    now = clock.now()
    offer = services()[service]
    with write():
        row = Onboarding.get_by_id(onboarding_id)
        if row.project_id is None:
            opening = projects.Opening(row.client_id, service, ProjectStatus.INQUIRY, row.visitor_id, intake_id=row.id)
            row.project = projects.open_project(opening, "visitor", "Started online", now)
            open_order(offer.title, offer.cents, row.visitor_id, now, project_id=row.project_id)
            row.updated_at = now
            row.save()
        elif _settled(row.project):
            raise AppError("closed", 409, CLOSED)
        else:
            projects.change_service(row.project_id, service, now)
            change_line(Order.of_project(row.project_id).id, offer.title, offer.cents, now)
            row.updated_at = now
            row.save()
        return Onboarding.get_by_id(row.id)


def accept_appointment(project: Project, wanted: datetime) -> Project:
    """The browser names the time it has just booked; AppError 409 when that is not the time the project has."""
    if project.appointment_date is None or project.appointment_date != wanted:
        raise AppError("other_time", 409, "That is not the time kept for you. Please choose your time again.")
    return project

"""The verbs of onboarding: each may be repeated after a failure without making anything twice."""

import secrets
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import Any

from app import clock
from app.access import Caller
from app.accounts import actions as accounts
from app.accounts.rules import email_key
from app.accounts.unclaimed import erase_if_unclaimed
from app.catalogue.actions import bought_outright, services
from app.catalogue.rules import ServiceType
from app.db import write
from app.documents import actions as documents
from app.documents.models import Document
from app.documents.rules import Uploader
from app.errors import AppError, not_found, too_many
from app.messages.models import Message
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
        project = row.project if row else None
        if project is not None and not _correctable(project, caller):
            raise AppError("closed", 409, CLOSED)
        if row is None:
            mine = (Onboarding.visitor_id == caller.visitor) & (Onboarding.created_at > now - OPEN_WITHIN)
            oldest = Onboarding.select().where(mine).order_by(Onboarding.id.desc()).offset(OPEN_PER_VISITOR - 1).first()
            if oldest is not None:
                raise too_many(TOO_MANY_OPEN, (oldest.created_at + OPEN_WITHIN - now).total_seconds())
            row = Onboarding(visitor_id=caller.visitor, submit_key=key, created_at=now)
        before = row.client_id
        # The same address stays whose it was, although its client may have changed theirs since.
        if row.client_id is None or email_key(row.email) != email_key(answers["email"]):
            row.client = accounts.attach(accounts.Details(**answers), now).client
        for name, value in answers.items():
            setattr(row, name, value)
        row.updated_at = now
        row.save()
        if row.project_id is not None:
            projects.change_client(row.project_id, row.client_id, now)
        if before not in (None, row.client_id):
            erase_if_unclaimed(before, now)
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


def _correctable(project: Project, caller: Caller) -> bool:
    """Whether its details may be typed anew.

    Another address would take it out of the portal in which it is by now, and show another what was written there.
    """
    written = Message.about(project.id).exists()
    return not written and not _settled(project) and project.may_be_changed_by(caller)


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
            open_order(bought_outright(service), offer.cents, row.visitor_id, now, project_id=row.project_id)
            row.updated_at = now
            row.save()
        elif _settled(row.project):
            raise AppError("closed", 409, CLOSED)
        else:
            projects.change_service(row.project_id, service, now)
            change_line(Order.of_project(row.project_id).id, bought_outright(service), offer.cents, now)
            row.updated_at = now
            row.save()
        return Onboarding.get_by_id(row.id)


def take_back(project: Project, document_id: int, caller: Caller, folder: Path) -> None:
    """Remove a file that the visitor has added to their submission; the caller has found its project.

    AppError 404 for what is not of a submission, or staff's; 409 once it is under way.
    """
    row = Onboarding.get_or_none(Onboarding.project == project.id)
    theirs = Document.id == document_id, Document.project_id == project.id, Document.uploaded_by != Uploader.STAFF
    document = Document.get_or_none(*theirs)
    if row is None or document is None:
        raise not_found("That file is no longer there.")

    def note_if_open() -> None:
        if not _correctable(Project.get_by_id(project.id), caller):
            raise AppError("closed", 409, CLOSED)
        Onboarding.update(updated_at=clock.now()).where(Onboarding.project == project.id).execute()

    documents.remove(document, folder, within=note_if_open)


def accept_appointment(project: Project, wanted: datetime) -> Project:
    """The browser names the time it has just booked; AppError 409 when that is not the time the project has."""
    if project.appointment_date is None or project.appointment_date != wanted:
        raise AppError("other_time", 409, "That is not the time kept for you. Please choose your time again.")
    return project

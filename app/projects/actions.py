"""The verbs of projects. Each runs inside the caller's `write()` or opens its own."""

from dataclasses import dataclass
from datetime import datetime

from app.access import Caller
from app.db import write
from app.errors import AppError, not_found
from app.projects.models import HistoryLine, Project
from app.projects.rules import CLOSED, SIGN_IN_TO_CHANGE, PaymentStatus, ProjectStatus, Proof

NO_PROJECT = "We could not find that project."


@dataclass(frozen=True)
class Opening:
    """What a new project starts with."""

    client_id: int
    service_type: str
    status: ProjectStatus
    visitor_id: str
    notes: str | None = None
    intake_id: int | None = None


def open_project(opening: Opening, actor: str, note: str, now: datetime) -> Project:
    """Make a project and its first history line."""
    with write():
        project: Project = Project.create(
            client=opening.client_id,
            service_type=opening.service_type,
            status=opening.status,
            notes=opening.notes,
            visitor_id=opening.visitor_id,
            intake_id=opening.intake_id,
            created_at=now,
            updated_at=now,
        )
        record(project.id, actor, note, now, to_status=opening.status)
    return project


def record(
    project_id: int,
    actor: str,
    note: str,
    now: datetime,
    from_status: str | None = None,
    to_status: str | None = None,
) -> None:
    """Add a line to a project's history."""
    with write():
        HistoryLine.create(
            project=project_id, actor=actor, note=note, from_status=from_status, to_status=to_status, created_at=now
        )


def change_status(project_id: int, was: str, becomes: ProjectStatus, actor: str, note: str, now: datetime) -> bool:
    """Move a project on where it is still `was`; returns whether this call moved it."""
    with write():
        moved = (
            Project.update(status=becomes, updated_at=now)
            .where(Project.id == project_id, Project.status == was)
            .execute()
        )
        if moved:
            record(project_id, actor, note, now, from_status=was, to_status=becomes)
    return bool(moved)


def set_appointment(project_id: int, start: datetime | None, now: datetime) -> None:
    """Note when a project's consultation is; None when it has none."""
    with write():
        Project.update(appointment_date=start, updated_at=now).where(Project.id == project_id).execute()


def schedule(project: Project, actor: str, note: str, now: datetime) -> None:
    """A paid project with a time is scheduled, unless work on it has begun."""
    if project.status == ProjectStatus.IN_PROGRESS:
        record(project.id, actor, note, now)
    else:
        change_status(project.id, project.status, ProjectStatus.SCHEDULED, actor, note, now)


def back_to_inquiry(project_id: int, note: str, now: datetime) -> None:
    """An unpaid project has lost its time."""
    set_appointment(project_id, None, now)
    change_status(project_id, ProjectStatus.PENDING_PAYMENT, ProjectStatus.INQUIRY, "system", note, now)


def next_invitation(project_id: int, now: datetime) -> None:
    """Raise the number under which calendars tell a newer invitation from an older one (RFC 5545, SEQUENCE)."""
    with write():
        Project.update(calendar_sequence=Project.calendar_sequence + 1, updated_at=now).where(
            Project.id == project_id
        ).execute()


def change_client(project_id: int, client_id: int, now: datetime) -> None:
    """Give an unpaid project to another client (the visitor corrected their address), without any proof."""
    another = (Project.id == project_id) & (Project.client != client_id)
    with write():
        Project.update(client=client_id, proved_at=None, proved_by=None, disowned_at=None, updated_at=now).where(
            another
        ).execute()


def note_proof(project_id: int, by: Proof, now: datetime) -> bool:
    """Note that a project is its client's; returns whether this call did."""
    with write():
        proved = (
            Project.update(proved_at=now, proved_by=by, updated_at=now)
            .where(Project.id == project_id, Project.proved_at.is_null())
            .execute()
        )
    return bool(proved)


def note_own_payment(project_id: int, now: datetime) -> None:
    """The browser that made a project has paid for it: no weaker proof stands in its way any more."""
    with write():
        Project.update(proved_by=Proof.PAYMENT, updated_at=now).where(
            Project.id == project_id, Project.proved_at.is_null(False)
        ).execute()


def disown(project_id: int, now: datetime) -> None:
    """Note that a project is not its address's reader's; the caller has made sure that this may be said."""
    with write():
        Project.update(proved_at=None, proved_by=None, disowned_at=now, updated_at=now).where(
            Project.id == project_id
        ).execute()


def change_service(project_id: int, service_type: str, now: datetime) -> None:
    """Let an unpaid project be about another service."""
    with write():
        Project.update(service_type=service_type, updated_at=now).where(Project.id == project_id).execute()


def require_open(project_id: int) -> None:
    """Refuse to add to a project that is cancelled or completed; runs inside a transaction."""
    if not Project.select().where(Project.id == project_id, Project.status.not_in(CLOSED)).exists():
        raise AppError("closed", 409, "This project is closed. Please call us and we will help.")


def find(project_id: int, caller: Caller) -> Project:
    """The project of this browser or client; AppError 404 for anybody else's.

    403 for a client with a temporary password, except where the browser has made the project itself.
    """
    project = Project.owned(project_id, caller)
    if project is None:
        caller.refuse_temporary_password()
        raise not_found(NO_PROJECT)
    return project


def find_to_change(project_id: int, caller: Caller) -> Project:
    """As `find`, for an act that the client's portal shows; AppError 403 where this browser may only look."""
    project = find(project_id, caller)
    require_changeable(project, caller)
    return project


def require_changeable(project: Project, caller: Caller) -> None:
    """Refuse to change a project that its browser or client may read, but not change: AppError 403."""
    if not project.may_be_changed_by(caller):
        caller.refuse_temporary_password()
        raise AppError("sign_in", 403, SIGN_IN_TO_CHANGE)


def documents_arrived(project_id: int, now: datetime) -> bool:
    """A project that waited for documents goes on as an inquiry; returns whether it did wait."""
    return change_status(
        project_id, ProjectStatus.PENDING_DOCUMENTS, ProjectStatus.INQUIRY, "documents", "Documents arrived", now
    )


def show_payment(project_id: int, cents: int, status: PaymentStatus, payment_id: str | None, now: datetime) -> None:
    """Let the specification's columns say what a project costs in cents and how its payment stands."""
    says = {"payment_amount": cents, "payment_status": status, "stripe_payment_id": payment_id}
    with write():
        Project.update(**says, updated_at=now).where(Project.id == project_id).execute()

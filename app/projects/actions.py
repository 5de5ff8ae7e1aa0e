"""The verbs of projects. Each runs inside the caller's `write()` or opens its own."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from peewee import Case

from app.accounts.models import Admin
from app.alerts.actions import withdraw
from app.config import in_force
from app.db import write
from app.mail.models import Letter
from app.meeting import Way
from app.projects.models import HistoryLine, Project
from app.projects.rules import CLOSED, PaymentStatus, ProjectStatus, Proof, shared_lost_key


@dataclass(frozen=True)
class Opening:
    """What a new project starts with."""

    client_id: int
    service_type: str
    status: ProjectStatus
    visitor_id: str | None
    notes: str | None = None
    intake_id: int | None = None
    opened_by: int | None = None
    open_key: str | None = None
    consultation_of: int | None = None


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
            opened_by=opening.opened_by,
            open_key=opening.open_key,
            consultation_of=opening.consultation_of,
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
    """Move a project on where it is still `was`; returns whether this call moved it.

    What is closed needs nothing for a consultation that it lost, nor does what shares that of one that is open again.
    """
    with write():
        moved = (
            Project.update(status=becomes, updated_at=now)
            .where(Project.id == project_id, Project.status == was)
            .execute()
        )
        if moved:
            record(project_id, actor, note, now, from_status=was, to_status=becomes)
            sharing = Project.select().where(Project.consultation_of == project_id)
            found_again = [each.id for each in sharing] if was == ProjectStatus.CANCELLED else []
            for number in [project_id, *found_again] if becomes in CLOSED else found_again:
                withdraw(shared_lost_key(number))
    return bool(moved)


def set_appointment(project_id: int, start: datetime | None, now: datetime) -> None:
    """Note when a project's consultation is; None when it has none.

    How it happens is fixed with its time: what the owner sets anew later is not what its client was told. What is not
    offered any more gives way to the usual one with the next time.
    """
    with write():
        changes: dict[str, Any] = {"appointment_date": start, "updated_at": now}
        if start is not None:
            ways = in_force().consultations.ways
            changes["meeting_way"] = Case(None, [(Project.meeting_way.in_(ways), Project.meeting_way)], ways[0])
            withdraw(shared_lost_key(project_id))
        Project.update(**changes).where(Project.id == project_id).execute()


def set_way_to_meet(project_id: int, way: Way, now: datetime) -> None:
    """Note how a project's consultation happens."""
    with write():
        Project.update(meeting_way=way, updated_at=now).where(Project.id == project_id).execute()


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


def note_moved_by_client(project_id: int, now: datetime) -> None:
    """Note that the client has moved the consultation, which they may once."""
    with write():
        Project.update(client_moved_at=now, updated_at=now).where(Project.id == project_id).execute()


def take_over(project: Project, now: datetime) -> None:
    """Note that a proved project's consultation is not as its browser left it: its client or staff acted on it."""
    with write():
        proved = (Project.id == project.id) & Project.proved_at.is_null(False)
        Project.update(taken_over_at=now).where(proved, Project.taken_over_at.is_null()).execute()


def change_client(project_id: int, client_id: int, now: datetime) -> None:
    """Give a project and its letters to another client (the visitor corrected their address), without any proof."""
    another = (Project.id == project_id) & (Project.client != client_id)
    with write():
        of_both = Letter.project_id == project_id, Letter.client_id == Project.get_by_id(project_id).client_id
        Letter.update(client_id=client_id).where(*of_both).execute()
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


def prove_no_more(project_id: int, by: Proof, now: datetime) -> bool:
    """What showed that a project is its client's was a mistake, and nothing else does; whether this call noted it."""
    with write():
        so_far = (Project.id == project_id) & (Project.proved_by == by)
        return bool(Project.update(proved_at=None, proved_by=None, updated_at=now).where(so_far).execute())


def change_service(project_id: int, service_type: str, now: datetime) -> None:
    """Let an unpaid project be about another service."""
    with write():
        Project.update(service_type=service_type, updated_at=now).where(Project.id == project_id).execute()


def look_after(project_id: int, adviser: Admin, actor: str, now: datetime) -> bool:
    """Let a member of staff be a project's adviser; returns whether another one was, or none."""
    other = Project.adviser.is_null() | (Project.adviser != adviser.id)
    with write():
        changed = Project.update(adviser=adviser.id, updated_at=now).where(Project.id == project_id, other).execute()
        if changed:
            record(project_id, actor, f"Looked after by {adviser.name}", now)
    return bool(changed)


def documents_arrived(project_id: int, note: str, now: datetime, becomes: ProjectStatus) -> bool:
    """A project that waited for documents goes on as it stands without; returns whether it did wait."""
    return change_status(project_id, ProjectStatus.PENDING_DOCUMENTS, becomes, "documents", note, now)


def show_payment(project_id: int, cents: int, status: PaymentStatus, payment_id: str | None, now: datetime) -> None:
    """Let the specification's columns say what a project costs in cents and how its payment stands."""
    says = {"payment_amount": cents, "payment_status": status, "stripe_payment_id": payment_id}
    with write():
        Project.update(**says, updated_at=now).where(Project.id == project_id).execute()

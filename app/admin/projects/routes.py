"""Projects in the back office over HTTP: the one list, the record of each, and what staff note and decide about it."""

from typing import Annotated, Literal

from flask import Blueprint
from flask_login import current_user

from app import checked, clock
from app.accounts.sessions import present_staff
from app.admin.projects import listing, record
from app.admin.projects.record_schemas import NoteOut, Record
from app.admin.projects.schemas import ProjectsPage, ProjectsQuery
from app.audit import actions as audit
from app.consultations.statuses import set_status, undo_status
from app.http import Ok, Schema, SentId, Who, demanded_key, route
from app.notes import actions as notes
from app.notes.rules import TEXT
from app.payments.current import card_provider
from app.payments.ending import end_cards
from app.projects.finding import find_for_staff, find_with_erased
from app.projects.rules import STATUS_REASON, ProjectStatus

projects = Blueprint("admin_projects", __name__)
ADDRESS = "/api/admin/projects/<int:project_id>"


class NoteIn(Schema):
    """What staff note for themselves."""

    text: Annotated[str, checked.text(TEXT)] = checked.demanded()


class StatusSet(Schema):
    """The number of the change, by which it can be undone for some seconds; None where it cannot."""

    change_id: int | None


class ChangeIn(Schema):
    """A change of status to be undone."""

    change_id: SentId


class StatusIn(Schema):
    """A status that staff set, and why, for staff to read. `seen`: the one that it had on their page.

    Cancelling is an act of its own.
    """

    status: Literal["inquiry", "pending_documents", "pending_payment", "scheduled", "in_progress", "completed"]
    seen: ProjectStatus
    reason: Annotated[str, checked.text(STATUS_REASON)] = checked.demanded()


@route(projects, "GET", "/api/admin/projects", who=Who.STAFF, query=ProjectsQuery, answer=ProjectsPage)
def list_projects(query: ProjectsQuery) -> ProjectsPage:
    """The list of projects, whichever way they came."""
    return listing.page_of(query, clock.now())


@route(projects, "GET", ADDRESS, who=Who.STAFF, answer=Record, refusals=(404,))
def show_project(project_id: int) -> Record:
    """One project with everything that belongs to it."""
    now = clock.now()
    found = record.of_project(find_with_erased(project_id), now)
    audit.look(current_user.actor(), f"project:{project_id}", now)
    return found


@route(
    projects,
    "POST",
    f"{ADDRESS}/notes",
    who=Who.STAFF,
    body=NoteIn,
    answer=NoteOut,
    status=201,
    refusals=(404, 409),
    keyed=True,
)
def write_note(project_id: int, body: NoteIn) -> NoteOut:
    """Note something about a project that only staff see; once for each Idempotency-Key."""
    made = notes.jot(project_id, present_staff(), body.text, demanded_key(), clock.now())
    return NoteOut(id=made.id, author=made.admin.name, text=made.text, written_at=made.written_at)


@route(projects, "DELETE", f"{ADDRESS}/notes/<int:note_id>", who=Who.STAFF, answer=Ok, refusals=(404, 409))
def undo_note(project_id: int, note_id: int) -> Ok:
    """Take one's own note away within 10 seconds; repeating it changes nothing."""
    find_for_staff(project_id)
    notes.undo(project_id, note_id, present_staff(), clock.now())
    return Ok()


@route(projects, "POST", f"{ADDRESS}/status", who=Who.STAFF, body=StatusIn, answer=StatusSet, refusals=(404, 409))
def change_project_status(project_id: int, body: StatusIn) -> StatusSet:
    """Set a project's status; repeating it changes nothing. Some of them write to the client.

    409 where it has not the one any more that was seen.
    """
    find_for_staff(project_id)
    now, becomes = clock.now(), ProjectStatus(body.status)
    change_id = set_status(project_id, becomes, body.reason, current_user.username, now, body.seen)
    end_cards(card_provider(), project_id)
    return StatusSet(change_id=change_id)


@route(projects, "POST", f"{ADDRESS}/status/undo", who=Who.STAFF, body=ChangeIn, answer=Ok, refusals=(404, 409))
def undo_project_status(project_id: int, body: ChangeIn) -> Ok:
    """Undo one's own change of a status within 10 seconds; repeating it changes nothing."""
    find_for_staff(project_id)
    undo_status(project_id, body.change_id, current_user.username, clock.now())
    return Ok()

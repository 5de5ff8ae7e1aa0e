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
from app.consultations.statuses import set_status
from app.http import Ok, Schema, Who, demanded_key, route
from app.notes.actions import jot
from app.notes.rules import TEXT
from app.projects.finding import find_for_staff, find_with_erased
from app.projects.rules import STATUS_REASON, ProjectStatus

projects = Blueprint("admin_projects", __name__)
ADDRESS = "/api/admin/projects/<int:project_id>"


class NoteIn(Schema):
    """What staff note for themselves."""

    text: Annotated[str, checked.text(TEXT)] = checked.demanded()


class StatusIn(Schema):
    """A status that staff set, and why, for staff to read. Cancelling is an act of its own."""

    status: Literal["inquiry", "pending_documents", "pending_payment", "scheduled", "in_progress", "completed"]
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
    made = jot(project_id, present_staff(), body.text, demanded_key(), clock.now())
    return NoteOut(id=made.id, author=made.admin.name, text=made.text, written_at=made.written_at)


@route(projects, "POST", f"{ADDRESS}/status", who=Who.STAFF, body=StatusIn, answer=Ok, refusals=(404, 409))
def change_project_status(project_id: int, body: StatusIn) -> Ok:
    """Set a project's status; repeating it changes nothing. Some of them write to the client."""
    find_for_staff(project_id)
    set_status(project_id, ProjectStatus(body.status), body.reason, current_user.username, clock.now())
    return Ok()

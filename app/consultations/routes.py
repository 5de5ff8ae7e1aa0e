"""A project's consultation over HTTP, and who may ask for a project at all."""

from flask import Blueprint, Response

from app import clock
from app.consultations.confirmed import is_confirmed
from app.consultations.invitation import Method
from app.consultations.notices import Notices
from app.errors import not_found
from app.http import caller, refuse_temporary_password, route
from app.projects import actions as projects
from app.projects.models import Project

consultations = Blueprint("consultations", __name__)


def own_project(project_id: int) -> Project:
    """The project of this browser or client; AppError 404 for anybody else's.

    403 for a client with a temporary password, except where the browser has made the project itself.
    """
    project = Project.owned(project_id, caller())
    if project is None:
        refuse_temporary_password()
        raise not_found("We could not find that project.")
    return project


def own_project_to_change(project_id: int) -> Project:
    """As `own_project`, for an act that the client's portal shows; AppError 403 where this browser may only look."""
    project = own_project(project_id)
    require_changeable(project)
    return project


def require_changeable(project: Project) -> None:
    """AppError 403 where the caller's browser may only look at a project."""
    if not project.may_be_changed_by(caller()):
        refuse_temporary_password()
    projects.require_changeable(project, caller())


@route(consultations, "GET", "/api/projects/<int:project_id>/consultation.ics", refusals=(403, 404))
def download_appointment(project_id: int) -> Response:
    """The consultation for the owner's calendar; none while its time is only held."""
    project = own_project(project_id)
    if not is_confirmed(project):
        raise not_found("This project has no confirmed consultation time yet.")
    notices = Notices(project, clock.now())
    return Response(
        notices.calendar(project.appointment_date, Method.PUBLISH),
        mimetype="text/calendar",
        headers={
            "Content-Disposition": 'attachment; filename="consultation.ics"',
            "Cache-Control": "private, no-store",
        },
    )

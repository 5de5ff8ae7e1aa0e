"""Finding a project through whose it is, and refusing to change one."""

from typing import NoReturn

from app.access import Caller
from app.errors import AppError, not_found
from app.projects.models import Project
from app.projects.rules import CLOSED, SIGN_IN_TO_CHANGE, Reach

NO_PROJECT = "We could not find that project."
NO_SUCH_PROJECT = "There is no such project."  # as staff read it


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


def find_to_pay(project_id: int, caller: Caller) -> Project:
    """As `find`, for paying; AppError 403 where this browser may only look."""
    project = find(project_id, caller)
    if project.reach(caller) is Reach.LOOK:
        _refuse(caller)
    return project


def require_changeable(project: Project, caller: Caller) -> None:
    """Refuse to change a project that its browser or client may read, but not change: AppError 403."""
    if not project.may_be_changed_by(caller):
        _refuse(caller)


def _refuse(caller: Caller) -> NoReturn:
    caller.refuse_temporary_password()
    raise AppError("sign_in", 403, SIGN_IN_TO_CHANGE)


def find_of_client(project_id: int, client_id: int | None) -> Project:
    """The project that is proved to be a client's, as their portal shows it; AppError 404 for anybody else's."""
    project: Project | None = Project.get_or_none(Project.id == project_id, Project.of_client(client_id))
    if project is None:
        raise not_found(NO_PROJECT)
    return project


def find_for_staff(project_id: int) -> Project:
    """The project that staff act on; AppError 404 where there is none, or it is erased."""
    project = find_with_erased(project_id)
    if project.erased_at is not None:
        raise not_found(NO_SUCH_PROJECT)
    return project


def find_with_erased(project_id: int) -> Project:
    """The project that staff look at: what is left of an erased one, too. AppError 404 where there is none."""
    project: Project | None = Project.get_or_none(Project.id == project_id)
    if project is None:
        raise not_found(NO_SUCH_PROJECT)
    return project


def require_open(project_id: int) -> None:
    """Refuse to add to a project that is cancelled or completed; runs inside a transaction."""
    if not Project.select().where(Project.id == project_id, Project.status.not_in(CLOSED)).exists():
        raise AppError("closed", 409, "This project is closed. Please call us and we will help.")

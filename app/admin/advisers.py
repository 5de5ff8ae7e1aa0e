"""Who of the staff looks after a project."""

from flask import Blueprint
from flask_login import current_user

from app import clock
from app.accounts.models import Admin
from app.audit.actions import Actor, note
from app.audit.models import Act
from app.db import write
from app.errors import invalid
from app.http import Ok, Schema, Who, route
from app.projects.actions import look_after
from app.projects.finding import find_for_staff

advisers = Blueprint("admin_advisers", __name__)
NO_SUCH_STAFF = "There is no such member of staff."


class Adviser(Schema):
    """Who looks after a project from now on, by user name; whoever asks where it is left out."""

    username: str | None = None


@route(
    advisers,
    "POST",
    "/api/admin/projects/<int:project_id>/adviser",
    who=Who.STAFF,
    body=Adviser,
    answer=Ok,
    refusals=(404,),
)
def name_adviser(project_id: int, body: Adviser) -> Ok:
    """Name who looks after a project, which its client reads in the portal; repeating it changes nothing."""
    actor, now = current_user.username, clock.now()
    adviser = Admin.called(body.username or actor)
    if adviser is None:
        raise invalid({"username": NO_SUCH_STAFF}, NO_SUCH_STAFF)
    with write():
        find_for_staff(project_id)
        if look_after(project_id, adviser, actor, now):
            note(Actor.staff(actor), Act.LOOK_AFTER, f"project:{project_id}", now, adviser.username)
    return Ok()

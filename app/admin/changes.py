"""Whether anything has changed since staff last asked."""

from flask import Blueprint

from app.changes import changes as counted
from app.http import Schema, Who, route

changes = Blueprint("admin_changes", __name__)


class Version(Schema):
    """Of all that staff are shown: another text after every change."""

    version: str


@route(changes, "GET", "/api/admin/changes", who=Who.STAFF, answer=Version)
def show_version() -> Version:
    """The version of what is shown; where it is the one that is known, nothing has to be asked for."""
    return Version(version=counted.version)

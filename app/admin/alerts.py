"""Alerts in the back office: what staff must know, and that they have seen to it."""

from datetime import datetime

from flask import Blueprint
from flask_login import current_user

from app import clock
from app.alerts import actions
from app.http import Ok, Schema, Who, route

alerts = Blueprint("admin_alerts", __name__)


class AlertOut(Schema):
    """Something that staff must know; `link` is a path of the site."""

    id: int
    kind: str
    message: str
    link: str | None
    created_at: datetime


@route(alerts, "POST", "/api/admin/alerts/<int:alert_id>/resolve", who=Who.STAFF, answer=Ok, refusals=(404,))
def resolve_alert(alert_id: int) -> Ok:
    """Take an alert off the list."""
    actions.resolve(alert_id, current_user.username, clock.now())
    return Ok()


@route(alerts, "POST", "/api/admin/alerts/<int:alert_id>/reopen", who=Who.STAFF, answer=Ok, refusals=(404,))
def reopen_alert(alert_id: int) -> Ok:
    """Put a resolved alert back on the list."""
    actions.reopen(alert_id, current_user.username, clock.now())
    return Ok()

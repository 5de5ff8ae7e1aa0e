"""The verbs of alerts: tell of what happened, raise what stands, resolve, reopen, withdraw."""

from datetime import datetime

from app.alerts.models import Alert
from app.audit.actions import Actor, note
from app.audit.models import Act
from app.db import write
from app.errors import not_found


def tell_staff(kind: str, dedupe_key: str, message: str, link: str | None = None, *, now: datetime) -> Alert:
    """Tell staff of something that has happened, each time that it happens.

    For the action that makes it happen, inside its transaction: a repeated action that changes nothing must not come
    here. The same `dedupe_key` is one line on the list, which shows the newest message and moment and comes back when
    somebody had resolved it. `link` is a path of the site.
    """
    with write():
        alert = raise_alert(kind, dedupe_key, message, link, now=now)
        alert.message, alert.link, alert.created_at = message, link, now
        alert.resolved_at = alert.resolved_by = None
        alert.save()
    return alert


def raise_alert(kind: str, dedupe_key: str, message: str, link: str | None = None, *, now: datetime) -> Alert:
    """Tell staff of something that is so, however often it is noticed.

    For jobs that look every few minutes, and for whatever is tried again until it works: the same `dedupe_key` is the
    same alert, also after somebody resolved it, until `withdraw()` says that it is over. What happens once and may
    happen again is for `tell_staff()`. Joins the caller's `write()`. `link` is a path of the site.
    """
    with write():
        known: Alert | None = Alert.get_or_none(Alert.dedupe_key == dedupe_key)
        if known is not None:
            return known
        made: Alert = Alert.create(kind=kind, dedupe_key=dedupe_key, message=message, link=link, created_at=now)
        return made


def resolve(alert_id: int, by: str, now: datetime, why: str = "") -> Alert:
    """Close an alert in the name of `by`; again changes nothing. AppError 404 when there is none."""
    with write():
        closing = Alert.update(resolved_at=now, resolved_by=by)
        if closing.where(Alert.id == alert_id, Alert.resolved_at.is_null()).execute():
            note(Actor.staff(by), Act.RESOLVE, f"alert:{alert_id}", now, why)
        alert: Alert | None = Alert.get_or_none(Alert.id == alert_id)
    if alert is None:
        raise not_found()
    return alert


def reopen(alert_id: int, by: str, now: datetime) -> Alert:
    """Put a resolved alert back on the list in the name of `by`; an open one stays as it is.

    AppError 404 when there is none.
    """
    with write():
        opening = Alert.update(resolved_at=None, resolved_by=None)
        if opening.where(Alert.id == alert_id, Alert.resolved_at.is_null(False)).execute():
            note(Actor.staff(by), Act.REOPEN, f"alert:{alert_id}", now)
        alert: Alert | None = Alert.get_or_none(Alert.id == alert_id)
    if alert is None:
        raise not_found()
    return alert


def withdraw(dedupe_key: str) -> bool:
    """Remove an alert whose cause has gone, so that it is raised afresh should the cause come back.

    Returns whether there was one.
    """
    with write():
        gone = Alert.delete().where(Alert.dedupe_key == dedupe_key).execute()
    return bool(gone)

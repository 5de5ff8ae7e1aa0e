"""The verbs of what waits for staff: take, let go, snooze, done, undo. Each of them may be repeated."""

from datetime import datetime
from typing import Any

from app.accounts.models import Admin
from app.alerts.actions import reopen, resolve
from app.alerts.models import Alert
from app.attention.listing import all_of, find
from app.attention.models import Handling
from app.attention.rules import Matter, stamp
from app.audit.actions import note
from app.audit.models import Act
from app.consultations.money_kept import keep, keep_no_more
from app.db import write
from app.errors import AppError, not_found
from app.orders.deciding import decided_too_early, is_here
from app.orders.keys import decided_project

GONE = "This does not wait any more."
NOTHING_LEFT = "There is nothing left to decide about: that money went back, or the project is open again."
DONE = "{who} has done this already, and your reason was not kept."
CHANGED = "Something new has happened here meanwhile. Please look at it first."


def take(kind: Matter, subject: str, seen: str, me: Admin, now: datetime) -> None:
    """A member of staff takes a line. seen: the user name of who had it, as they saw it; '' for nobody.

    AppError 404 once it does not wait any more, 409 where somebody else has taken it meanwhile.
    """
    with write():
        row = _row(kind, subject, now)
        holder = row.taken_by
        if holder == me:
            return
        if holder is not None and holder.username != seen:
            raise taken_by(holder)
        _keep(row, me, Act.TAKE, now, taken_by=me)


def let_go(kind: Matter, subject: str, me: Admin, now: datetime) -> None:
    """Whoever has taken a line leaves it to the others. AppErrors as those of `take`."""
    with write():
        row = _row(kind, subject, now)
        if row.taken_by is not None and row.taken_by != me:
            raise taken_by(row.taken_by)
        if row.taken_by is not None:
            _keep(row, me, Act.LET_GO, now, taken_by=None)


def snooze(kind: Matter, subject: str, reason: str, until: datetime, me: Admin, now: datetime) -> None:
    """Put a line off until a moment, unless another reason brings it back before.

    reason: the one that was seen. AppError 404 as `take`, 409 where something has happened since.
    """
    with write():
        row = _row(kind, subject, now, reason)
        if (row.reason, row.snoozed_until, row.done_at) != (reason, until, None):
            left: dict[str, Any] = {"done_at": None, "done_by": None, "done_why": ""}
            _keep(row, me, Act.SNOOZE, now, str(until), reason=reason, snoozed_until=until, **left)


def done(kind: Matter, subject: str, reason: str, why: str, me: Admin, now: datetime) -> None:
    """A line is done although its cause still stands, unless another reason brings it back.

    Where it asked about the money of a cancelled project, its client learns that what is still here is kept.
    reason: the one that was seen; why: in words, for staff to read. AppErrors as those of `snooze`; 409, too, while a
    transfer is awaited that deducts that money, and where somebody else has done it already for another reason.
    """
    with write():
        alert = _alert(kind, subject)
        if alert is not None:
            if stamp(alert.created_at) != reason:
                raise AppError("changed", 409, CHANGED)
            if alert.resolved_at is None:
                project_id = decided_project(alert.dedupe_key)
                if project_id is not None and (early := decided_too_early(project_id)):
                    raise AppError("too_early", 409, early)
                resolve(alert.id, me.username, now, why)
                if project_id is not None:
                    keep(project_id, alert.created_at, me.username, now)
            else:
                _require_mine(alert.resolved_by, why, me)
            return
        row = _row(kind, subject, now, reason)
        if row.done_at is None or row.reason != reason:
            made = {"reason": reason, "done_at": now, "done_by": me.username, "done_why": why}
            _keep(row, me, Act.FINISH, now, why, snoozed_until=None, taken_by=None, **made)
        elif why != row.done_why:
            _require_mine(row.done_by, why, me)


def undo(kind: Matter, subject: str, me: Admin, now: datetime) -> None:
    """What was done or put off waits again.

    AppError 404 where nothing was, and where nothing is left of the money that staff had decided about.
    """
    with write():
        row, alert = Handling.about(kind, subject), _alert(kind, subject)
        if row is None and alert is None:
            raise not_found(GONE)
        if alert is not None:
            if alert.resolved_at is not None and (project_id := decided_project(alert.dedupe_key)) is not None:
                if not is_here(project_id):
                    raise not_found(NOTHING_LEFT)
                keep_no_more(project_id, alert.created_at, me.username, now)
            reopen(alert.id, me.username, now)
        if row is not None and (row.done_at is not None or row.snoozed_until is not None):
            _keep(row, me, Act.UNDO, now, done_at=None, done_by=None, done_why="", snoozed_until=None)


def tidy(now: datetime) -> int:
    """Forget what was done with lines that are there no longer, so that they begin anew should they come back."""
    with write():
        rows = Handling.all_of_them()
        standing = all_of({Matter(kind) for kind, _ in rows}, now)
        gone = [row.id for about, row in rows.items() if about not in standing]
        return int(Handling.delete().where(Handling.id.in_(gone)).execute()) if gone else 0


def taken_by(holder: Admin) -> AppError:
    """The refusal that names who has it."""
    return AppError("taken", 409, f"{holder.name} has this.")


def _require_mine(done_by: str | None, why: str, me: Admin) -> None:
    """Refuse a reason that would be lost: somebody else's stands already."""
    if why and done_by and done_by != me.username:
        raise AppError("done", 409, DONE.format(who=Admin.names([done_by]).get(done_by, done_by)))


def _alert(kind: Matter, subject: str) -> Alert | None:
    found: Alert | None = Alert.get_or_none(Alert.dedupe_key == subject) if kind is Matter.NEWS else None
    return found


def _row(kind: Matter, subject: str, now: datetime, reason: str | None = None) -> Handling:
    """What was done with a line; AppError 404 where there is none, 409 where it has another reason than `reason`."""
    line = find(kind, subject, now)
    if line is None:
        raise not_found(GONE)
    if reason is not None and line.reason != reason:
        raise AppError("changed", 409, CHANGED)
    return Handling.about(kind, subject) or Handling(kind=kind, subject=subject)


def _keep(row: Handling, me: Admin, act: Act, now: datetime, detail: str = "", **changes: Any) -> None:
    for name, value in changes.items():
        setattr(row, name, value)
    row.save()
    note(me.actor(), act, f"{row.kind}:{row.subject}", now, detail)

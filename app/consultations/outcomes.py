"""What became of a consultation, as staff note it afterwards."""

from datetime import datetime

from app.audit import actions as audit
from app.audit.actions import Actor
from app.audit.models import Act
from app.db import write
from app.errors import AppError
from app.projects import actions as projects
from app.slots.models import Hold
from app.slots.rules import Attendance, HoldKind

NONE_THEN = "This project has no consultation at that time any more. Please look at it again."
NOT_YET = "This consultation has not begun yet."


def note_outcome(project_id: int, start: datetime, outcome: Attendance, by: Actor, now: datetime) -> bool:
    """Write down whether the consultation that began at `start` took place; False when that is noted already.

    It can be put right later. Neither the project's status nor its money changes, and no letter is written.
    AppError 409 when the project has no such consultation, or before it begins.
    """
    with write():
        hold = Hold.of_project(project_id)
        if hold is None or hold.kind != HoldKind.PAID or hold.slot.date != start:
            raise AppError("changed", 409, NONE_THEN)
        if start > now:
            raise AppError("not_yet", 409, NOT_YET)
        if hold.outcome == outcome:
            return False
        Hold.update(outcome=outcome).where(Hold.id == hold.id).execute()
        came = outcome is Attendance.HELD
        said = "Consultation held" if came else "The client did not come to the consultation"
        projects.record(project_id, by.name, said, now)
        audit.note(by, Act.NOTE_OUTCOME, f"project:{project_id}", now, detail=outcome)
    return True

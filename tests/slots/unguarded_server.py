"""The program without its guards, for the control: a time is looked at first and written later, in no transaction."""

import threading
from contextlib import nullcontext, suppress

from app import db
from app.__main__ import main
from app.consultations import actions as consulting
from app.slots import actions
from app.slots.models import Hold, Slot

PATIENCE_SECONDS = 5.0
# Two requests look before either of them writes; the ones after them come too late for that.
meeting = threading.Barrier(2, timeout=PATIENCE_SECONDS)


def careless(slot_id: int, project_id: int, release: Hold | None, now: object) -> bool:
    """As `claim`, but nothing keeps others from changing the time meanwhile."""
    free = not Slot.get_by_id(slot_id).is_booked
    with suppress(threading.BrokenBarrierError):
        meeting.wait()
    if free:
        db.database.execute_sql("DROP INDEX IF EXISTS slot_holds_one_per_slot")
        Slot.update(is_booked=True, project_id=project_id).where(Slot.id == slot_id).execute()
    return free


if __name__ == "__main__":
    actions.claim = careless
    actions.write = consulting.write = nullcontext
    main(["demo"])

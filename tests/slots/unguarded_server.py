"""The program without its guards, for the control: a time is looked at first and written later, in no transaction."""

import itertools
import threading
from contextlib import nullcontext

from app import db
from app.__main__ import main
from app.consultations import actions as consulting
from app.slots import actions
from app.slots.models import Hold, Slot

PATIENCE_SECONDS = 60.0
# Two requests look before either of them writes; the ones after them may come too late for that.
arrivals, both_there = itertools.count(1), threading.Event()


def careless(slot_id: int, project_id: int, release: Hold | None, now: object) -> bool:
    """As `claim`, but nothing keeps others from changing the time meanwhile."""
    free = not Slot.get_by_id(slot_id).is_booked
    if threading.current_thread() is not threading.main_thread():  # there the sample data are made
        if next(arrivals) == 2:
            both_there.set()
        both_there.wait(PATIENCE_SECONDS)
    if free:
        db.database.execute_sql("DROP INDEX IF EXISTS slot_holds_one_per_slot")
        Slot.update(is_booked=True, project_id=project_id).where(Slot.id == slot_id).execute()
    return free


if __name__ == "__main__":
    actions.claim = careless
    actions.write = consulting.write = nullcontext
    main(["demo"])

"""Consultation times: what the time, whoever keeps it and the project's own date say of each other."""

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from typing import Any

from app.clock import sydney_text
from app.doctor.finding import Finding, project_name
from app.projects.models import Project
from app.projects.rules import reference
from app.slots.models import Hold, Slot
from app.slots.rules import HoldKind


def examine_holds() -> Iterator[Finding]:
    """Everybody who keeps a time."""
    for hold in _kept():
        if (hold.kind == HoldKind.PAID) != (hold.expires_at is None):
            ends = "has no end" if hold.expires_at is None else f"ends at {sydney_text(hold.expires_at)}"
            yield Finding("time", reference(hold.project_id), f"keeps a time for '{hold.kind}' that {ends}")


def examine_slots() -> Iterator[Finding]:
    """Every time that is booked or kept."""
    keepers = defaultdict(list)
    for hold in _kept():
        keepers[hold.slot_id].append(hold.project_id)
    for slot in Slot.select().order_by(Slot.date):
        kept_for, found = keepers[slot.id], partial(Finding, "time", sydney_text(slot.date))
        keeper = kept_for[0] if kept_for else None
        if len(kept_for) > 1:
            yield found(f"is kept for {' and '.join(map(project_name, kept_for))} at once")
        elif slot.project_id != keeper or bool(slot.is_booked) != bool(kept_for):
            shows = f"booked for {project_name(slot.project_id)}" if slot.is_booked else "free"
            yield found(f"shows as {shows}, but is kept for {project_name(keeper)}")


def examine_projects() -> Iterator[Finding]:
    """Every project with a date, or for which a time is kept."""
    dates = defaultdict(list)
    for hold in _kept():
        dates[hold.project_id].append(hold.slot.date)
    for project in Project.select().order_by(Project.id):
        kept, found = dates[project.id], partial(Finding, "time", reference(project.id))
        date = kept[0] if kept else None
        if len(kept) > 1:
            yield found(f"keeps {len(kept)} times at once")
        elif project.appointment_date != date:
            shows, has = (sydney_text(each) if each else "none" for each in (project.appointment_date, date))
            yield found(f"shows as its consultation {shows}, but the time kept for it is {has}")


def _kept() -> Any:
    """Every open hold with its time."""
    return Hold.select(Hold, Slot).join(Slot).where(Hold.released_at.is_null()).order_by(Hold.id)

"""Consultation times: what the time, whoever keeps it and the project's own date say of each other."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from app.clock import sydney_text
from app.doctor.finding import Finding, project_name
from app.projects.models import Project
from app.projects.rules import reference
from app.slots.models import Hold, Slot
from app.slots.rules import HoldKind


def examine() -> Iterator[Finding]:
    """Every time that is booked or kept, everybody who keeps one, and every project with a date."""
    by_slot, by_project = defaultdict(list), defaultdict(list)
    for hold in Hold.select(Hold, Slot).join(Slot).where(Hold.released_at.is_null()).order_by(Hold.id):
        by_slot[hold.slot_id].append(hold)
        by_project[hold.project_id].append(hold)
        for what in _hold(hold):
            yield Finding("time", reference(hold.project_id), what)
    for slot in Slot.select().order_by(Slot.date):
        for what in _slot(slot, by_slot[slot.id]):
            yield Finding("time", sydney_text(slot.date), what)
    for project in Project.select().order_by(Project.id):
        for what in _project(project, by_project[project.id]):
            yield Finding("time", reference(project.id), what)


def _hold(hold: Hold) -> Iterator[str]:
    if (hold.kind == HoldKind.PAID) != (hold.expires_at is None):
        ends = "has no end" if hold.expires_at is None else f"ends at {sydney_text(hold.expires_at)}"
        yield f"keeps a time for '{hold.kind}' that {ends}"


def _slot(slot: Slot, holds: Sequence[Hold]) -> Iterator[str]:
    keepers = [hold.project_id for hold in holds]
    if len(keepers) > 1:
        yield f"is kept for {' and '.join(map(project_name, keepers))} at once"
        return
    keeper = keepers[0] if keepers else None
    if slot.project_id != keeper or bool(slot.is_booked) != bool(keepers):
        shows = f"booked for {project_name(slot.project_id)}" if slot.is_booked else "free"
        yield f"shows as {shows}, but is kept for {project_name(keeper)}"


def _project(project: Project, holds: Sequence[Hold]) -> Iterator[str]:
    if len(holds) > 1:
        yield f"keeps {len(holds)} times at once"
        return
    kept = holds[0].slot.date if holds else None
    if project.appointment_date != kept:
        shows, has = (sydney_text(date) if date else "none" for date in (project.appointment_date, kept))
        yield f"shows as its consultation {shows}, but the time kept for it is {has}"

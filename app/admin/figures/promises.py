"""The one list of what was promised in the last 30 days, and when it was kept."""

from datetime import datetime
from typing import NamedTuple

from app.admin.figures.rules import LATELY, Kept, Promise, call_kept
from app.admin.figures.schemas import PromiseLine, PromisesPage, PromisesQuery
from app.admin.lists import PAGE_SIZE
from app.attention import lines
from app.attention.lines import Days
from app.attention.sources import ask, moment
from app.booking.review_clock import review_clock
from app.booking.reviewing import BOUGHT, ORDERED, PAPERS
from app.catalogue.rules import Package
from app.projects.models import Project
from app.projects.naming import CHOSEN
from app.projects.rules import reference
from app.proofs.persons import Persons
from app.rows import stored
from app.slots import clocks
from app.slots.calendar import nsw_holidays

# What became paid of late is found by its moment (migration 042); the CROSS JOIN has SQLite begin there.
# Whether a time was taken by the client, be it in a browser in which nobody is signed in, as the history has it.
BY_CLIENT = """EXISTS (SELECT 1 FROM project_history x WHERE x.project_id = h.project_id
            AND x.created_at = h.created_at AND x.actor IN ('client', 'visitor'))"""
# Somebody called, or staff set a time, whichever was first; when the client chose one. A call that was taken back is
# none.
CONTACTS = f"""SELECT p.id, o.paid_at, MIN(
        COALESCE(CASE WHEN p.contacted_at IS NOT NULL THEN (SELECT MIN(a.created_at) FROM audit_log a
            WHERE a.subject = 'project:' || p.id AND a.action = 'contact' AND a.created_at >= o.paid_at) END, '9'),
        COALESCE((SELECT MIN(h.created_at) FROM slot_holds h
            WHERE h.project_id = p.id AND NOT {BY_CLIENT}), '9')) AS done,
        (SELECT MIN(h.created_at) FROM slot_holds h WHERE h.project_id = p.id AND {BY_CLIENT}) AS chosen
    FROM orders o CROSS JOIN projects p ON p.id = o.project_id
    WHERE o.paid_at > ? AND o.number = 1 AND +o.booking_id IS NOT NULL AND p.erased_at IS NULL
    AND (p.status <> 'cancelled' OR done <> '9' OR chosen IS NOT NULL)"""
REVIEWS = f"""SELECT p.id, o.paid_at, {CHOSEN},
        (SELECT MIN(d.uploaded_at) FROM documents d WHERE {PAPERS}) AS papers,
        (SELECT MIN(d.shared_at) FROM documents d
            WHERE d.project_id = p.id AND d.uploaded_by = 'staff' AND d.shared_at >= o.paid_at) AS done
    FROM orders o CROSS JOIN projects p ON p.id = o.project_id LEFT JOIN bookings b ON b.project_id = p.id
    WHERE o.paid_at > ? AND {BOUGHT} AND p.service_type = 'contract_review' AND p.erased_at IS NULL
    AND {ORDERED} AND papers IS NOT NULL AND (p.status <> 'cancelled' OR done IS NOT NULL)"""
ENQUIRIES = "SELECT name, created_at, answered_at FROM enquiries WHERE created_at > ?"


class Promised(NamedTuple):
    """A promise as the rows tell it.

    `name`: of who enquired, '' where a project names whom; `chosen`: as `call_kept` takes it.
    """

    kind: Promise
    made: datetime
    due: datetime
    done: datetime | None
    project_id: int | None
    name: str = ""
    chosen: datetime | None = None

    def stands(self, now: datetime) -> Kept:
        """How it stands at `now`."""
        return call_kept(self.due, self.done, self.chosen, now)


def page_of(query: PromisesQuery, now: datetime) -> PromisesPage:
    """A page of the list, the latest first."""
    found = [
        each
        for each in promised(now)
        if (not query.kind or each.kind is query.kind) and (not query.kept or each.stands(now) is query.kept)
    ]
    shown = found[(query.page - 1) * PAGE_SIZE : query.page * PAGE_SIZE]
    ids = [each.project_id for each in shown if each.project_id]
    projects = Project.with_clients(ids)
    persons, known = Persons(projects), {project.id: project for project in projects}
    return PromisesPage(
        items=[
            PromiseLine(
                kind=each.kind,
                kept=each.stands(now),
                name=each.name or persons.of(known[each.project_id or 0]).name,
                reference=reference(each.project_id) if each.project_id else "",
                project_id=each.project_id,
                made_at=each.made,
                due_at=each.due,
                kept_at=each.done,
                chosen_at=each.chosen,
            )
            for each in shown
        ],
        total=len(found),
        page=query.page,
        page_size=PAGE_SIZE,
    )


def promised(now: datetime) -> list[Promised]:
    """Every promise of the last 30 days, the latest first; of a review from when its documents are here, too."""
    days, since = nsw_holidays((now - 2 * LATELY).date(), (now + LATELY).date()), stored(now - LATELY)
    found = [*_contacts(since, days), *_reviews(since, days), *_enquiries(since, days)]
    return sorted(found, key=lambda each: (each.made, each.project_id or 0), reverse=True)


def _contacts(since: str, days: Days) -> list[Promised]:
    return [
        Promised(
            Promise.CONTACT,
            (made := moment(paid)),
            clocks.within_hours(made, lines.CONTACT_HOURS, days),
            moment(done) if done != "9" else None,
            project_id,
            chosen=moment(chosen) if chosen else None,
        )
        for project_id, paid, done, chosen in ask(CONTACTS, since)
    ]


def _reviews(since: str, days: Days) -> list[Promised]:
    found = []
    for project_id, paid, package, papers, done in ask(REVIEWS, since):
        clock = review_clock(Package(package) if package else None, moment(paid), moment(papers), days)
        found.append(Promised(Promise.REVIEW, clock.since, clock.due, moment(done) if done else None, project_id))
    return found


def _enquiries(since: str, days: Days) -> list[Promised]:
    return [
        Promised(
            Promise.ENQUIRY,
            (made := moment(came)),
            clocks.within_one_business_day(made, days),
            moment(answered) if answered else None,
            None,
            name,
        )
        for name, came, answered in ask(ENQUIRIES, since)
    ]

"""The paid contract reviews whose time runs, and what their clients are told of it."""

from collections.abc import Collection
from datetime import date, datetime

from app.booking.review_clock import ReviewClock, review_clock
from app.catalogue.reviews import PRICED_UP_TO_1M
from app.catalogue.rules import Package
from app.clock import sydney_text
from app.db import database
from app.documents.models import Document
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Firm
from app.projects.models import Project
from app.projects.naming import CHOSEN
from app.projects.rules import reference
from app.slots.calendar import holidays_from

# The conditions stand as text, so that SQLite sees which of its partial indexes they allow.
OPEN = "('inquiry','pending_documents','pending_payment','scheduled','in_progress')"
PAID = "('paid','part_refunded')"
# What packages are priced for is reviewed in their time, once more than the fee of its consultation is paid.
_PRICED = ",".join(f"'{value}'" for value in PRICED_UP_TO_1M)
ORDERED = f"(b.id IS NULL OR b.project_value IN ({_PRICED}))"
# Of an order: what first paid for the review itself. What came for a withdrawn bill bought nothing: it is given back.
BOUGHT = f"""+o.booking_id IS NULL AND +o.state IN {PAID} AND o.id = (SELECT f.id FROM orders f
        WHERE f.project_id = p.id AND +f.booking_id IS NULL AND f.state IN {PAID} AND f.withdrawn_at IS NULL
        ORDER BY f.paid_at LIMIT 1)"""
# Of a document `d`: it begins the time of the review `p`, be it sent for that or, before, with the project in whose
# consultation it was talked about. There it is a contract, or of any kind where it was sent for a consultation.
PAPERS = """d.uploaded_by <> 'staff' AND d.deleted_at IS NULL AND d.project_id IN (p.id, p.consultation_of)
        AND (d.project_id = p.id OR d.document_type = 'contract'
            OR EXISTS (SELECT 1 FROM projects c
                WHERE c.id = d.project_id AND c.service_type IN ('contract_review', 'consultation'))
            OR EXISTS (SELECT 1 FROM needs n WHERE n.id = d.need_id AND n.title LIKE '%contract%'))"""
_SHARED = """EXISTS
            (SELECT 1 FROM documents s
            WHERE s.project_id = p.id AND s.uploaded_by = 'staff' AND s.shared_at >= o.paid_at)"""
_RUNNING = f"""SELECT p.id, {CHOSEN}, o.paid_at, MIN(d.uploaded_at) FROM projects p
        JOIN orders o ON o.project_id = p.id AND {BOUGHT}
        JOIN documents d ON {PAPERS}
        LEFT JOIN bookings b ON b.project_id = p.id
        WHERE p.service_type = 'contract_review' AND p.status IN {OPEN} AND {ORDERED} AND NOT {_SHARED}"""


def clock_said(clock: ReviewClock, now: datetime, is_missing: bool) -> str:
    """What the client of a review reads of its clock at `now`.

    is_missing: documents that were asked for are still to come; the clock runs from the first one.
    """
    here = "the first of your documents was here" if is_missing else "your documents were here"
    began = f"Its time began on {sydney_text(clock.since)}, when it was paid and {here}."
    if is_missing:
        began += " Others that we asked for are still to come: please send them."
    by = sydney_text(clock.due)
    if now > clock.ends:
        return f"Your review was to be with you by {by}. {began} It is later than 48 hours: we refund 50% of its fee."
    half = "If it is later than 48 hours, we refund 50% of its fee."
    if now > clock.due:
        return f"Your review was to be with you by {by}, and is late. {began} {half}"
    return f"Your review is with you by {by}. {began} {half}"


def running(holidays: Collection[date], most: int) -> dict[int, ReviewClock]:
    """The open reviews that are paid, whose documents are here, and of which staff have shared nothing yet: the clock
    of each by its project, at most so many, those first that were paid first."""
    found = database.execute_sql(f"{_RUNNING} GROUP BY p.id ORDER BY o.paid_at LIMIT ?", (most,)).fetchall()
    return {project_id: _clock(holidays, *row) for project_id, *row in found}


def running_of(project_id: int) -> ReviewClock | None:
    """The same of one project; None where none runs."""
    row = database.execute_sql(f"{_RUNNING} AND p.id = ? GROUP BY p.id", (project_id,)).fetchone()
    if row is None:
        return None
    _, package, paid, papers = row
    begun = datetime.fromisoformat(max(paid, papers))
    return _clock(holidays_from(begun), package, paid, papers)


def is_delivered(project_id: int) -> bool:
    """Whether staff have shared a document since the review of this project was paid: nothing is promised any more."""
    bought = f"SELECT 1 FROM projects p JOIN orders o ON o.project_id = p.id AND {BOUGHT}"
    return database.execute_sql(f"{bought} WHERE p.id = ? AND {_SHARED}", (project_id,)).fetchone() is not None


def tell_begun(project_id: int, still_to_come: str, now: datetime) -> None:
    """Write to the client whose review's time runs, once for each beginning; nothing where none does.

    still_to_come: of its consultation, as `consultations.confirmed` says it. Joins the caller's `write()`: the act that
    has begun it.
    """
    clock = running_of(project_id)
    if clock is None:
        return
    project = Project.get_by_id(project_id)
    if project.is_disowned or project.erased_at is not None:
        return
    firm = Firm.present()
    draft = letters.review_begun(
        firm,
        to=project.client.email,
        name=project.client.name,
        reference=reference(project_id),
        said=clock_said(clock, now, Document.are_awaited(project_id, project.consultation_of_id)),
        consultation=still_to_come,
        address=firm.site_address + project.client_page,
    )
    key, proved = f"review-begun-{project_id}-{clock.since:%Y%m%dT%H%M%S}", project.proved_at is not None
    post(draft, key, now, client_id=project.client_id, project_id=project_id, proved=proved)


def _clock(holidays: Collection[date], package: str | None, paid: str, papers: str) -> ReviewClock:
    moments = datetime.fromisoformat(paid), datetime.fromisoformat(papers)
    return review_clock(Package(package) if package else None, *moments, holidays)

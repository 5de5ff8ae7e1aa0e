"""The back office's first page: what needs a look today."""

from datetime import datetime
from typing import Literal

from flask import Blueprint

from app import clock
from app.admin import unfinished
from app.admin.figures import money
from app.admin.projects import listing
from app.admin.projects.schemas import PaidHow, ProjectsQuery
from app.config import in_force
from app.enquiries.models import Enquiry
from app.http import Schema, Who, route
from app.mail.models import Letter, LetterStatus

dashboard = Blueprint("admin_dashboard", __name__)


class Counts(Schema):
    """The dashboard's numbers, each the length or the sum of a list; money in cents.

    paid: projects that are paid for; new_this_week: those of them that came since Monday; to_chase: not paid and not
    cancelled; paid_cents: what came, without what was given back or is to be; awaited, awaited_cents: the awaited
    transfers.
    """

    projects: int
    paid: int
    to_chase: int
    new_this_week: int
    unfinished: int
    paid_cents: int
    paid_this_month_cents: int
    refunded_cents: int
    awaited: int
    awaited_cents: int
    enquiries: int


class MailState(Schema):
    """How the outbox stands; `mode` is smtp or files; `filed`: written to a file instead of sent."""

    mode: Literal["smtp", "files"]
    queued: int
    filed: int
    failed: int


class Dashboard(Schema):
    """What there is, in numbers."""

    counts: Counts
    mail: MailState


@route(dashboard, "GET", "/api/admin/dashboard", who=Who.STAFF, answer=Dashboard)
def show_dashboard() -> Dashboard:
    """What needs a look today."""
    config = in_force()
    return Dashboard(
        counts=_counts(clock.now()),
        mail=MailState(
            mode="smtp" if config.mail.host else "files",
            queued=_letters(LetterStatus.QUEUED, LetterStatus.SENDING),
            filed=_letters(LetterStatus.FILED),
            failed=_letters(LetterStatus.FAILED),
        ),
    )


def _counts(now: datetime) -> Counts:
    ever, this_month = money.sums(None, clock.in_sydney(now).date())
    awaited, awaited_cents = listing.awaited_sums()
    return Counts(
        projects=listing.total(ProjectsQuery(), now),
        paid=listing.total(ProjectsQuery(payment=PaidHow.PAID), now),
        to_chase=listing.total(ProjectsQuery(payment=PaidHow.TO_CHASE), now),
        new_this_week=listing.total(ProjectsQuery(payment=PaidHow.PAID, since="week"), now),
        unfinished=unfinished.count(),
        paid_cents=ever.left_cents,
        paid_this_month_cents=this_month.left_cents,
        refunded_cents=ever.given_cents,
        awaited=awaited,
        awaited_cents=awaited_cents,
        enquiries=Enquiry.select().count(),
    )


def _letters(*statuses: LetterStatus) -> int:
    return int(Letter.select().where(Letter.status.in_(statuses)).count())

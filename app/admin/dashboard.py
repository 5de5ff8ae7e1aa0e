"""The back office's first page: what needs a look today."""

from datetime import datetime, timedelta
from typing import Any, Literal

from flask import Blueprint
from peewee import fn

from app import clock
from app.admin.alerts import AlertOut
from app.admin.consultations.queries import awaited_transfers
from app.alerts import models as alerts
from app.booking.models import Booking
from app.booking.rules import BookingStatus
from app.config import in_force
from app.enquiries.models import Enquiry
from app.http import Schema, Who, route
from app.mail.models import Letter, LetterStatus
from app.orders.money import Payment, Refund

dashboard = Blueprint("admin_dashboard", __name__)


class Counts(Schema):
    """The dashboard's numbers, each the length or the sum of a list; money in cents.

    bookings: those whose fee is paid; new_this_week: of these; awaited, awaited_cents: the awaited transfers.
    """

    bookings: int
    new_this_week: int
    drafts: int
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
    """What needs a look today. `alerts` are the newest of `open_alerts`; the others follow as these are resolved.

    `not_offered` says how visitors cannot pay, and which settings it takes; may be ''.
    """

    not_offered: str
    alerts: list[AlertOut]
    open_alerts: int
    counts: Counts
    mail: MailState
    notices: list[str]


@route(dashboard, "GET", "/api/admin/dashboard", who=Who.STAFF, answer=Dashboard)
def show_dashboard() -> Dashboard:
    """What needs a look today."""
    return Dashboard(
        not_offered=in_force().not_offered,
        alerts=[AlertOut.model_validate(alert) for alert in alerts.open_alerts()],
        open_alerts=alerts.count_open(),
        counts=_counts(clock.now()),
        mail=_mail_state(),
        notices=_notices(),
    )


def _counts(now: datetime) -> Counts:
    month = clock.in_sydney(now).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    paid_for = _listed(BookingStatus.CONFIRMED)
    came = Payment.select(fn.COALESCE(fn.SUM(Payment.amount_cents), 0)).where(Payment.has_come())
    given = Refund.select(fn.COALESCE(fn.SUM(Refund.cents), 0)).where(Refund.is_given())
    of_month = given.join(Payment).where(Payment.paid_at >= month)
    awaited, awaited_cents = awaited_transfers()
    return Counts(
        bookings=paid_for.count(),
        new_this_week=paid_for.where(Booking.confirmed_at > now - timedelta(days=7)).count(),
        drafts=_listed(BookingStatus.DRAFT).count(),
        paid_cents=came.scalar() - given.scalar(),
        paid_this_month_cents=came.where(Payment.paid_at >= month).scalar() - of_month.scalar(),
        refunded_cents=given.scalar(),
        awaited=awaited,
        awaited_cents=awaited_cents,
        enquiries=Enquiry.select().count(),
    )


def _listed(status: BookingStatus) -> Any:
    """The bookings that the list shows under a status."""
    return Booking.select().where(Booking.status == status, Booking.erased_at.is_null())


def _mail_state() -> MailState:
    return MailState(
        mode="smtp" if in_force().mail.host else "files",
        queued=Letter.select().where(Letter.status.in_([LetterStatus.QUEUED, LetterStatus.SENDING])).count(),
        filed=Letter.select().where(Letter.status == LetterStatus.FILED).count(),
        failed=Letter.select().where(Letter.status == LetterStatus.FAILED).count(),
    )


def _notices() -> list[str]:
    config, said = in_force(), []
    if not config.ways_to_pay.card and config.ways_to_pay.transfer:
        said.append("No card provider keys are set (payments.secret_key): visitors cannot pay by card.")
    if not config.mail.host and not alerts.is_open("mail.unset"):
        said.append("No mail server is set (mail.host): letters are filed as .eml files in the data folder.")
    standing = config.standing_defaults()
    if standing and config.ways_to_pay.transfer:
        said.append(f"These settings still have their fictional defaults: {', '.join(standing)}.")
    return said

"""The paid booking fee that is deducted from a service's price: whose it is, and what uses it."""

from datetime import datetime
from typing import Any

from peewee import fn

from app.booking.models import Booking
from app.booking.rules import BookingStatus
from app.payments.models import Payment
from app.projects.models import Project
from app.projects.rules import PaymentStatus
from app.slots.models import Hold

# A card payment that is being decided may yet come, also after the project's time has gone.
CERTAIN = (PaymentStatus.PROCESSING, PaymentStatus.COMPLETED)


def source(project: Project, visitor: str | None, client_id: int | None, now: datetime) -> int | None:
    """The paid booking whose fee this project may deduct: the same client's, seen by who made it, not in use."""
    owned = Booking.owned_by(visitor, client_id)
    row = (
        Booking.select(Booking.id)
        .where(Booking.client == project.client_id, Booking.id.in_(owned))
        .where(Booking.status == BookingStatus.CONFIRMED, Booking.id.in_(_paid()))
        .where(Booking.id.not_in(_used_by_others(project.id, now)))
        .order_by(Booking.id)
        .first()
    )
    return row.id if row else None


def worth(booking_id: int) -> int:
    """How many cents of a booking's fee were paid and not given back: what may be deducted, once."""
    rest = fn.MAX(Payment.amount_cents - Payment.refunded_cents)
    paid = Payment.booking == booking_id, Payment.status == PaymentStatus.COMPLETED
    # Of a fee that was paid twice the second goes back to the client.
    return int(Payment.select(rest).where(*paid).scalar() or 0)


def is_used(booking_id: int, by_others_than: int, now: datetime) -> bool:
    """Whether another project than `by_others_than` has paid with this booking's fee, or may still do so."""
    return (
        Booking.select().where(Booking.id == booking_id, Booking.id.in_(_used_by_others(by_others_than, now))).exists()
    )


def claim(booking_id: int | None, by_others_than: int | None) -> Payment | None:
    """Another project's payment that was begun with this booking's fee deducted, in use or given up."""
    if booking_id is None:
        return None
    found: Payment | None = Payment.get_or_none(
        Payment.credit_booking == booking_id,
        Payment.project != by_others_than,
        Payment.superseded == False,
        Payment.status != PaymentStatus.REFUNDED,
    )
    return found


def stands(payment: Payment) -> bool:
    """Whether the credit that `payment` deducts is still there: not given back, and not used by one that came first."""
    if payment.credit_booking_id is None:
        return True
    first = Payment.select().where(
        Payment.credit_booking == payment.credit_booking_id,
        Payment.id != payment.id,
        Payment.status == PaymentStatus.COMPLETED,
    )
    return worth(payment.credit_booking_id) >= payment.credit_cents and not first.exists()


def _paid() -> Any:
    return Payment.select(Payment.booking).where(
        Payment.booking.is_null(False), Payment.status == PaymentStatus.COMPLETED
    )


def _used_by_others(project_id: int, now: datetime) -> Any:
    """The bookings whose fee is spent, or deducted in a checkout whose time is still kept."""
    keeping = Hold.select(Hold.project_id).where(
        Hold.released_at.is_null(), Hold.expires_at.is_null() | (Hold.expires_at > now)
    )
    open_checkout = (Payment.superseded == False) & Payment.project.in_(keeping)
    return Payment.select(Payment.credit_booking).where(
        Payment.credit_booking.is_null(False),
        Payment.project != project_id,
        Payment.status != PaymentStatus.REFUNDED,
        Payment.status.in_(CERTAIN) | open_checkout,
    )

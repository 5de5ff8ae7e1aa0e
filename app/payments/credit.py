"""The paid booking fee that is deducted from a service's price: whose it is, and what uses it."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from peewee import fn

from app.access import Caller
from app.booking.models import Booking
from app.booking.rules import BookingStatus
from app.payments.models import Payment
from app.projects.models import Project
from app.projects.rules import PaymentStatus
from app.slots.models import Hold

# A card payment that is being decided may yet come, also after the project's time has gone.
CERTAIN = (PaymentStatus.PROCESSING, PaymentStatus.COMPLETED)


def source(project: Project, caller: Caller, now: datetime) -> int | None:
    """The paid booking whose fee this project may deduct: the same client's, seen by who made it, not in use."""
    owned = Booking.owned_by(caller)
    row = (
        Booking.select(Booking.id)
        .where(Booking.client == project.client_id, Booking.id.in_(owned))
        .where(Booking.status == BookingStatus.CONFIRMED, _is_paid(), ~_is_used(project.id, now))
        .order_by(Booking.id)
        .first()
    )
    return row.id if row else None


def worth(booking_id: int) -> int:
    """How many cents of a booking's fee were paid and not given back: what may be deducted, once."""
    return _worths([booking_id]).get(booking_id, 0)


def _worths(booking_ids: Iterable[int]) -> dict[int, int]:
    # Of a fee that was paid twice the second goes back to the client.
    rest = fn.MAX(Payment.amount_cents - Payment.refunded_cents)
    paid = Payment.booking.in_(list(booking_ids)), Payment.status == PaymentStatus.COMPLETED
    rows: Any = Payment.select(Payment.booking, rest).where(*paid).group_by(Payment.booking).tuples()
    return dict(rows)


def is_used(booking_id: int, by_others_than: int, now: datetime) -> bool:
    """Whether another project than `by_others_than` has paid with this booking's fee, or may still do so."""
    return bool(Booking.select().where(Booking.id == booking_id, _is_used(by_others_than, now)).exists())


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
    return payment.id in standing([payment])


def standing(payments: Sequence[Payment]) -> set[int]:
    """The ids of those whose credit stands, or that deduct none; in as many queries for many as for one."""
    sources = {payment.credit_booking_id for payment in payments if payment.credit_booking_id is not None}
    if not sources:
        return {payment.id for payment in payments}
    worths = _worths(sources)
    completed = Payment.credit_booking.in_(list(sources)), Payment.status == PaymentStatus.COMPLETED
    first: Any = Payment.select(Payment.credit_booking, Payment.id).where(*completed).tuples()
    used: dict[int, set[int]] = {source: set() for source in sources}
    for source_id, payment_id in first:
        used[source_id].add(payment_id)
    return {
        payment.id
        for payment in payments
        if (source_id := payment.credit_booking_id) is None
        or (worths.get(source_id, 0) >= payment.credit_cents and not used[source_id] - {payment.id})
    }


def _is_paid() -> Any:
    """Of a booking: its fee is there."""
    return fn.EXISTS(Payment.select().where(Payment.booking == Booking.id, Payment.status == PaymentStatus.COMPLETED))


def _is_used(by_others_than: int, now: datetime) -> Any:
    """Of a booking: its fee is spent, or deducted in a checkout whose time is still kept."""
    keeping = Hold.select().where(
        Hold.project_id == Payment.project,
        Hold.released_at.is_null(),
        Hold.expires_at.is_null() | (Hold.expires_at > now),
    )
    open_checkout = (Payment.superseded == False) & fn.EXISTS(keeping)
    used = Payment.select().where(
        Payment.credit_booking == Booking.id,
        Payment.project != by_others_than,
        Payment.status != PaymentStatus.REFUNDED,
        Payment.status.in_(CERTAIN) | open_checkout,
    )
    return fn.EXISTS(used)

"""Beginning a payment: whose order it is, that it can be paid now, and its row."""

import secrets
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from app import clock
from app.access import Caller
from app.amounts import plain
from app.booking import actions as bookings
from app.booking.models import Booking
from app.booking.rules import BookingStatus
from app.catalogue.rules import BOOKING_FEE_CENTS, CURRENCY
from app.config import in_force
from app.consultations.confirmed import has_had_time
from app.errors import AppError, invalid
from app.orders.actions import ALREADY_PAID, open_order, require_unpaid
from app.orders.credit import Quote, quote
from app.orders.models import Order
from app.orders.money import Payment
from app.projects.models import Project
from app.projects.rules import PaymentStatus
from app.slots.models import Hold

NOTHING_TO_PAY = "There is nothing to pay for this project. Please confirm it instead."
PAID_WITH_BOOKING = "This project is paid for with its booking."
ALREADY_MADE = "This booking is already made."
NO_TIME = "Your time is no longer held. Please choose another."
NEVER_A_TIME = (
    "This project has no consultation time yet. Please choose one first, or pay by the bank transfer that we asked for "
    "and choose it then."
)
FEE = "Initial consultation booking"


def of_draft(caller: Caller) -> Quote:
    """The order of the caller's draft, made on the first call. AppError 404 without a draft, 409 when it is incomplete
    or paid.
    """
    booking = Booking.draft_of(caller.visitor)
    if booking is None:
        if made := Booking.made_by(caller.visitor):
            is_paid = made[0].status == BookingStatus.CONFIRMED
            raise AppError("already_paid", 409, ALREADY_PAID if is_paid else ALREADY_MADE)
        raise AppError("not_found", 404, "There is no booking to pay for yet.")
    if not booking.is_complete:
        raise AppError("out_of_order", 409, "Please complete the earlier steps first.")
    now = clock.now()
    bookings.begin_paying(booking, caller.client_id)
    order = open_order(FEE, BOOKING_FEE_CENTS, caller.visitor, now, booking_id=booking.id)
    return quote(order, Caller(caller.visitor), now)


def of_project(project: Project, caller: Caller, now: datetime, anew: bool = False) -> Quote:
    """The order of a project that can be paid now. AppError 409 when it is paid, cancelled, or its time is not held.

    One that shares the consultation of another project needs no time.
    A booking's project is not paid for here: AppError 409, too. anew: as in `quote`.
    """
    order = Order.of_project(project.id)
    require_unpaid(order)
    if order.booking_id is not None:
        # A booking's project waits for the booking's own payment.
        raise AppError("paid_with_booking", 409, PAID_WITH_BOOKING)
    hold = Hold.of_project(project.id)
    lost = hold is None or (hold.expires_at is not None and hold.expires_at <= now)
    if lost and not project.shares_consultation:
        raise AppError("no_time", 409, NO_TIME if has_had_time(project) else NEVER_A_TIME)
    return quote(order, caller, now, anew)


def check(quoted: Quote, field: str, cents: int | Decimal | None) -> None:
    """Refuse a payment of nothing, AppError 409, and a browser that believes in another price, 422.

    cents: what the browser believes it costs, said in `field`; it is never charged.
    """
    if quoted.total_cents == 0:
        raise AppError("nothing_to_pay", 409, NOTHING_TO_PAY)
    if cents is not None and cents != quoted.total_cents:
        raise invalid({field: f"The amount is {plain(quoted.total_cents)} AUD."}, "The amount does not match.")


class Way(NamedTuple):
    """How money comes: by which card provider or the bank, and whether it is real."""

    provider: str
    livemode: bool


def by_transfer() -> Way:
    """To the account at the bank."""
    return Way("bank", in_force().mode == "serve")


def make(order_id: int, cents: int, way: Way, now: datetime, came_as: str | None = None) -> Payment:
    """The row of a payment that is begun. came_as: names one that has come unasked, for a repeated call to find it."""
    # Written as come at once: an order has one payment that is begun, and that may be another.
    came = {} if came_as is None else {"status": PaymentStatus.COMPLETED, "paid_at": now, "learned_at": now}
    made: Payment = Payment.create(
        order=order_id,
        provider=way.provider,
        idempotency_key=came_as or secrets.token_urlsafe(24),
        amount_cents=cents,
        currency=CURRENCY,
        livemode=way.livemode,
        created_at=now,
        updated_at=now,
        **came,
    )
    return made


def fits(payment: Payment, quoted: Quote, way: Way) -> bool:
    """Whether a payment that was begun earlier is still about what its order comes to now, in the same way."""
    credit = payment.order.credit
    begun = (payment.provider, bool(payment.livemode)), payment.amount_cents, credit.credit_of_id if credit else None
    return begun == (way, quoted.total_cents, quoted.credit_of)

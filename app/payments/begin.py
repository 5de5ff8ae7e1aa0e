"""Beginning a payment: whose order it is, that it can be paid now, and its row."""

import secrets
from datetime import datetime
from decimal import Decimal
from typing import Any

from app import clock
from app.access import Caller
from app.amounts import plain
from app.booking.models import Booking
from app.booking.rules import BookingStatus
from app.catalogue.rules import BOOKING_FEE_CENTS, CURRENCY
from app.errors import AppError, invalid
from app.orders.actions import ALREADY_PAID, open_order, require_unpaid
from app.orders.credit import Quote, quote
from app.orders.models import Order
from app.orders.money import Payment
from app.projects.models import Project
from app.slots.models import Hold

NOTHING_TO_PAY = "There is nothing to pay for this project. Please confirm it instead."
PAID_WITH_BOOKING = "This project is paid for with its booking."
NO_TIME = "Your time is no longer held. Please choose another."
FEE = "Initial consultation booking"


def of_draft(visitor: str | None) -> Quote:
    """The order of the visitor's draft, made on the first call. AppError 404 without a draft, 409 when it is incomplete
    or paid.
    """
    booking = Booking.draft_of(visitor)
    if booking is None:
        if made := Booking.made_by(visitor):
            is_paid = made[0].status == BookingStatus.CONFIRMED
            raise AppError("already_paid", 409, ALREADY_PAID if is_paid else "This booking is already made.")
        raise AppError("not_found", 404, "There is no booking to pay for yet.")
    if not booking.is_complete:
        raise AppError("out_of_order", 409, "Please complete the earlier steps first.")
    now = clock.now()
    order = open_order(FEE, BOOKING_FEE_CENTS, visitor, now, booking_id=booking.id)
    return quote(order, Caller(visitor), now)


def of_project(project: Project, caller: Caller, now: datetime, anew: bool = False) -> Quote:
    """The order of a project that can be paid now. AppError 409 when it is paid, cancelled, or its time is not held.

    A booking's project is not paid for here: AppError 409, too. anew: as in `quote`.
    """
    order = Order.of_project(project.id)
    require_unpaid(order)
    if order.booking_id is not None:
        # A booking's project waits for the booking's own payment.
        raise AppError("paid_with_booking", 409, PAID_WITH_BOOKING)
    hold = Hold.of_project(project.id)
    if hold is None or (hold.expires_at is not None and hold.expires_at <= now):
        raise AppError("no_time", 409, NO_TIME)
    return quote(order, caller, now, anew)


def check(quoted: Quote, field: str, cents: int | Decimal | None) -> None:
    """Refuse a payment of nothing, AppError 409, and a browser that believes in another price, 422.

    cents: what the browser believes it costs, said in `field`; it is never charged.
    """
    if quoted.total_cents == 0:
        raise AppError("nothing_to_pay", 409, NOTHING_TO_PAY)
    if cents is not None and cents != quoted.total_cents:
        raise invalid({field: f"The amount is {plain(quoted.total_cents)} AUD."}, "The amount does not match.")


def make(quoted: Quote, provider: str, livemode: bool, now: datetime, **more: Any) -> Payment:
    """The row of a payment at a provider, for what the order comes to."""
    made: Payment = Payment.create(
        order=quoted.order_id,
        provider=provider,
        idempotency_key=secrets.token_urlsafe(24),
        amount_cents=quoted.total_cents,
        currency=CURRENCY,
        livemode=livemode,
        created_at=now,
        updated_at=now,
        **more,
    )
    return made


def fits(payment: Payment, quoted: Quote, provider: str, livemode: bool) -> bool:
    """Whether a payment that was begun earlier is still about what its order comes to now, at the same provider."""
    credit = payment.order.credit
    begun = (payment.provider, bool(payment.livemode), payment.amount_cents, credit.credit_of_id if credit else None)
    return begun == (provider, livemode, quoted.total_cents, quoted.credit_of)

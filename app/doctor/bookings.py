"""Bookings of the wizard against their orders and projects."""

from collections.abc import Iterator
from functools import partial

from app.booking.models import Booking
from app.booking.rules import BookingStatus
from app.doctor.finding import Finding, project_name
from app.doctor.orders import recomputed
from app.orders.models import Order
from app.orders.rules import IS_PAID, OrderState
from app.projects.rules import CLOSED


def examine() -> Iterator[Finding]:
    """Every booking, with its order where it has one."""
    orders = recomputed(Order.select().where(Order.booking_id.is_null(False)))
    known = {order.booking_id: (order, sums) for order, sums in orders}
    for booking in Booking.select().order_by(Booking.id):
        found = partial(Finding, "booking", f"Booking {booking.id}")
        confirmed = booking.status == BookingStatus.CONFIRMED
        if confirmed and booking.project_id is None:
            yield found("is confirmed, but has no project")
        if booking.id not in known:
            if booking.status != BookingStatus.DRAFT:
                yield found("has no order, and so no fee")
            continue
        order, sums = known[booking.id]
        if order.project_id != booking.project_id:
            belongs, paid_for = project_name(booking.project_id), project_name(order.project_id)
            yield found(f"belongs to {belongs}, but its fee is paid for {paid_for}")
        if confirmed and sums.state not in (*IS_PAID, OrderState.REFUNDED):
            yield found(f"is confirmed, but its fee is '{sums.state}'")
        if booking.status == BookingStatus.DRAFT and sums.paid_cents:
            yield found("is a draft, but money came for it")
        # One whose project was closed before the money came stays as it was; staff decide.
        is_open = booking.project is not None and booking.project.status not in CLOSED
        if booking.status == BookingStatus.AWAITING and sums.state in IS_PAID and is_open:
            yield found("waits for its fee, which is paid")

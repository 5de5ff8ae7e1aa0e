"""Bookings of the wizard against their orders and projects."""

from collections.abc import Iterator

from app.booking.models import Booking
from app.booking.rules import BookingStatus
from app.doctor.finding import Finding, project_name
from app.doctor.orders import recomputed
from app.orders.models import Order
from app.orders.rules import IS_PAID, OrderState, Standing
from app.projects.rules import CLOSED


def examine() -> Iterator[Finding]:
    """Every booking, with its order where it has one."""
    orders = recomputed(Order.select().where(Order.booking_id.is_null(False)))
    known = {order.booking_id: (order, sums) for order, sums in orders}
    for booking in Booking.select().order_by(Booking.id):
        for what in _booking(booking, *known.get(booking.id, (None, None))):
            yield Finding("booking", f"Booking {booking.id}", what)


def _booking(booking: Booking, order: Order | None, sums: Standing | None) -> Iterator[str]:
    confirmed = booking.status == BookingStatus.CONFIRMED
    if confirmed and booking.project_id is None:
        yield "is confirmed, but has no project"
    if order is None or sums is None:
        if booking.status != BookingStatus.DRAFT:
            yield "has no order, and so no fee"
        return
    if order.project_id != booking.project_id:
        belongs, paid_for = project_name(booking.project_id), project_name(order.project_id)
        yield f"belongs to {belongs}, but its fee is paid for {paid_for}"
    if confirmed and sums.state not in (*IS_PAID, OrderState.REFUNDED):
        yield f"is confirmed, but its fee is '{sums.state}'"
    if booking.status == BookingStatus.DRAFT and sums.paid_cents:
        yield "is a draft, but money came for it"
    # One whose project was closed before the money came stays as it was; staff decide.
    is_open = booking.project is not None and booking.project.status not in CLOSED
    if booking.status == BookingStatus.AWAITING and sums.state in IS_PAID and is_open:
        yield "waits for its fee, which is paid"

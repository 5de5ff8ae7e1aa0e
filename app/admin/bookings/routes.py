"""Bookings in the back office over HTTP."""

from flask import Blueprint
from flask_login import current_user

from app import clock
from app.admin.bookings import queries
from app.admin.bookings.schemas import BookingDetail, BookingPage
from app.admin.lists import ListQuery
from app.audit import actions as audit
from app.audit.actions import Actor
from app.errors import not_found
from app.http import Who, route

bookings = Blueprint("admin_bookings", __name__)


@route(bookings, "GET", "/api/admin/bookings", who=Who.STAFF, query=ListQuery, answer=BookingPage)
def list_bookings(query: ListQuery) -> BookingPage:
    """The list of bookings."""
    return queries.page_of(query.search, query.status, query.page)


@route(bookings, "GET", "/api/admin/bookings/<int:booking_id>", who=Who.STAFF, answer=BookingDetail, refusals=(404,))
def show_booking(booking_id: int) -> BookingDetail:
    """One booking with everything that belongs to it."""
    now = clock.now()
    found = queries.detail(booking_id, now)
    if found is None:
        raise not_found("There is no such booking.")
    audit.look(Actor.staff(current_user.username), f"booking:{booking_id}", now)
    return found

"""The address that calendars fetch: whoever has it sees what its owner chose, and nobody is signed in by it."""

from hashlib import sha256
from urllib.parse import urlsplit

from flask import Blueprint, Response, request
from limits import parse

from app import clock
from app.errors import not_found
from app.http import route
from app.limits import Count, address_limits_lifted, caller_network, counting_failures, per_address
from app.mail.content import Firm
from app.phone_calendar import entries
from app.phone_calendar.actions import note_use
from app.phone_calendar.feed import feed
from app.phone_calendar.models import CalendarAddress

phone_calendar = Blueprint("phone_calendar", __name__)
UNKNOWN = "We could not find that calendar."
# Wrong ones alone: an office's phones and the servers of Google ask from one network, and ask often.
GUESSES = parse("60/hour")


@route(
    phone_calendar,
    "GET",
    "/api/calendar/<token>.ics",
    refusals=(404,),
    limits=(per_address("1200/hour"),),
)
def fetch_calendar(token: str) -> Response:
    """The consultations for the calendar of a member of staff; the same 404 for every address that does not work."""
    address, now = CalendarAddress.opened_by(token), clock.now()
    if address is None:
        with counting_failures([] if address_limits_lifted() else [Count(GUESSES, f"calendar:{caller_network()}")]):
            raise not_found(UNKNOWN)
    note_use(address, now)
    choice, firm = address.choice, Firm.present()
    host = urlsplit(firm.site_address).hostname or "helios"
    body = feed(
        entries.booked(now),
        entries.blocked(now) if choice.blocked else [],
        choice.names,
        f"{firm.name}: consultations",
        host,
    )
    response = Response(body, mimetype="text/calendar")
    response.headers.update({"Cache-Control": "private, no-cache", "X-Robots-Tag": "noindex"})
    response.set_etag(sha256(body).hexdigest())
    response.make_conditional(request)
    return response

"""The consultations as one iCalendar object that calendars fetch again and again (RFC 5545, RFC 7986)."""

from collections.abc import Iterable
from typing import Any

from app.consultations.invitation import PRODUCT, Method, entry, uid_of
from app.phone_calendar.rules import BLOCKED, FETCHED_EVERY, Blocked, Booked, told


def feed(
    booked: Iterable[Booked], blocked: Iterable[Blocked], names: bool, calendar_name: str, site_host: str
) -> bytes:
    """The object. The same rows give the same bytes, whenever they are asked for.

    A client's time is the same entry here and in its letters: one UID for life, the same SEQUENCE.
    """
    from icalendar import Calendar, vDuration  # slow to load

    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", Method.PUBLISH)
    # The first of each pair is the standard, the second what older programs read.
    calendar.add("name", calendar_name)
    calendar.add("x-wr-calname", calendar_name)
    calendar.add("refresh-interval", FETCHED_EVERY, parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", vDuration(FETCHED_EVERY))
    for time in booked:
        calendar.add_component(_of_client(time, names, site_host))
    for span in blocked:
        calendar.add_component(_closed(span, site_host))
    made: bytes = calendar.to_ical()
    return made


def _of_client(time: Booked, names: bool, site_host: str) -> Any:
    words = told(time, names)
    event = entry(
        uid=uid_of(time.reference, site_host),
        sequence=time.sequence,
        made_at=time.changed_at,
        start=time.start,
        minutes=time.minutes,
        summary=words.summary,
    )
    event.add("status", "CONFIRMED" if time.stands else "TENTATIVE")
    event.add("url", time.page)
    for name, text in (("location", words.location), ("description", words.description)):
        if text:
            event.add(name, text)
    return event


def _closed(span: Blocked, site_host: str) -> Any:
    event = entry(
        uid=f"blocked-{span.start:%Y%m%dT%H%M}-{span.ends:%Y%m%dT%H%M}@{site_host}",
        sequence=0,
        made_at=span.changed_at,
        start=span.start,
        minutes=round((span.ends - span.start).total_seconds() / 60),
        summary=BLOCKED,
    )
    event.add("transp", "OPAQUE")
    return event

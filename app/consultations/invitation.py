"""The consultation as an iCalendar object (RFC 5545): one UID for life, a rising SEQUENCE."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from app.fields import mailto
from app.mail.names import named
from app.meeting import Meeting

ALARM_AHEAD = timedelta(minutes=45)
PRODUCT = "-//Helios//Consultations//EN"


class Method(StrEnum):
    """What the receiver's calendar shall do with it."""

    REQUEST = "REQUEST"
    CANCEL = "CANCEL"
    PUBLISH = "PUBLISH"  # a download: no meeting request, and nobody is named as its guest


def entry(*, uid: str, sequence: int, made_at: datetime, start: datetime, minutes: int, summary: str) -> Any:
    """An icalendar Event with what every entry of ours has; moments are aware and are written in UTC."""
    from icalendar import Event  # slow to load

    event = Event()
    event.add("uid", uid)
    event.add("sequence", sequence)
    event.add("dtstamp", made_at)
    event.add("dtstart", start)
    event.add("dtend", start + timedelta(minutes=minutes))
    event.add("summary", summary)
    return event


def uid_of(reference: str, site_host: str) -> str:
    """By which a consultation is the same entry in every calendar, wherever it came from."""
    return f"{reference.lower()}@{site_host}"


def invitation(
    *,
    method: Method,
    reference: str,
    start: datetime,
    minutes: int,
    sequence: int,
    made_at: datetime,
    service: str,
    meeting: Meeting,
    firm_name: str,
    firm_email: str,
    firm_phone: str,
    organiser: str,
    site_host: str,
    client_name: str,
    client_email: str,
) -> str:
    """The object as text. `start` and `made_at` are aware; the consultation lasts so many `minutes`.

    firm_email, firm_phone: where questions go, '' for none; organiser: where answers to the invitation go.
    """
    from icalendar import Alarm, Calendar, vCalAddress, vText  # slow to load

    asked_at = ", ".join(filter(None, (firm_phone, firm_email)))
    event = entry(
        uid=uid_of(reference, site_host),
        sequence=sequence,
        made_at=made_at,
        start=start,
        minutes=minutes,
        summary=f"Initial consultation with {firm_name}",
    )
    event.add("location", meeting.location)
    about = f"{service}, reference {reference}. {minutes} minutes. {meeting.said}"
    event.add("description", f"{about}{f' Questions: {asked_at}' if asked_at else ''}")
    event.add("status", "CANCELLED" if method is Method.CANCEL else "CONFIRMED")
    organizer = vCalAddress(mailto(organiser))
    organizer.params["cn"] = vText(firm_name)
    event["organizer"] = organizer
    if method is not Method.PUBLISH:
        attendee = vCalAddress(mailto(client_email))
        attendee.params["cn"] = vText(named(client_name, client_email))
        attendee.params["partstat"] = vText("ACCEPTED")
        event.add("attendee", attendee)
    if method is not Method.CANCEL:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", f"Consultation with {firm_name}")
        alarm.add("trigger", -ALARM_AHEAD)
        event.add_component(alarm)
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", method)
    calendar.add_component(event)
    return calendar.to_ical().decode("utf-8")

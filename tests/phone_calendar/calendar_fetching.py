"""Staff who make a private calendar address, and calendars that fetch it."""

from typing import Any

from icalendar import Calendar
from werkzeug.test import TestResponse

from tests.people import People, Person

PATH = "/api/admin/calendar-address"
# What is known of Amelia: none of it may stand in a calendar without names.
HERS = ("amelia", "hart", "0400 123 456", "0400123456", "forest road", "hurstville", "example.com")


def made(staff: Person, **choice: bool) -> str:
    """The path of an address that this member of staff has just made."""
    answer = staff.post(PATH, choice)
    assert answer.status_code == 201, answer.get_json()
    site, path = str(answer.get_json()["address"]).split("/api/")
    assert site == staff.house.config.server.address
    return f"/api/{path}"


def fetched(people: People, path: str) -> TestResponse:
    """What a calendar gets: it has no cookies."""
    return people.visitor().get(path)


def events(people: People, path: str) -> list[Any]:
    """The entries that a calendar finds."""
    answer = fetched(people, path)
    assert answer.status_code == 200
    return list(Calendar.from_ical(answer.get_data()).walk("VEVENT"))


def everything_in(people: People, path: str) -> list[str]:
    """Every property of every component, with its parameters, as text."""
    answer = fetched(people, path)
    calendar = Calendar.from_ical(answer.get_data())
    texts = [
        f"{name} {value.to_ical().decode()} {dict(value.params)}".lower()
        for component in calendar.walk()
        for name, value in component.items()
        if hasattr(value, "params")
    ]
    assert len(texts) > 10
    return [*texts, answer.get_data(as_text=True).replace("\r\n ", "").lower(), str(answer.headers).lower()]


def named(texts: list[str]) -> set[str]:
    """What is known of Amelia and stands in these texts."""
    return {each for each in HERS for text in texts if each in text}

"""The private address at which a staff member's own calendar fetches the consultations."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from icalendar import Calendar
from werkzeug.test import TestResponse

from app import clock, server
from app.accounts.models import Admin
from app.accounts.rules import Role
from app.accounts.staff import add_staff, remove_staff, reset_staff
from app.audit.models import AuditLine
from app.changes import changes
from app.mail.models import Letter
from app.orders.money import Payment
from app.phone_calendar.models import CalendarAddress
from app.projects.models import Project
from app.slots.models import Slot
from tests.consultations.scheduled import Client
from tests.consultations.test_after_refund import give_back
from tests.onboarders import Onboarder
from tests.people import PASSWORD, People, Person
from tests.watch import Watch

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
    return {each for each in HERS for text in texts if each in text}


@pytest.fixture
def amelia(people: People, watch: Watch) -> Client:
    """A client whose consultation is some days ahead."""
    return Client.with_time(people, 8)


@pytest.mark.spec("A-05")
def test_a_calendar_names_nobody_unless_that_is_chosen(people: People, amelia: Client) -> None:
    staff = people.staff()
    path = made(staff)
    assert named(everything_in(people, path)) == set()
    (event,) = events(people, path)
    assert event["SUMMARY"] == f"Consultation, HPM-{amelia.project}"
    assert event["URL"].endswith(f"/admin/dashboard?project={amelia.project}")
    assert "LOCATION" not in event and "DESCRIPTION" not in event
    assert event.decoded("DTSTART") == Project.get().appointment_date
    assert staff.browser.patch(PATH, json={"showsNames": True}).status_code == 200
    (event,) = events(people, path)
    assert event["SUMMARY"] == f"Amelia Hart, consultation, HPM-{amelia.project}"
    assert (event["LOCATION"], event["DESCRIPTION"]) == (
        "Phone call to 0400 123 456",
        "By phone. Phone: 0400 123 456",
    )
    # The walk finds them where they are.
    assert {"amelia", "hart", "0400 123 456"} <= named(everything_in(people, path))
    assert staff.browser.patch(PATH, json={"showsNames": False}).status_code == 200
    assert named(everything_in(people, path)) == set()


def test_an_appointment_is_the_same_entry_as_in_its_letter_also_after_a_move(people: People, amelia: Client) -> None:
    path = made(people.staff())

    def sent() -> Any:
        letter = Letter.select().where(Letter.recipient == "amelia@example.com", Letter.calendar != "")
        (entry,) = Calendar.from_ical(letter.order_by(Letter.id.desc()).first().calendar).walk("VEVENT")
        return [entry.decoded(name) for name in ("UID", "SEQUENCE", "DTSTART", "DTEND")]

    (first,) = events(people, path)
    assert [first.decoded(name) for name in ("UID", "SEQUENCE", "DTSTART", "DTEND")] == sent()
    assert amelia.move(amelia.free()[30]).status_code == 200
    (moved,) = events(people, path)
    assert [moved.decoded(name) for name in ("UID", "SEQUENCE", "DTSTART", "DTEND")] == sent()
    assert moved["UID"] == first["UID"] and moved["SEQUENCE"] > first["SEQUENCE"]
    assert moved.decoded("DTSTART") != first.decoded("DTSTART")


def test_what_is_cancelled_is_gone_and_what_was_refunded_is_tentative(people: People, amelia: Client) -> None:
    path = made(people.staff())
    give_back(amelia, Payment.get().intent_id)
    (event,) = events(people, path)
    assert (event["STATUS"], event["SUMMARY"]) == ("TENTATIVE", f"Consultation, HPM-{amelia.project} (refunded)")
    cancelled = people.staff().post(f"/api/admin/projects/{amelia.project}/cancel")
    assert cancelled.status_code == 200, cancelled.get_json()
    assert events(people, path) == []


def test_a_time_is_told_once_it_is_paid_for(people: People, watch: Watch) -> None:
    path, ann = made(people.staff()), Onboarder(people.house)
    ann.take(ann.times()[4]["id"])
    assert events(people, path) == []
    ann.pay()
    assert [event["SUMMARY"] for event in events(people, path)] == [f"Consultation, HPM-{ann.project}"]


def test_consultations_are_told_of_until_two_months_after(people: People, amelia: Client, watch: Watch) -> None:
    path, start = made(people.staff()), Project.get().appointment_date
    for days, shown in ((60, 1), (61, 0)):
        watch.now = start + timedelta(days=days)
        assert len(events(people, path)) == shown
    watch.now = start - timedelta(days=365)
    assert len(events(people, path)) == 1
    watch.now = start - timedelta(days=366)
    assert events(people, path) == []


def test_closures_and_blocked_times_are_shown_where_that_is_chosen_and_never_why(people: People, watch: Watch) -> None:
    staff = people.staff()
    path = made(staff)
    day = (clock.in_sydney(watch.now) + timedelta(days=20)).date()
    closure = {"starts": f"{day}T09:00", "ends": f"{day}T12:30", "reason": "Site visit with Amelia Hart"}
    assert staff.post("/api/admin/closures", {**closure, "saves": True}).status_code == 200
    free = Slot.select().where(~Slot.is_booked, ~Slot.blocked).order_by(Slot.date.desc()).first()
    out = staff.browser.patch(f"/api/admin/times/{free.id}", json={"offered": False, "saves": True})
    assert out.status_code == 200
    assert events(people, path) == []
    assert staff.browser.patch(PATH, json={"showsNames": True, "showsBlocked": True}).status_code == 200
    closed, blocked = events(people, path)
    assert closed.decoded("DTEND") - closed.decoded("DTSTART") == timedelta(hours=3, minutes=30)
    assert (blocked.decoded("DTSTART"), blocked.decoded("DTEND")) == (free.date, free.ends)
    assert {event["SUMMARY"] for event in (closed, blocked)} == {"No consultations"}
    assert named(everything_in(people, path)) == set()


def test_a_calendar_asks_without_a_cookie_and_is_told_when_nothing_has_changed(people: People, amelia: Client) -> None:
    path = made(people.staff())
    first = fetched(people, path)
    assert first.mimetype == "text/calendar"
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert first.headers["X-Robots-Tag"] == "noindex"
    assert "Set-Cookie" not in first.headers
    tag = first.headers["ETag"]
    again = people.visitor().get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.get_data(), again.headers["ETag"]) == (304, b"", tag)
    assert people.visitor().browser.head(path).status_code == 200
    assert amelia.move(amelia.free()[30]).status_code == 200
    changed = people.visitor().get(path, headers={"If-None-Match": tag})
    assert changed.status_code == 200 and changed.headers["ETag"] != tag


def test_no_address_that_does_not_work_tells_why(people: People, amelia: Client, watch: Watch) -> None:
    """Wrong, replaced, ended, of somebody who left or has another password: one answer for all."""
    olivia = people.staff("olivia", Role.OWNER)
    replaced = made(olivia)
    ended = made(olivia)
    assert olivia.browser.delete(PATH).status_code == 200
    gone = ["/api/calendar/nobodys.ics", f"/api/calendar/{'a' * 43}.ics", replaced, ended]
    for name in ("left", "reset", "changed"):
        add_staff(name, "Some Body", Role.STAFF, PASSWORD)
    left, reset, changed = (people.staff(name) for name in ("left", "reset", "changed"))
    paths = [made(staff) for staff in (left, reset, changed)]
    assert [fetched(people, path).status_code for path in paths] == [200] * 3
    remove_staff("left")
    reset_staff("reset", "another phrase altogether")
    new = {"newPassword": "quite another phrase", "confirmPassword": "quite another phrase"}
    assert changed.post("/api/admin/password", {"currentPassword": PASSWORD, **new}).status_code == 200
    answers = [fetched(people, path) for path in (*gone, *paths)]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.get_data() for answer in answers}) == 1
    told = [{key: value for key, value in answer.headers if key != "X-Request-Id"} for answer in answers]
    assert all(each == told[0] for each in told)
    assert people.visitor().browser.head(ended).status_code == 404


def test_the_page_says_how_ones_own_address_stands(people: People, watch: Watch) -> None:
    staff = people.staff()

    def shown() -> dict[str, Any]:
        return dict(staff.get(PATH).get_json())

    nothing = {"state": "none", "madeAt": None, "usedAt": None, "showsNames": False, "showsBlocked": False}
    assert shown() == nothing
    assert staff.browser.patch(PATH, json={"showsNames": True}).status_code == 404
    path, since = made(staff, showsNames=True), watch.now
    assert shown() == {**nothing, "state": "works", "madeAt": clock_text(since), "showsNames": True}
    fetched(people, path)
    assert shown()["usedAt"] == clock_text(since)
    watch.now = since + timedelta(minutes=9)
    fetched(people, path)
    assert shown()["usedAt"] == clock_text(since)
    watch.now = since + timedelta(minutes=10)
    fetched(people, path)
    assert shown()["usedAt"] == clock_text(watch.now)
    # Nothing of the secret part is kept, and nothing that is shown tells of it.
    token = path.rpartition("/")[2].removesuffix(".ics")
    assert len(token) >= 43
    assert token not in str(CalendarAddress.get().__data__) + str(shown())
    new = {"newPassword": "quite another phrase", "confirmPassword": "quite another phrase"}
    assert staff.post("/api/admin/password", {"currentPassword": PASSWORD, **new}).status_code == 200
    assert staff.post("/api/admin/login", {"username": "helena", "password": "quite another phrase"}).status_code == 200
    assert shown()["state"] == "over"
    assert staff.browser.patch(PATH, json={"showsNames": False}).status_code == 404
    assert fetched(people, made(staff)).status_code == 200
    assert shown()["state"] == "works"


def clock_text(moment: Any) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%S}" + (f".{moment:%f}" if moment.microsecond else "") + "Z"


def test_everybody_has_their_own(people: People, amelia: Client) -> None:
    helena, olivia = people.staff(), people.staff("olivia", Role.OWNER)
    first, second = made(helena, showsNames=True), made(olivia)
    assert [events(people, path)[0]["SUMMARY"][:6] for path in (first, second)] == ["Amelia", "Consul"]
    assert helena.browser.delete(PATH).status_code == 200
    assert helena.browser.delete(PATH).status_code == 200
    assert [fetched(people, path).status_code for path in (first, second)] == [404, 200]
    assert olivia.get(PATH).get_json()["state"] == "works"


def test_each_act_leaves_its_line_and_a_repetition_none(people: People, watch: Watch) -> None:
    staff = people.staff()
    path = made(staff)
    for names in (True, True):
        staff.browser.patch(PATH, json={"showsNames": names})
    fetched(people, path)
    for _ in range(2):
        staff.browser.delete(PATH)
    lines = AuditLine.select().where(AuditLine.action.contains("calendar-address")).order_by(AuditLine.id)
    me = Admin.get().get_id()
    assert [(line.actor, line.action, line.subject, line.detail) for line in lines] == [
        ("helena", "make-calendar-address", me, "without clients' names, without blocked times"),
        ("helena", "change-calendar-address", me, "with clients' names, without blocked times"),
        ("helena", "end-calendar-address", me, ""),
    ]


def test_guessing_is_limited_and_keeps_nobody_from_their_own(people: People, watch: Watch) -> None:
    path = made(people.staff())
    wrong = [fetched(people, f"/api/calendar/{number:043}.ics") for number in range(61)]
    assert [answer.status_code for answer in wrong] == [404] * 60 + [429]
    assert int(wrong[-1].headers["Retry-After"]) > 0
    assert fetched(people, path).status_code == 200


def test_asking_again_makes_no_page_of_staff_ask_again(people: People, watch: Watch) -> None:
    path = made(people.staff())
    before = changes.version
    fetched(people, path)
    assert CalendarAddress.get().used_at == watch.now and changes.version == before


def test_the_log_tells_no_address(people: People, amelia: Client, caplog: pytest.LogCaptureFixture) -> None:
    server.keep_log()
    caplog.set_level(logging.DEBUG)
    path = made(people.staff())
    fetched(people, path)
    people.staff().browser.delete(PATH)
    fetched(people, path)
    assert "/api/calendar/<token>.ics 200" in caplog.text and "/api/calendar/<token>.ics 404" in caplog.text
    assert path.rpartition("/")[2].removesuffix(".ics") not in caplog.text


def test_an_erased_clients_appointment_is_gone(people: People, amelia: Client) -> None:
    path = made(people.staff(), showsNames=True)
    Project.update(erased_at=clock.now()).execute()
    assert events(people, path) == []

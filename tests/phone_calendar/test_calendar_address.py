"""The private address at which a staff member's own calendar fetches the consultations: who opens it, until when."""

import logging
import re
from datetime import timedelta
from typing import Any

import pytest

from app import server
from app.accounts.models import Admin
from app.accounts.rules import Role
from app.accounts.staff import add_staff, remove_staff, reset_staff
from app.audit.models import AuditLine
from app.changes import changes
from app.pages.facts import robots
from app.phone_calendar.models import CalendarAddress
from tests.consultations.scheduled import Client
from tests.people import PASSWORD, People
from tests.phone_calendar.calendar_fetching import PATH, events, fetched, made
from tests.watch import Watch


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


def test_robots_may_fetch_what_their_users_want_and_nothing_else_of_the_api(people: People) -> None:
    """Google's calendar asks robots.txt first; the longest rule that fits an address decides (RFC 9309, 2.2.2)."""
    told = re.findall(r"(Allow|Disallow): (\S+)", robots())

    def may(path: str) -> bool:
        return max((len(start), kind) for kind, start in told if path.startswith(start))[1] == "Allow"

    assert may(made(people.staff())) and not may("/api/admin/calendar-address") and not may("/api/health")

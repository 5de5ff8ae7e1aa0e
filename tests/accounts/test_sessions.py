"""Sessions: an unguessable cookie, new at sign-in, dead at sign-out, at a password change and in time."""

import threading
from collections.abc import Callable
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any

import pytest
from werkzeug.test import TestResponse

from app import clock, config, db
from app.accounts import session_rows, sessions
from app.accounts.cookies import BROWSER, COOKIE, HINT, ServerSession, TableSessions, cookie_name
from app.accounts.models import Client
from app.accounts.rules import SESSION_LASTS, Role, digest
from app.accounts.session_rows import SessionRow
from app.accounts.staff import add_staff
from app.factory import House, create_app
from tests.people import PASSWORD, PERSONAL, People, Person


def cookie_of(answer: TestResponse) -> Any:
    """The session cookie that an answer sets."""
    return SimpleCookie(answer.headers["Set-Cookie"])[COOKIE]


def key_of(person: Person) -> str:
    """The value of somebody's session cookie."""
    kept = person.browser.get_cookie(COOKIE)
    assert kept is not None
    return kept.value


def replaying(people: People, key: str) -> Person:
    """Another browser with a copied cookie."""
    thief = people.visitor()
    thief.browser.set_cookie(COOKIE, key)
    return thief


def test_a_visitor_gets_a_cookie_with_the_first_thing_worth_keeping(people: People) -> None:
    visitor = people.visitor()
    assert "Set-Cookie" not in visitor.get("/api/bookings/current").headers
    assert visitor.get("/api/health").headers.get("Set-Cookie") is None
    assert SessionRow.select().count() == 0
    assert "Set-Cookie" in visitor.post("/api/bookings", PERSONAL).headers
    assert SessionRow.select().count() == 1


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(people: People) -> None:
    cookie = cookie_of(people.visitor().post("/api/bookings", PERSONAL))
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"
    assert cookie["path"] == "/"
    assert cookie["domain"] == ""
    assert cookie["secure"] == ""
    assert len(cookie.value) >= 43  # 256 bits
    assert int(cookie["max-age"]) == SESSION_LASTS["visitor"].total_seconds()


@pytest.mark.parametrize(("address", "prefix"), [("https://helios.example", "__Host-"), ("http://localhost:8000", "")])
def test_behind_tls_no_cookie_travels_in_the_clear_or_comes_from_a_neighbour(
    folder: Any, address: str, prefix: str
) -> None:
    """Browsers take a cookie with this prefix from its very host alone: no other name of the domain can plant one."""
    made = create_app(config.build(folder, "serve", {"server": {"address": address}}), bundle=False)
    add_staff("helena", "Helena Marsh", Role.OWNER, PASSWORD)
    browser = made.flask.test_client()
    told = {"username": "helena", "password": PASSWORD}
    answer = browser.post("/api/admin/login", json=told, base_url=address)
    assert answer.status_code == 200
    set_cookies = [SimpleCookie(header) for header in answer.headers.getlist("Set-Cookie")]
    cookies = {name: morsel for cookie in set_cookies for name, morsel in cookie.items()}
    assert set(cookies) == {prefix + name for name in (COOKIE, HINT, BROWSER)}
    for name, cookie in cookies.items():
        assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True if prefix else "", "/", "")
        assert cookie["httponly"] == ("" if name.endswith(HINT) else True)
    assert browser.get("/api/admin/dashboard", base_url=address).status_code == 200
    browser.post("/api/admin/logout", base_url=address)
    assert browser.get_cookie(prefix + HINT, domain=address.split("//")[1].split(":")[0]) is None


def test_behind_tls_the_name_that_a_neighbour_can_plant_is_no_session(folder: Any) -> None:
    address = "https://helios.example"
    made = create_app(config.build(folder, "serve", {"server": {"address": address}}), bundle=False)
    add_staff("helena", "Helena Marsh", Role.OWNER, PASSWORD)
    browser, other = made.flask.test_client(), made.flask.test_client()
    browser.post("/api/admin/login", json={"username": "helena", "password": PASSWORD}, base_url=address)
    kept = browser.get_cookie(cookie_name(COOKIE, secure=True), domain="helios.example")
    assert kept is not None
    other.set_cookie(COOKIE, kept.value, domain="helios.example")
    assert other.get("/api/admin/dashboard", base_url=address).status_code == 401


def test_the_table_holds_no_value_that_signs_anybody_in(people: People) -> None:
    client = people.client()
    key = key_of(client)
    dump = "\n".join(str(row) for row in db.database.execute_sql("SELECT * FROM sessions").fetchall())
    assert key not in dump
    assert digest(key) in dump
    assert replaying(people, digest(key)).get("/api/client/profile").status_code == 401


def test_two_browsers_never_share_a_value(people: People) -> None:
    keys = set()
    for _ in range(20):
        visitor = people.visitor()
        visitor.post("/api/bookings", PERSONAL)
        keys.add(key_of(visitor))
    assert len(keys) == 20


STRANGE_VALUES = ["", "x", "' OR 1=1 --", "a" * 65, "a" * 4000, "%00", "é"]


@pytest.mark.parametrize("value", STRANGE_VALUES)
def test_a_cookie_that_nobody_made_is_no_session(people: People, value: str) -> None:
    people.client()
    assert replaying(people, value).get("/api/client/profile").status_code == 401


def test_a_planted_value_is_not_taken_over(people: People) -> None:
    planted = "planted-by-somebody-else"
    victim = replaying(people, planted)
    victim.post("/api/bookings", PERSONAL)
    assert key_of(victim) != planted


def sign_in(person: Person, email: str = "amelia@example.com", password: str = PASSWORD) -> int:
    return person.post("/api/client/login", {"email": email, "password": password}).status_code


@pytest.mark.spec("L-03")
def test_signing_in_makes_a_new_value_and_kills_the_old_one(people: People) -> None:
    people.client()
    attacker = people.visitor()
    attacker.post("/api/bookings", PERSONAL)
    planted = key_of(attacker)
    victim = replaying(people, planted)
    assert sign_in(victim) == 200
    assert key_of(victim) != planted
    assert victim.get("/api/client/profile").status_code == 200
    assert attacker.get("/api/client/profile").status_code == 401
    assert attacker.get("/api/bookings/current").get_json() == {"booking": None}


def test_staff_sign_in_makes_a_new_value_too(people: People) -> None:
    people.staff()
    visitor = people.visitor()
    visitor.post("/api/bookings", PERSONAL)
    before = key_of(visitor)
    assert visitor.post("/api/admin/login", {"username": "helena", "password": PASSWORD}).status_code == 200
    assert replaying(people, before).get("/api/bookings/current").get_json() == {"booking": None}
    assert replaying(people, key_of(visitor)).get("/api/admin/dashboard").status_code == 200


def test_signing_in_as_somebody_else_leaves_nothing_of_the_first(people: People) -> None:
    client = people.client()
    people.staff()
    before = key_of(client)
    client.post("/api/admin/login", {"username": "helena", "password": PASSWORD})
    assert client.get("/api/user").get_json()["kind"] == "staff"
    assert client.get("/api/client/projects").status_code == 403
    assert replaying(people, before).get("/api/user").status_code == 401


@pytest.mark.spec("L-03")
def test_after_signing_out_the_cookie_is_worth_nothing(people: People) -> None:
    for person, out, path in (
        (people.client(), "/api/client/logout", "/api/client/profile"),
        (people.staff(), "/api/admin/logout", "/api/admin/dashboard"),
    ):
        key = key_of(person)
        assert person.get(path).status_code == 200
        answer = person.post(out)
        assert cookie_of(answer)["max-age"] == "0"
        assert person.get(path).status_code == 401
        assert replaying(people, key).get(path).status_code == 401


def test_signing_out_twice_or_as_nobody_is_fine(people: People) -> None:
    client = people.client()
    assert [client.post("/api/client/logout").status_code for _ in range(2)] == [200, 200]
    assert people.visitor().post("/api/client/logout").status_code == 200


def test_signing_out_of_the_other_area_leaves_the_session_alone(people: People) -> None:
    client, staff = people.client(), people.staff()
    assert client.post("/api/admin/logout").status_code == staff.post("/api/client/logout").status_code == 200
    assert client.get("/api/client/profile").status_code == staff.get("/api/admin/dashboard").status_code == 200


def change(person: Person, current: str, new: str) -> TestResponse:
    body = {"currentPassword": current, "newPassword": new, "confirmPassword": new}
    return person.post("/api/client/reset-password", body)


@pytest.mark.spec("L-03")
def test_a_password_change_ends_every_session_but_the_one_that_made_it(people: People) -> None:
    here, there = people.client(), people.visitor()
    assert sign_in(there) == 200
    keys = [key_of(here), key_of(there)]
    assert change(here, PASSWORD, "quite another phrase").status_code == 200
    assert here.get("/api/client/profile").status_code == 200
    assert there.get("/api/client/profile").status_code == 401
    for key in keys:
        assert replaying(people, key).get("/api/client/profile").status_code == 401
    assert key_of(here) not in keys


def test_a_password_change_leaves_other_peoples_sessions_alone(people: People) -> None:
    amelia, bruno = people.client("amelia@example.com"), people.client("bruno@example.com")
    assert change(amelia, PASSWORD, "quite another phrase").status_code == 200
    assert bruno.get("/api/client/profile").status_code == 200


def test_a_sign_in_with_the_old_password_that_finishes_after_the_change_is_dead(
    people: People, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    amelia, late = people.client(), people.visitor()
    real = sessions.sign_in

    def change_first(session: Any, who: Any) -> None:
        monkeypatch.setattr("app.accounts.sessions.sign_in", real)
        assert change(amelia, PASSWORD, "quite another phrase").status_code == 200
        real(session, who)

    monkeypatch.setattr("app.accounts.sessions.sign_in", change_first)
    sign_in(late)
    assert late.get("/api/client/profile").status_code == 401
    assert amelia.get("/api/client/profile").status_code == 200


def test_an_account_that_is_gone_is_signed_out(people: People) -> None:
    staff = people.staff()
    with db.write():
        db.database.execute_sql("DELETE FROM admins")
    assert staff.get("/api/admin/dashboard").status_code == 401


@pytest.mark.parametrize(("kind", "path"), [("client", "/api/client/profile"), ("staff", "/api/admin/dashboard")])
def test_a_session_ends_in_time(people: People, kind: str, path: str) -> None:
    make: Callable[[], Person] = getattr(people, kind)
    person, start = make(), clock.now()
    with clock.reading(lambda: start + SESSION_LASTS[kind] - timedelta(minutes=1)):
        assert person.get(path).status_code == 200
    with clock.reading(lambda: start + SESSION_LASTS[kind] + timedelta(minutes=1)):
        assert person.get(path).status_code == 401


def test_the_sweep_deletes_what_has_expired_and_nothing_else(people: People) -> None:
    people.staff()
    people.client()
    before, start = SessionRow.select().count(), clock.now()
    with clock.reading(lambda: start + timedelta(hours=13)):
        assert session_rows.sweep() == 1
    assert SessionRow.select().count() == before - 1
    assert SessionRow.select().where(SessionRow.subject.startswith("staff")).count() == 0


def test_the_house_sweeps_by_itself(house: House) -> None:
    assert house.jobs.run("retention") == 0


def test_a_save_that_comes_late_cannot_bring_an_ended_session_back(people: People, house: House) -> None:
    client = people.client()
    key = key_of(client)
    store = TableSessions(secure=False)
    with house.flask.test_request_context(headers={"Cookie": f"{COOKIE}={key}"}) as context:
        slow = store.open_session(house.flask, context.request)
        assert slow["_user_id"] == Client.get().get_id()
        client.post("/api/client/logout")
        slow["note"] = "written after the end"
        store.save_session(house.flask, slow, house.flask.response_class())
    assert SessionRow.get_or_none(SessionRow.sid == digest(key)) is None
    assert replaying(people, key).get("/api/client/profile").status_code == 401


def test_ending_and_saving_at_the_same_time_leaves_the_session_dead(people: People, house: House) -> None:
    store = TableSessions(secure=False)
    for number in range(20):
        key = f"key-{number}"
        with db.write():
            SessionRow.create(sid=digest(key), sess={}, expire=clock.now() + timedelta(days=1))
        ready = threading.Barrier(2)

        def save(key: str = key, ready: threading.Barrier = ready) -> None:
            session = ServerSession({"n": 1}, key)
            session["n"] = 2
            ready.wait()
            with house.flask.test_request_context():
                store.save_session(house.flask, session, house.flask.response_class())
            db.database.close()

        racer = threading.Thread(target=save)
        racer.start()
        ready.wait()
        session_rows.end(key)
        racer.join()
        assert SessionRow.get_or_none(SessionRow.sid == digest(key)) is None


def test_the_hint_for_scripts_comes_and_goes_with_the_sign_in_and_proves_nothing(people: People) -> None:
    person, thief = people.client(), people.visitor()
    assert person.browser.get_cookie(HINT) is not None
    thief.browser.set_cookie(HINT, "1")
    assert thief.get("/api/client/profile").status_code == 401
    assert thief.browser.get_cookie(HINT) is None
    person.post("/api/client/logout")
    assert person.browser.get_cookie(HINT) is None

"""Sign-ins, failures, sign-outs and passwords of clients and staff leave lines, and no network address."""

from typing import Any

import pytest

from app import db
from app.accounts.models import Client
from app.accounts.session_rows import SessionRow
from app.audit.models import AuditLine
from tests.audit_breaking import fail_when_written, repair
from tests.people import PASSWORD, People, Person

NEW = "quite another phrase"
# kind -> where to sign in, under which field and name, sign out, change the password, and the account's subject
DOORS = {
    "client": ("/api/client/login", "email", "amelia@example.com", "/api/client/logout", "/api/client/reset-password"),
    "staff": ("/api/admin/login", "username", "helena", "/api/admin/logout", "/api/admin/password"),
}
ACTORS = {"client": "1", "staff": "helena"}


@pytest.fixture(params=["client", "staff"])
def kind(request: pytest.FixtureRequest, people: People) -> str:
    """An account of each kind, and the lines begin after it was made."""
    made: str = request.param
    people.client() if made == "client" else people.staff()
    return made


def sign_in(person: Person, kind: str, password: str = PASSWORD, name: str | None = None) -> Any:
    path, field, own, *_ = DOORS[kind]
    return person.post(path, {field: name or own, "password": password})


def lines(since: int) -> list[tuple[str, str, str, str]]:
    """The lines after the first `since`."""
    rows = AuditLine.select().order_by(AuditLine.id).offset(since)
    return [(line.actor_kind, line.actor, line.action, line.subject) for line in rows]


def count() -> int:
    return int(AuditLine.select().count())


def test_a_story_of_signing_in_and_out(people: People, kind: str) -> None:
    person, since = people.visitor(), count()
    assert sign_in(person, kind, "a wrong one").status_code == 401
    assert sign_in(person, kind, name="nobody@example.com").status_code == 401
    assert sign_in(person, kind).status_code == 200
    change = DOORS[kind][4]
    told = {"newPassword": NEW, "confirmPassword": NEW}
    assert person.post(change, {**told, "currentPassword": "a wrong one"}).status_code == 403
    assert person.post(change, {**told, "currentPassword": PASSWORD}).status_code == 200
    assert person.post(DOORS[kind][3]).status_code == 200
    assert person.post(DOORS[kind][3]).status_code == 200
    mine, actor = f"{kind}:1", ACTORS[kind]
    assert lines(since) == [
        ("visitor", "", "sign-in-failed", mine),
        ("visitor", "", "sign-in-failed", ""),
        (kind, actor, "sign-in", mine),
        (kind, actor, "password-refused", mine),
        (kind, actor, "password-changed", mine),
        (kind, actor, "sign-out", mine),
    ]


def test_no_line_holds_an_address_a_password_or_what_a_stranger_typed(people: People, kind: str) -> None:
    person = people.visitor()
    person.browser.environ_base["REMOTE_ADDR"] = "203.0.113.77"
    sign_in(person, kind, "canary-password")
    sign_in(person, kind, name="canary@example.com")
    sign_in(person, kind)
    text = str(db.database.execute_sql("SELECT * FROM audit_log").fetchall())
    for canary in ("203.0.113", "canary", PASSWORD):
        assert canary not in text


def test_a_sign_in_that_cannot_be_written_down_does_not_happen(people: People, kind: str) -> None:
    person = people.visitor()
    sessions, since = SessionRow.select().count(), count()
    fail_when_written("audit_log")
    assert sign_in(person, kind).status_code == 500
    assert person.get("/api/user").status_code == 401
    assert (SessionRow.select().count(), count()) == (sessions, since)


def test_a_sign_in_whose_session_is_not_kept_leaves_no_line(people: People, kind: str) -> None:
    since = count()
    fail_when_written("sessions")
    assert sign_in(people.visitor(), kind).status_code == 500
    assert lines(since) == []


@pytest.mark.parametrize("act", ["sign-out", "password-changed"])
def test_what_cannot_be_written_down_is_not_done(people: People, kind: str, act: str) -> None:
    person = people.visitor()
    sign_in(person, kind)
    fail_when_written("audit_log")
    body = {"currentPassword": PASSWORD, "newPassword": NEW, "confirmPassword": NEW}
    path = DOORS[kind][3] if act == "sign-out" else DOORS[kind][4]
    assert person.post(path, body).status_code == 500
    repair()
    assert person.get("/api/user").status_code == 200
    assert sign_in(people.visitor(), kind).status_code == 200


def test_a_new_sign_in_that_cannot_be_written_down_is_not_given(people: People) -> None:
    person, staff = people.client(), people.staff()
    before = Client.get().password_hash
    fail_when_written("audit_log")
    assert staff.post("/api/admin/clients/1/sign-in").status_code == 500
    assert Client.get().password_hash == before
    assert person.get("/api/client/profile").status_code == 200

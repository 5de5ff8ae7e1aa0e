"""Sign-in: one answer for every failure, a throttle per account, temporary passwords and their change."""

import logging
import re
import statistics
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from argon2 import PasswordHasher
from zxcvbn.frequency_lists import FREQUENCY_LISTS

from app import clock, db
from app.accounts import credentials, passwords
from app.accounts.models import Client
from app.accounts.rules import TEMPORARY_PASSWORD_LASTS, password_problems, temporary_password
from app.errors import AppError
from app.limits import limiter
from tests.people import PASSWORD, PERSONAL, People, Person

AMELIA = "amelia@example.com"
NEW = "quite another phrase"


def sign_in(person: Person, email: str = AMELIA, password: str = PASSWORD) -> Any:
    return person.post("/api/client/login", {"email": email, "password": password})


@pytest.fixture
def newcomer(people: People) -> tuple[Person, str]:
    """A client who has just booked, and the temporary password of the letter."""
    people.visitor().book()
    temporary = temporary_password()
    with db.write():
        Client.update(password_hash=passwords.hash_password(temporary)).execute()
    return people.visitor(), temporary


@pytest.mark.spec("L-03", "X-01")
def test_a_client_signs_in_and_reads_their_profile(people: People) -> None:
    people.client()
    person = people.visitor()
    profile = {
        "name": "Amelia Hart",
        "email": AMELIA,
        "phone": PERSONAL["phone"],
        "profileImageUrl": None,
        "passwordChangeRequired": False,
    }
    assert sign_in(person).get_json() == profile
    assert person.get("/api/client/profile").get_json() == profile
    assert person.get("/api/user").get_json() == {"kind": "client", "name": "Amelia Hart", "email": AMELIA}


@pytest.mark.parametrize("typed", ["AMELIA@Example.com", "  amelia@example.com ", "amelia@example.com\u200b"[:-1]])
def test_an_address_is_the_same_in_any_case(people: People, typed: str) -> None:
    people.client()
    assert sign_in(people.visitor(), typed).status_code == 200


@pytest.mark.spec("L-01")
def test_both_fields_are_required(people: People) -> None:
    answer = people.visitor().post("/api/client/login", {})
    assert answer.status_code == 422
    assert answer.get_json()["fields"] == {"email": "Required", "password": "Required"}
    answer = people.visitor().post("/api/admin/login", {"username": "helena", "password": ""})
    assert answer.get_json()["fields"] == {"password": "Required"}


@pytest.fixture
def hashing(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every hash that a password is checked against."""
    seen: list[str] = []

    class Counting:
        real = passwords.hasher

        def verify(self, stored: str, password: str) -> bool:
            seen.append(stored)
            return self.real.verify(stored, password)

        def hash(self, password: str) -> str:
            return self.real.hash(password)

    monkeypatch.setattr(passwords, "hasher", Counting())
    yield seen


FAILURES = [
    ("/api/client/login", {"email": AMELIA, "password": "a wrong password"}),
    ("/api/client/login", {"email": "nobody@example.com", "password": "a wrong password"}),
    ("/api/client/login", {"email": "without-password@example.com", "password": "a wrong password"}),
    ("/api/client/login", {"email": "late@example.com", "password": PASSWORD}),
]
STAFF_FAILURES = [
    ("/api/admin/login", {"username": "helena", "password": "a wrong password"}),
    ("/api/admin/login", {"username": "nobody", "password": "a wrong password"}),
]


@pytest.mark.parametrize("failures", [FAILURES, STAFF_FAILURES], ids=["clients", "staff"])
def test_an_unknown_name_and_a_wrong_password_are_told_alike_and_cost_alike(
    people: People, hashing: list[str], failures: list[tuple[str, dict[str, str]]]
) -> None:
    people.staff()
    for email in (AMELIA, "without-password@example.com", "late@example.com"):
        people.client(email)
    with db.write():
        Client.update(password_hash=None).where(Client.email.startswith("without")).execute()
        Client.update(
            password_change_required=True, temporary_password_expires=clock.now() - timedelta(seconds=1)
        ).where(Client.email == "late@example.com").execute()
    answers, efforts = set(), set()
    for path, body in failures:
        counts = []
        for _ in range(3):
            hashing.clear()
            answer = people.visitor().post(path, body)
            counts.append(len(hashing))
            answers.add((answer.status_code, answer.get_data(as_text=True), answer.headers.get("Set-Cookie")))
        efforts.add(statistics.median(counts))
    assert len(answers) == 1
    assert answers.pop()[0] == 401
    assert efforts == {1}


def test_nobodys_hash_costs_what_a_real_one_costs(monkeypatch: pytest.MonkeyPatch, hashing: list[str]) -> None:
    costly = PasswordHasher(time_cost=passwords.ROUNDS, memory_cost=passwords.MEMORY_KIB, parallelism=1)
    monkeypatch.setattr(passwords.hasher, "real", costly)
    made = passwords.hash_password("x")
    for stored in (None, made):
        passwords.verify(stored, "y")
    assert [checked.rsplit("$", 2)[0] for checked in hashing] == ["$argon2id$v=19$m=19456,t=2,p=1"] * 2


def guess(person: Person, times: int, email: str = AMELIA) -> list[int]:
    return [sign_in(person, email, f"guess {n}").status_code for n in range(times)]


def test_ten_wrong_guesses_a_quarter_of_an_hour_are_all_an_account_takes(people: People) -> None:
    people.client()
    limiter.reset()
    # From as many browsers as one likes, in any spelling of the address.
    statuses = [sign_in(people.visitor(), [AMELIA, AMELIA.upper(), f" {AMELIA}"][n % 3], "guess") for n in range(12)]
    assert [answer.status_code for answer in statuses] == [401] * 10 + [429] * 2
    refused = statuses[-1]
    wait = int(refused.headers["Retry-After"])
    assert 0 < wait <= 901
    minutes = -(-wait // 60)
    assert refused.get_json() == {
        "message": f"Too many attempts. Please try again in {minutes} minutes.",
        "fields": {},
    }
    # Even the right password waits, and another account does not.
    assert sign_in(people.visitor()).status_code == 429
    assert sign_in(people.visitor(), "other@example.com", "guess").status_code == 401


@pytest.mark.parametrize(
    ("seconds", "words"), [(1, "1 second"), (59, "59 seconds"), (60, "1 minute"), (61, "2 minutes")]
)
def test_the_wait_is_told_in_words(people: People, monkeypatch: pytest.MonkeyPatch, seconds: int, words: str) -> None:
    people.client()
    guess(people.visitor(), 10)
    monkeypatch.setattr("app.limits.Count.wait", lambda _: seconds)
    refused = sign_in(people.visitor())
    assert refused.get_json()["message"] == f"Too many attempts. Please try again in {words}."
    assert refused.headers["Retry-After"] == str(seconds)


def test_no_account_stays_locked(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    people.client()
    guess(people.visitor(), 12)
    assert sign_in(people.visitor()).status_code == 429
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 15 * 60 + 1)
    assert sign_in(people.visitor()).status_code == 200


def test_a_right_password_is_never_counted(people: People) -> None:
    people.client()
    assert [sign_in(people.visitor()).status_code for _ in range(15)] == [200] * 15
    assert guess(people.visitor(), 9) == [401] * 9
    assert sign_in(people.visitor()).status_code == 200


def test_a_thousand_guesses_try_ten_passwords(people: People, hashing: list[str]) -> None:
    people.client()
    limiter.reset()
    hashing.clear()
    person = people.visitor()
    for n in range(1000):
        sign_in(person, AMELIA, f"guess {n}")
    assert len(hashing) <= 10


def test_one_address_cannot_try_one_password_on_every_account(people: People, hashing: list[str]) -> None:
    person = people.visitor()
    statuses = [sign_in(person, f"client-{n}@example.com", "a common one").status_code for n in range(70)]
    assert statuses == [401] * 60 + [429] * 10


def test_staff_accounts_are_throttled_too(people: People) -> None:
    people.staff()
    body = {"username": "helena", "password": "guess"}
    statuses = [people.visitor().post("/api/admin/login", body).status_code for _ in range(12)]
    assert statuses == [401] * 10 + [429] * 2


def test_a_throttled_name_is_not_written_down(people: People, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        logging.getLogger("flask-limiter").setLevel(logging.WARNING)  # as server.run does
        guess(people.visitor(), 12, "canary@example.com")
    assert "canary" not in caplog.text


MALFORMED = [
    b"{",
    b"[" * 60_000,
    b" " * 70_000,
    b'{"email": {"a": 1}}',
    b'{"email": 1, "password": 2}',
    b'"text"',
    b"\xff",
]


@pytest.mark.parametrize("body", MALFORMED)
@pytest.mark.parametrize("path", ["/api/client/login", "/api/admin/login"])
def test_nonsense_is_refused_and_not_counted(people: People, path: str, body: bytes) -> None:
    person = people.visitor()
    for _ in range(12):
        answer = person.browser.post(path, data=body, content_type="application/json")
        assert answer.status_code in (400, 413, 422)
        assert set(answer.get_json()) == {"message", "fields"}


def test_a_temporary_password_signs_in_for_seven_days(newcomer: tuple[Person, str]) -> None:
    person, temporary = newcomer
    given = clock.now()
    assert timedelta(days=7) == TEMPORARY_PASSWORD_LASTS
    with clock.reading(lambda: given + timedelta(days=7, minutes=1)):
        late = sign_in(person, password=temporary)
    assert (late.status_code, late.get_json()["message"]) == (401, "Invalid email or password.")
    with clock.reading(lambda: given + timedelta(days=6, hours=23)):
        assert sign_in(person, password=temporary).get_json()["passwordChangeRequired"] is True


@pytest.mark.spec("L-02")
def test_nothing_of_the_portal_answers_before_the_temporary_password_is_changed(
    newcomer: tuple[Person, str],
) -> None:
    person, temporary = newcomer
    sign_in(person, password=temporary)
    calls = [
        re.sub("<int:[a-z_]+>", "1", rule.rule)
        for rule in person.house.flask.url_map.iter_rules()
        if rule.rule.startswith("/api/client/") and "GET" in (rule.methods or ()) and "profile" not in rule.rule
    ]
    assert {f"/api/client/{name}" for name in ("projects", "documents", "appointments", "steps")} <= set(calls)
    for path in calls:
        refused = person.get(path)
        assert (path, refused.status_code) == (path, 403)
        assert refused.get_json()["message"] == "Please choose a new password first."
    assert change(person, temporary, NEW).status_code == 200
    for path in calls:
        with person.get(path) as answer:
            assert answer.status_code in (200, 404)
    assert person.get("/api/client/profile").get_json()["passwordChangeRequired"] is False


def change(person: Person, current: str, new: str, confirm: str | None = None) -> Any:
    body = {"currentPassword": current, "newPassword": new, "confirmPassword": new if confirm is None else confirm}
    return person.post("/api/client/reset-password", body)


def test_a_used_temporary_password_is_worth_nothing(newcomer: tuple[Person, str], people: People) -> None:
    person, temporary = newcomer
    sign_in(person, password=temporary)
    change(person, temporary, NEW)
    assert sign_in(people.visitor(), password=temporary).status_code == 401
    assert sign_in(people.visitor(), password=NEW).status_code == 200
    long_after = clock.now() + timedelta(days=400)
    with clock.reading(lambda: long_after):
        assert sign_in(people.visitor(), password=NEW).status_code == 200


def test_a_wrong_current_password_changes_nothing(people: People) -> None:
    client = people.client()
    refused = change(client, "not my password", NEW)
    said = "Failed to update password. Please check your current password and try again."
    assert (refused.status_code, refused.get_json()) == (403, {"message": said, "fields": {"currentPassword": said}})
    assert sign_in(people.visitor()).status_code == 200


TEMPORARY = "AbCd-EfGh-JkMn"
SHORT, LONG = "Password must be at least 8 characters", "Password must be at most 200 characters"
SAME, COMMON = "Please choose a password that differs from the temporary one", "This password is too common."
# current, new, confirm -> how each field's text begins
RULES: list[tuple[tuple[str, str, str], dict[str, str]]] = [
    (
        ("", "", ""),
        {
            "currentPassword": "Current password is required",
            "newPassword": SHORT,
            "confirmPassword": "Please confirm your password",
        },
    ),
    ((TEMPORARY, "1234567", "1234567"), {"newPassword": SHORT}),
    ((TEMPORARY, "violet87", "violet87"), {}),
    ((TEMPORARY, "x" * 200, "x" * 200), {}),
    ((TEMPORARY, "x" * 201, "x" * 201), {"newPassword": LONG}),
    ((TEMPORARY, TEMPORARY, TEMPORARY), {"newPassword": SAME}),
    ((TEMPORARY, "password", "password"), {"newPassword": COMMON}),
    ((TEMPORARY, "PassWord1", "PassWord1"), {"newPassword": COMMON}),
    ((TEMPORARY, "letmein1", "letmein1"), {"newPassword": COMMON}),
    ((TEMPORARY, "violet87", "violet88"), {"confirmPassword": "Passwords don't match"}),
    ((TEMPORARY, "violet87", ""), {"confirmPassword": "Please confirm your password"}),
    ((TEMPORARY, " violet ", " violet "), {}),
    ((TEMPORARY, "密码密码密码密码", "密码密码密码密码"), {}),
    ((TEMPORARY, "🔑🔑🔑🔑", "🔑🔑🔑🔑"), {"newPassword": SHORT}),
]


@pytest.mark.spec("L-02")
@pytest.mark.parametrize(("told", "texts"), RULES)
def test_the_rules_of_a_new_password(told: tuple[str, str, str], texts: dict[str, str]) -> None:
    problems = password_problems(*told, passwords.is_common(told[1]))
    assert problems.keys() == texts.keys()
    for field, text in texts.items():
        assert problems[field].startswith(text)


def test_the_common_passwords_are_the_three_thousand_most_common() -> None:
    ranked = FREQUENCY_LISTS["passwords"]
    assert [passwords.is_common(ranked[place]) for place in (0, 2_999, 3_000)] == [True, True, False]
    assert passwords.is_common("123456789")
    assert not passwords.is_common("sloping block duplex")


def test_temporary_passwords_differ_and_can_be_copied_from_paper() -> None:
    drawn = {temporary_password() for _ in range(500)}
    assert len(drawn) == 500
    for password in drawn:
        assert not set(password) & set("0O1lI")
        assert [len(part) for part in password.split("-")] == [4, 4, 4]


def test_of_two_changes_at_once_exactly_one_holds(people: People) -> None:
    people.client()
    won = PASSWORD
    for round_number in range(3):
        current = Client.get().password_hash
        begin, outcomes = threading.Barrier(2), []

        def race(new: str, was: str = won, begin: threading.Barrier = begin, outcomes: list[str] = outcomes) -> None:
            client = Client.get()
            begin.wait()
            try:
                credentials.change_password(client, was, new, new)
                outcomes.append(new)
            except AppError as error:
                assert error.code == "wrong_password"
            db.database.close()

        racers = [threading.Thread(target=race, args=(f"{word} phrase {round_number}",)) for word in ("one", "two")]
        for racer in racers:
            racer.start()
        for racer in racers:
            racer.join()
        assert len(outcomes) == 1
        won = outcomes[0]
        assert Client.get().password_hash != current
        assert credentials.check_client(AMELIA, won, clock.now())

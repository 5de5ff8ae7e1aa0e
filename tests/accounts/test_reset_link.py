"""A client who no longer knows their password gets a link by email, and nobody learns who is a client."""

import re
import threading
from datetime import timedelta
from typing import Any

import pytest

from app import clock, db
from app.accounts import passwords, resetting
from app.accounts.models import Client
from app.accounts.resetting import PasswordReset
from app.accounts.rules import LINK_GONE, LINK_LASTS, temporary_password
from app.audit.models import AuditLine
from app.errors import AppError
from app.limits import limiter
from app.mail.models import Letter, LetterStatus
from app.retention.ages import forget_reset_links
from tests.people import PASSWORD, People, Person

pytestmark = pytest.mark.spec("L-05")

AMELIA = "amelia@example.com"
NEW = "quite another phrase"


def ask(people: People, email: str = AMELIA, times: int = 1) -> list[Any]:
    """Ask for a link, and let the job write what is due."""
    answers = []
    for _ in range(times):
        limiter.reset()
        answers.append(people.visitor().post("/api/client/reset-link", {"email": email}))
    people.house.jobs.run("reset links")
    return answers


def letters() -> list[Letter]:
    return list(Letter.select().where(Letter.kind == "password_reset").order_by(Letter.id))


def token_of(letter: Letter) -> str:
    found = re.search(r"/client-portal/reset\?token=([\w-]{43})", letter.text)
    assert found, letter.text
    return found[1]


def tokens() -> list[str]:
    return [token_of(letter) for letter in letters()]


def look(person: Person, token: str) -> Any:
    return person.post("/api/client/reset-link/look", {"token": token})


def choose(person: Person, token: str, new: str = NEW, confirm: str | None = None) -> Any:
    body = {"token": token, "newPassword": new, "confirmPassword": new if confirm is None else confirm}
    return person.post("/api/client/reset-link/password", body)


def sign_in(person: Person, password: str) -> int:
    limiter.reset()
    return int(person.post("/api/client/login", {"email": AMELIA, "password": password}).status_code)


def without_sign_in(email: str) -> None:
    with db.write():
        Client.update(password_hash=None).where(Client.email == email).execute()


def test_the_link_lets_its_client_choose_a_password_and_signs_them_in(people: People) -> None:
    elsewhere = people.client()
    ask(people, f" {AMELIA.upper()} ")
    [letter] = letters()
    assert (letter.recipient, letter.secret) == (AMELIA, True)
    person = people.visitor()
    assert look(person, token_of(letter)).get_json() == {"email": AMELIA}
    assert elsewhere.get("/api/client/profile").status_code == 200  # looking changes nothing
    done = choose(person, token_of(letter))
    assert (done.status_code, done.get_json()["passwordChangeRequired"]) == (200, False)
    assert person.get("/api/client/projects").status_code == 200
    assert elsewhere.get("/api/client/profile").status_code == 401
    assert [sign_in(people.visitor(), password) for password in (PASSWORD, NEW)] == [401, 200]


def told() -> list[str]:
    return [letter.recipient for letter in Letter.select().where(Letter.kind == "password_changed")]


def test_whose_own_password_is_replaced_hears_of_it_each_time(people: People) -> None:
    amelia = people.client()
    assert told() == []  # the first one of their own takes the place of our temporary one
    changed = {"currentPassword": PASSWORD, "newPassword": NEW, "confirmPassword": NEW}
    assert amelia.post("/api/client/reset-password", changed | {"currentPassword": "wrong"}).status_code == 403
    assert told() == []
    assert amelia.post("/api/client/reset-password", changed).status_code == 200
    assert told() == [AMELIA]
    ask(people)
    assert choose(people.visitor(), tokens()[0], "a third phrase").status_code == 200
    assert told() == [AMELIA, AMELIA]
    [*_, last] = Letter.select().where(Letter.kind == "password_changed").order_by(Letter.id)
    assert not last.secret and "a third phrase" not in last.text and "/client-portal" in last.text


def test_a_link_works_once(people: People) -> None:
    people.client()
    ask(people)
    [token] = tokens()
    assert choose(people.visitor(), token).status_code == 200
    for used in (look(people.visitor(), token), choose(people.visitor(), token, "a third phrase")):
        assert (used.status_code, used.get_json()["message"]) == (404, LINK_GONE)
    assert sign_in(people.visitor(), NEW) == 200


def test_a_link_works_for_an_hour(people: People) -> None:
    people.client()
    ask(people)
    [token] = tokens()
    asked = clock.now()
    with clock.reading(lambda: asked + timedelta(minutes=59)):
        assert look(people.visitor(), token).status_code == 200
    with clock.reading(lambda: asked + LINK_LASTS + timedelta(minutes=1)):
        assert choose(people.visitor(), token).status_code == 404
    assert sign_in(people.visitor(), PASSWORD) == 200


def test_looking_a_hundred_times_uses_nothing_up(people: People) -> None:
    people.client()
    ask(people)
    [token] = tokens()
    for _ in range(100):
        limiter.reset()
        assert look(people.visitor(), token).status_code == 200
    assert choose(people.visitor(), token).status_code == 200


def test_only_a_hash_of_the_link_is_kept_and_the_letter_loses_it(people: People) -> None:
    people.client()
    ask(people)
    [token] = tokens()
    assert token not in repr(list(PasswordReset.select().dicts()))
    choose(people.visitor(), token)
    [letter] = letters()
    assert token not in letter.text + letter.html


@pytest.mark.parametrize("email", ["nobody@example.com", "unpaid@example.com", "staff"])
def test_who_cannot_sign_in_is_answered_alike_and_gets_nothing(people: People, email: str) -> None:
    people.client()
    people.staff()
    people.client("unpaid@example.com")
    without_sign_in("unpaid@example.com")
    written = Letter.select().count()
    asked_as = {"staff": "helena@example.com"}.get(email, email)
    [known, other] = [ask(people, each)[0] for each in (AMELIA, asked_as)]
    assert (known.status_code, known.data, sorted(known.headers.keys())) == (
        other.status_code,
        other.data,
        sorted(other.headers.keys()),
    )
    assert Letter.select().count() == written + 1
    assert [row.address for row in PasswordReset.select()] == [AMELIA]


def test_asking_does_the_same_for_everybody(people: People) -> None:
    """What differs is done by a job: the request itself knows nobody."""
    people.client()
    seen: list[list[str]] = []
    for email in (AMELIA, "nobody@example.com"):
        statements: list[str] = []
        connection = db.database.connection()
        connection.set_trace_callback(statements.append)
        people.visitor().post("/api/client/reset-link", {"email": email})
        connection.set_trace_callback(None)
        seen.append([re.sub(r"'[^']*'", "?", statement) for statement in statements])
    assert seen[0] == seen[1]
    assert any("password_resets" in statement for statement in seen[0])


def test_a_thousand_requests_bring_three_letters_and_end_no_link(people: People) -> None:
    people.client()
    ask(people)
    [first] = tokens()
    for _ in range(1000):
        resetting.ask(AMELIA, clock.now())
    while PasswordReset.select().where(PasswordReset.token_hash.is_null()).exists():
        people.house.jobs.run("reset links")
    assert len(letters()) == 3
    assert PasswordReset.select().count() == 3
    others = tokens()[1:]
    assert choose(people.visitor(), first).status_code == 200
    for other in others:
        assert look(people.visitor(), other).status_code == 404


def test_an_hour_later_there_are_letters_again(people: People) -> None:
    people.client()
    ask(people, times=4)
    assert len(letters()) == 3
    later = clock.now() + LINK_LASTS + timedelta(minutes=1)
    with clock.reading(lambda: later):
        ask(people)
    assert len(letters()) == 4


def test_a_network_that_asks_too_often_is_told_to_wait(people: People) -> None:
    person = people.visitor()
    limiter.reset()
    answers = [person.post("/api/client/reset-link", {"email": f"a{n}@example.com"}).status_code for n in range(21)]
    assert answers == [200] * 20 + [429]


def test_an_expired_temporary_password_is_no_closed_door(people: People) -> None:
    people.visitor().book()
    temporary = temporary_password()
    with db.write():
        Client.update(
            password_hash=passwords.hash_password(temporary),
            temporary_password_expires=clock.now() - timedelta(days=1),
        ).execute()
    assert sign_in(people.visitor(), temporary) == 401
    ask(people)
    [token] = tokens()
    refused = choose(people.visitor(), token, temporary)
    said = "Please choose a password that differs from the temporary one"
    assert (refused.status_code, refused.get_json()["fields"]) == (422, {"newPassword": said})
    person = people.visitor()
    assert choose(person, token).get_json()["passwordChangeRequired"] is False
    assert person.get("/api/client/projects").status_code == 200
    long_after = clock.now() + timedelta(days=400)
    with clock.reading(lambda: long_after):
        assert sign_in(people.visitor(), NEW) == 200


@pytest.mark.parametrize(
    ("new", "confirm", "texts"),
    [
        ("short", "short", {"newPassword": "Password must be at least 8 characters"}),
        ("letmein1", "letmein1", {"newPassword": "This password is too common. Please choose another."}),
        *(
            (name, name, {"newPassword": "Please choose a password that differs from your name and sign-in"})
            for name in ("Amelia Hart", "amelia-1978")
        ),
        (NEW, "another", {"confirmPassword": "Passwords don't match"}),
    ],
)
def test_the_rules_are_those_of_the_forced_change(people: People, new: str, confirm: str, texts: Any) -> None:
    people.client()
    ask(people)
    [token] = tokens()
    refused = choose(people.visitor(), token, new, confirm)
    assert (refused.status_code, refused.get_json()["fields"]) == (422, texts)
    assert choose(people.visitor(), token).status_code == 200


def test_a_new_sign_in_from_staff_ends_every_link(people: People) -> None:
    people.client()
    ask(people, times=2)
    both = tokens()
    assert people.staff().post(f"/api/admin/clients/{Client.get().id}/sign-in").status_code == 200
    assert [look(people.visitor(), token).status_code for token in both] == [404, 404]
    assert [letter.html for letter in letters()] == ["", ""]


def test_a_change_of_the_password_ends_every_link(people: People) -> None:
    client = people.client()
    ask(people, times=2)
    both = tokens()
    body = {"currentPassword": PASSWORD, "newPassword": NEW, "confirmPassword": NEW}
    assert client.post("/api/client/reset-password", body).status_code == 200
    assert [look(people.visitor(), token).status_code for token in both] == [404, 404]


def test_of_two_with_the_same_link_one_is_in_time(people: People) -> None:
    people.client()
    ask(people)
    [token] = tokens()
    begin, outcomes = threading.Barrier(2), list[str]()

    def race(new: str) -> None:
        begin.wait()
        try:
            resetting.choose_password(token, new, new)
            outcomes.append(new)
        except AppError as error:
            assert error.status == 404
        db.database.close()

    racers = [threading.Thread(target=race, args=(f"phrase number {n}",)) for n in range(2)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert len(outcomes) == 1
    assert passwords.verify(Client.get().password_hash, outcomes[0])


def test_what_happened_is_written_down(people: People) -> None:
    people.client()
    ask(people)
    choose(people.visitor(), tokens()[0])
    acts = ("reset-link-sent", "password-changed")
    lines = AuditLine.select().where(AuditLine.action.in_(acts)).order_by(AuditLine.id)
    assert [(line.actor_kind, line.action, line.subject) for line in lines] == [
        ("helios", "reset-link-sent", "client:1"),
        ("client", "password-changed", "client:1"),
    ]


def test_links_are_forgotten_a_day_after_they_stopped(people: People) -> None:
    people.client()
    ask(people)
    assert forget_reset_links(clock.now()) == 0
    assert forget_reset_links(clock.now() + timedelta(days=2)) == 1
    assert not PasswordReset.select().exists()


def test_a_request_that_no_server_answered_in_time_brings_no_late_letter(people: People) -> None:
    people.client()
    resetting.ask(AMELIA, clock.now() - timedelta(hours=2))
    people.house.jobs.run("reset links")
    assert (letters(), PasswordReset.select().count()) == ([], 0)


def test_the_letter_is_not_sent_again_once_its_link_is_gone(people: People) -> None:
    people.client()
    ask(people)
    choose(people.visitor(), tokens()[0])
    [letter] = letters()
    assert letter.status != LetterStatus.QUEUED
    assert people.staff().post(f"/api/admin/letters/{letter.id}/resend").status_code == 409


@pytest.mark.spec("L-01")
@pytest.mark.parametrize("blanks", [" {} ", "{}\n", "\t{}", "\u200b{}\u00a0"])
def test_blanks_that_copying_put_around_a_password_keep_nobody_out(people: People, blanks: str) -> None:
    people.client()
    assert sign_in(people.visitor(), blanks.format(PASSWORD)) == 200
    assert sign_in(people.visitor(), blanks.format("another phrase")) == 401


def test_a_password_that_has_blanks_of_its_own_goes_on_working(people: People) -> None:
    people.client()
    ask(people)
    assert choose(people.visitor(), tokens()[0], " violet 87 ").status_code == 200
    assert [sign_in(people.visitor(), each) for each in (" violet 87 ", "violet 87")] == [200, 401]

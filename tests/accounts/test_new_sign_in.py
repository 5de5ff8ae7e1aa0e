"""A client who cannot sign in gets a new temporary password, from staff or from the command line."""

import os
import re
from datetime import timedelta
from typing import Any

import pytest
from click.testing import CliRunner

from app import clock
from app.__main__ import main
from app.accounts.models import Client
from app.accounts.rules import TEMPORARY_PASSWORD_LASTS
from app.audit.models import AuditLine
from app.db import write
from app.mail.actions import SCRUBBED
from app.mail.models import Letter
from tests.people import PASSWORD, People, Person

AMELIA = "amelia@example.com"


def sign_in(person: Person, password: str) -> Any:
    """Sign in as Amelia."""
    return person.post("/api/client/login", {"email": AMELIA, "password": password})


def sent() -> tuple[Letter, str]:
    """The newest letter with a password, and the password."""
    letter = Letter.select().where(Letter.kind == "credentials").order_by(Letter.id.desc()).get()
    found = re.search(r"\b\w{4}-\w{4}-\w{4}\b", letter.text)
    assert found
    return letter, found.group()


def by_staff(people: People) -> None:
    answer = people.staff().post(f"/api/admin/clients/{Client.get(Client.email == AMELIA).id}/sign-in")
    assert (answer.status_code, answer.get_json()) == (200, {"ok": True})


def by_command(people: People) -> None:
    before = os.umask(0)
    os.umask(before)
    environment = {name: None for name in os.environ if name.startswith("HELIOS_")}
    folder = str(people.house.config.folder)
    ran = CliRunner().invoke(main, ["client", "reset", AMELIA.upper()], env={**environment, "HELIOS_DATA_DIR": folder})
    os.umask(before)
    assert ran.output == f"A letter with a new temporary password is in the outbox for {AMELIA}.\n"


@pytest.mark.spec("L-02")
@pytest.mark.parametrize("give", [by_staff, by_command])
def test_the_old_password_and_every_session_end_and_the_letter_goes_out(people: People, give: Any) -> None:
    client, other = people.client(), people.client("bruno@example.com")
    letters = Letter.select().where(Letter.kind == "credentials").count()
    give(people)
    assert Letter.select().where(Letter.kind == "credentials").count() == letters + 1
    assert client.get("/api/client/profile").status_code == 401
    assert other.get("/api/client/profile").status_code == 200
    assert sign_in(people.visitor(), PASSWORD).status_code == 401
    letter, password = sent()
    assert (letter.recipient, letter.secret) == (AMELIA, True)
    text = " ".join(letter.text.split())
    assert "The password you had no longer works" in text
    assert "We have opened" not in text
    fresh = people.visitor()
    assert sign_in(fresh, password).get_json()["passwordChangeRequired"] is True
    assert fresh.get("/api/client/projects").status_code == 403
    later = clock.now() + TEMPORARY_PASSWORD_LASTS + timedelta(minutes=1)
    with clock.reading(lambda: later):
        assert sign_in(people.visitor(), password).status_code == 401


def test_who_gave_it_is_written_down(people: People) -> None:
    people.client()
    by_staff(people)
    by_command(people)
    given = AuditLine.select().where(AuditLine.action == "sign-in-sent").order_by(AuditLine.id)
    assert [(line.actor_kind, line.actor, line.subject) for line in given] == [
        ("helios", "", "client:1"),
        ("staff", "helena", "client:1"),
        ("command", "", "client:1"),
    ]


def test_a_second_one_ends_the_first(people: People) -> None:
    people.client()
    by_staff(people)
    first = sent()[1]
    by_staff(people)
    second = sent()[1]
    assert [sign_in(people.visitor(), password).status_code for password in (first, second)] == [401, 200]


def test_a_client_without_a_sign_in_gets_the_letter_of_a_new_one(people: People) -> None:
    people.client()
    with write():
        Client.update(password_hash=None).execute()
    by_staff(people)
    letter, password = sent()
    assert "We have opened a client portal for you." in " ".join(letter.text.split())
    assert sign_in(people.visitor(), password).status_code == 200


def test_nobody_has_no_sign_in(people: People) -> None:
    assert people.staff().post("/api/admin/clients/99/sign-in").status_code == 404
    ran = CliRunner().invoke(
        main, ["client", "reset", "nobody@example.com"], env={"HELIOS_DATA_DIR": str(people.house.config.folder)}
    )
    assert (ran.exit_code, ran.output) == (1, "Error: There is no client with the address nobody@example.com.\n")
    assert Letter.select().count() == 0


def test_a_delivered_password_is_not_sent_again_and_the_answer_names_what_helps(people: People) -> None:
    people.client()
    letter, _ = sent()
    with write():
        Letter.update(html="", status="sent").where(Letter.id == letter.id).execute()
    refused = people.staff().post(f"/api/admin/letters/{letter.id}/resend")
    assert (refused.status_code, refused.get_json()["message"]) == (409, SCRUBBED)
    assert "Send the client a new sign-in instead." in SCRUBBED

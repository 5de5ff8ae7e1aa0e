"""Letters that staff write to a client: shown exactly before they are sent, from templates that staff keep."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from app.accounts.models import Client
from app.audit.models import AuditLine
from app.correspondence import rules
from app.correspondence.actions import ANOTHER, CHANGED, MOST_TEMPLATES, NAME_TAKEN, OTHER_NOW, WRITTEN
from app.correspondence.models import Template
from app.db import write
from app.mail.message import message
from app.mail.models import Letter
from tests.onboarders import Onboarder
from tests.people import People, Person

WORDS = {"subject": "About {name}", "text": "Hello {name}.\n\nYour page is {portal}, and {firm} is on {phone}."}
TEMPLATES = "/api/admin/letter-templates"


@pytest.fixture
def staff(people: People) -> Person:
    """Helena; Amelia is a client."""
    people.client()
    return people.staff()


def preview(staff: Person, **words: str) -> TestResponse:
    return staff.post(f"/api/admin/clients/{Client.get().id}/letters/preview", {**WORDS, **words})


def send(staff: Person, seal: str, key: str = "one", **words: str) -> TestResponse:
    body = {**WORDS, **words, "seal": seal}
    return staff.post(f"/api/admin/clients/{Client.get().id}/letters", body, headers={"Idempotency-Key": key})


def written() -> list[Letter]:
    return list(Letter.select().where(Letter.kind == "from_us"))


@pytest.mark.spec("A-06")
def test_exactly_what_was_shown_is_sent_and_stands_in_the_line_of_time(staff: Person) -> None:
    shown = preview(staff).get_json()
    assert (shown["to"], shown["subject"]) == ("amelia@example.com", "[TEST] About Amelia Hart")
    assert "Dear Amelia Hart," in shown["text"] and "{" not in shown["text"] and written() == []
    assert send(staff, shown["seal"]).status_code == 200
    (letter,) = written()
    assert (letter.recipient, letter.subject, letter.text) == (shown["to"], shown["subject"], shown["text"])
    listed = staff.get(f"/api/admin/clients/{Client.get().id}/timeline?kind=letter").get_json()["items"]
    assert listed[0]["title"] == shown["subject"] and listed[0]["text"] == shown["text"]
    assert AuditLine.get(AuditLine.action == "write-letter").subject == f"client:{Client.get().id}"


def test_the_same_letter_again_is_sent_once_and_another_under_its_key_is_refused(staff: Person) -> None:
    seal = preview(staff).get_json()["seal"]
    assert [send(staff, seal).status_code for _ in range(2)] == [200, 200]
    other = preview(staff, subject="Another").get_json()["seal"]
    refused = send(staff, other, subject="Another", text="Other words")
    assert (refused.status_code, refused.get_json()["message"], len(written())) == (409, ANOTHER, 1)


def test_a_letter_that_would_be_another_by_now_is_not_sent(staff: Person) -> None:
    seal = preview(staff).get_json()["seal"]
    with write():
        Client.update(email="amelia@elsewhere.example").execute()
    refused = send(staff, seal)
    assert (refused.status_code, refused.get_json()["message"], written()) == (409, OTHER_NOW, [])


def test_a_colleagues_letter_is_read_before_another_one_goes_out(staff: Person, people: People) -> None:
    theo = people.staff("theo")
    seal = preview(theo).get_json()["seal"]
    assert send(staff, preview(staff).get_json()["seal"], key="helena's").status_code == 200
    refused = send(theo, seal, key="theo's")
    said = WRITTEN.format(who="Helena Marsh", subject="[TEST] About Amelia Hart")
    assert (refused.status_code, refused.get_json()["message"], len(written())) == (409, said, 1)
    assert send(theo, preview(theo).get_json()["seal"], key="theo's").status_code == 200


def test_blanks_that_nothing_fills_are_named(staff: Person, people: People) -> None:
    unknown = preview(staff, text="Hello {surname}")
    assert (unknown.status_code, list(unknown.get_json()["fields"])) == (422, ["text"])
    assert unknown.get_json()["message"] == rules.UNKNOWN
    with write():
        Client.update(proved_at=None).execute()
    nobody = preview(staff)
    assert (nobody.status_code, list(nobody.get_json()["fields"])) == (422, ["subject"])


@pytest.mark.spec("R-01")
def test_a_name_that_a_stranger_typed_greets_nobody(staff: Person, people: People) -> None:
    stranger = Onboarder(people.house, email="carla@example.com")
    client = Client.get(Client.email == "carla@example.com")
    assert stranger.project and client.proved_at is None
    path = f"/api/admin/clients/{client.id}/letters/preview"
    shown = staff.post(path, {"subject": "Hello", "text": "Good day"}).get_json()
    assert "Hello," in shown["text"] and "Ann Lee" not in shown["text"]


@pytest.mark.parametrize("evil", ["Plans\r\nBcc: thief@example.com", "Plans\u2028Bcc: thief@example.com", "Pl\x00ans"])
def test_a_subject_of_several_lines_is_refused_and_not_folded(staff: Person, evil: str) -> None:
    refused = preview(staff, subject=evil)
    assert refused.get_json()["fields"] == {"subject": "The subject must be one line without control characters"}
    made = staff.post("/api/admin/letter-templates", {"name": "Plans", "subject": evil, "text": "Hello"})
    assert (made.status_code, list(made.get_json()["fields"])) == (422, ["subject"])


def test_no_subject_forges_a_header(staff: Person) -> None:
    evil = "=?utf-8?q?Plans=0D=0ABcc:_t@e.com?="
    shown = preview(staff, subject=evil).get_json()
    assert send(staff, shown["seal"], subject=evil).status_code == 200
    raw = message(written()[0])
    assert b"\r\nBcc" not in raw and b"\nBcc" not in raw


def test_what_a_blank_is_filled_with_is_no_blank_itself() -> None:
    assert rules.filled("{name} and {firm}", {"name": "{firm}", "firm": "us"}) == "{firm} and us"
    assert rules.problem(["{name}", "no blank", "{x}"]) is not None
    assert rules.problem([WORDS["subject"], WORDS["text"]]) is None


def template(staff: Person, **more: Any) -> TestResponse:
    return staff.post(TEMPLATES, {**WORDS, "name": "Site visit", **more})


def test_templates_are_kept_changed_and_deleted(staff: Person) -> None:
    began = len(staff.get(TEMPLATES).get_json())
    made = template(staff).get_json()
    assert template(staff).get_json() == made
    taken = template(staff, text="Other words")
    assert (taken.status_code, taken.get_json()["fields"]) == (409, {"name": NAME_TAKEN})
    at = f"{TEMPLATES}/{made['id']}"
    changed = staff.browser.patch(at, json={"subject": "New", "text": "Words", "version": 1})
    assert (changed.status_code, changed.get_json()["version"]) == (200, 2)
    late = staff.browser.patch(at, json={"subject": "Late", "text": "Words", "version": 1})
    assert (late.status_code, late.get_json()["message"]) == (409, CHANGED)
    assert len(staff.get(TEMPLATES).get_json()) == began + 1
    assert [staff.browser.delete(at).status_code for _ in range(2)] == [200, 200]
    assert staff.browser.patch(at, json={"subject": "New", "text": "Words", "version": 1}).status_code == 404


def test_templates_are_few_and_have_blanks_that_can_be_filled(staff: Person) -> None:
    assert template(staff, text="{nothing}").status_code == 422
    for number in range(Template.select().count(), MOST_TEMPLATES):
        assert template(staff, name=f"Template {number}").status_code == 200
    assert template(staff).status_code == 409


def test_the_templates_to_begin_with_can_be_filled_in(staff: Person) -> None:
    for each in staff.get(TEMPLATES).get_json():
        assert preview(staff, subject=each["subject"], text=each["text"]).status_code == 200

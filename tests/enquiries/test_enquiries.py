"""Enquiries: the form's rules and words, the two letters, the limits."""

from typing import Any

import pytest

from app.enquiries import actions
from app.enquiries.models import Enquiry
from app.enquiries.rules import ANSWERED
from app.limits import limiter
from app.mail.models import Letter
from tests.firms import Configured
from tests.people import People

GOOD = {
    "name": "Ann Lee",
    "email": "ann@example.com",
    "phone": "0400 000 000",
    "message": "Could you look at a duplex with us?",
}
NAME, EMAIL = "Name must be at least 2 characters", "Please enter a valid email address"
PHONE, MESSAGE = "Please enter a valid phone number", "Message must be at least 10 characters"

# field, what is typed, its text (None: taken)
RULES: list[tuple[str, Any, str | None]] = [
    ("name", "", NAME),
    ("name", "A", NAME),
    ("name", "  A  ", NAME),
    ("name", "\u0000A", NAME),
    ("name", "Al", None),
    ("name", "李明", None),
    ("name", "x" * 120, None),
    ("name", "x" * 121, "Name must be at most 120 characters"),
    ("name", 5, NAME),
    ("name", None, NAME),
    ("name", ["Ann"], NAME),
    ("email", "", EMAIL),
    ("email", "ann", EMAIL),
    ("email", "ann@example", EMAIL),
    ("email", "ann@@example.com", EMAIL),
    ("email", "ann@example..com", EMAIL),
    ("email", "ann lee@example.com", EMAIL),
    ("email", "ann@example.com\r\nBcc: x@evil.example", EMAIL),
    ("email", "ann@example.com,bo@example.com", EMAIL),
    ("email", "=?utf-8?q?x=0d=0aBcc=3A_b=40c.au?=@example.com", EMAIL),
    ("email", "a" * 64 + "@b.au", None),
    ("email", "a" * 65 + "@b.au", EMAIL),
    ("email", "ann@127.0.0.1", EMAIL),
    ("email", "  ann@example.com ", None),
    ("email", "o'neill+site@sub.example.com.au", None),
    ("phone", "1234567", PHONE),
    ("phone", "12345678", None),
    ("phone", "+61 (2) 5550-0134", None),
    ("phone", "1" * 41, "Phone number must be at most 40 characters"),
    ("message", "too short", MESSAGE),
    ("message", "          ", MESSAGE),
    ("message", "ten chars.", None),
    ("message", "two\nlines of it", None),
    ("message", "x" * 5000, None),
    ("message", "x" * 5001, "Message must be at most 5,000 characters"),
    ("message", "🏠" * 10, None),
]


@pytest.mark.parametrize(("field", "typed", "text"), RULES, ids=lambda value: repr(value)[:24])
def test_the_rules_and_words_of_the_form(people: People, field: str, typed: Any, text: str | None) -> None:
    answer = people.visitor().post("/api/enquiries", {**GOOD, field: typed})
    if text is None:
        assert (answer.status_code, answer.get_json()) == (201, {"ok": True})
        assert Enquiry.select().count() == 1
    else:
        assert answer.status_code == 422
        assert answer.get_json() == {"message": "Please check the highlighted fields.", "fields": {field: text}}
        assert Enquiry.select().count() == Letter.select().count() == 0


def test_an_empty_form_names_every_field(people: People) -> None:
    fields = people.visitor().post("/api/enquiries", {}).get_json()["fields"]
    assert fields == {"name": NAME, "email": EMAIL, "phone": PHONE, "message": MESSAGE}


def test_extra_members_are_ignored(people: People) -> None:
    body = {**GOOD, "id": 99, "createdAt": "2001-01-01T00:00:00Z", "visitorId": "somebody", "ok": False}
    assert people.visitor().post("/api/enquiries", body).status_code == 201
    kept = Enquiry.get()
    assert (kept.id, kept.visitor_id, kept.created_at.year > 2001) == (1, None, True)


def test_staff_are_told_everything_and_the_sender_is_thanked_without_it(people: People) -> None:
    people.visitor().post("/api/enquiries", GOOD)
    notice, thanks = Letter.select().order_by(Letter.id)
    assert (notice.kind, notice.recipient) == ("enquiry_notice", people.house.config.mail.staff)
    for value in GOOD.values():
        assert value in notice.text
    assert (thanks.kind, thanks.recipient) == ("enquiry_received", GOOD["email"])
    # Anybody can type anybody's address: the letter to it carries nothing of the sender's making but a name.
    assert GOOD["message"] not in thanks.text + thanks.html
    assert GOOD["phone"] not in thanks.text + thanks.html
    assert notice.status == thanks.status == "queued"


PAYLOADS = ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "{{7*7}} Lee", "Ann\r\nBcc: x@evil.example"]


def test_the_letter_names_the_time_that_the_page_promises(people: People) -> None:
    assert people.visitor().post("/api/enquiries", GOOD).status_code == 201
    thanks = " ".join(Letter.get(Letter.kind == "enquiry_received").text.split())
    assert f"answer you personally {ANSWERED}." in thanks


def test_nobody_is_invited_to_book_where_nothing_can_be_paid(people: People, configured: Configured) -> None:
    configured("serve")
    actions.receive(**GOOD, visitor=None)
    thanks = Letter.get(Letter.kind == "enquiry_received").text
    assert "book a consultation" not in thanks.lower() and "/contact" not in thanks
    assert "5550 0134" not in thanks


@pytest.mark.parametrize("payload", PAYLOADS)
def test_hostile_words_stay_words_in_letters_and_in_the_back_office(people: People, payload: str) -> None:
    body = {**GOOD, "name": payload, "message": payload + " and more"}
    assert people.visitor().post("/api/enquiries", body).status_code == 201
    for letter in Letter.select():
        assert "<script>alert" not in letter.html
        assert "<img src=x" not in letter.html
        assert "\n" not in letter.subject and "\r" not in letter.subject
        assert letter.recipient in (GOOD["email"], people.house.config.mail.staff)
    answer = people.staff().get("/api/admin/enquiries")
    assert answer.content_type == "application/json"
    assert answer.get_json()["items"][0]["message"].startswith(payload.split("\r")[0])


def test_an_enquiry_and_its_letters_are_kept_together_or_not_at_all(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = people.visitor()
    monkeypatch.setattr(actions.letters, "enquiry_received", lambda *_, **__: 1 // 0)
    assert visitor.post("/api/enquiries", GOOD).status_code == 500
    assert Enquiry.select().count() == Letter.select().count() == 0
    monkeypatch.undo()
    assert visitor.post("/api/enquiries", GOOD).status_code == 201
    assert (Enquiry.select().count(), Letter.select().count()) == (1, 2)


def test_staff_see_enquiries_newest_first(people: People) -> None:
    for name in ("First Person", "Second Person"):
        people.visitor().post("/api/enquiries", {**GOOD, "name": name})
    page = people.staff().get("/api/admin/enquiries").get_json()
    assert [entry["name"] for entry in page["items"]] == ["Second Person", "First Person"]
    assert page["total"] == 2


def send(people: People, times: int, **more: Any) -> list[int]:
    visitor = people.visitor()
    return [visitor.post("/api/enquiries", GOOD, **more).status_code for _ in range(times)]


def test_one_address_sends_ten_an_hour(people: People) -> None:
    assert send(people, 12) == [201] * 10 + [429] * 2
    assert Enquiry.select().count() == 10
    assert send(people, 1) == [429]
    assert send(people, 1, environ_base={"REMOTE_ADDR": "192.0.2.7"}) == [201]


def test_refused_forms_are_not_letters(people: People) -> None:
    visitor = people.visitor()
    for _ in range(5):
        visitor.post("/api/enquiries", {})
    assert Letter.select().count() == 0


def test_one_browser_sends_ten_an_hour_even_where_addresses_are_free(people: People, configured: Configured) -> None:
    configured("demo", {}, {"HELIOS_ADDRESS_LIMITS": "off"})
    visitor = people.visitor()
    visitor.fill_wizard(files=0)
    limiter.reset()
    assert [visitor.post("/api/enquiries", GOOD).status_code for _ in range(11)] == [201] * 10 + [429]
    # Without a session there is nothing else to count by: the demo's load tests rely on it.
    assert set(send(people, 12)) == {201}

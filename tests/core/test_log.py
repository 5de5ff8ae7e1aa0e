"""The log tells what happened and nothing about anybody."""

import logging
import re
from types import SimpleNamespace
from typing import Any

import pytest
from waitress.utilities import queue_logger

from app import clock, server
from app.accounts.models import Client
from app.db import write
from app.mail.models import Letter
from app.mail.sender import send_due
from app.orders.money import Payment
from tests.people import PASSWORD, VISA, People

CANARIES = {
    "fullName": "Canaria Nameworth",
    "email": "canary.mail@example.com",
    "phone": "0499 987 654",
    "address": "77 Canary Lane, Hurstville",
    "message": "canary words of a message",
}
FILE = "canary-file-name.pdf"


@pytest.fixture
def everything(caplog: pytest.LogCaptureFixture) -> Any:
    """All that a running server would log."""
    server.keep_log()
    caplog.set_level(logging.INFO)
    return lambda: caplog.text


def secrets_of() -> set[str]:
    """What the story drew on its way: session keys' hashes, temporary passwords, client secrets, stored names."""
    letters = " ".join(letter.text for letter in Letter.select())
    return set(re.findall(r"\b\w{4}-\w{4}-\w{4}\b", letters))


@pytest.mark.parametrize("trouble", [False, True], ids=["smooth", "with trouble"])
def test_a_whole_booking_leaves_no_personal_data_in_the_log(
    people: People, everything: Any, monkeypatch: pytest.MonkeyPatch, trouble: bool
) -> None:
    visitor = people.visitor()
    if trouble:
        visitor.post("/api/bookings", {"step": 1, **CANARIES, "email": "canary.mail@", "phone": "987 654"})
        visitor.browser.post("/api/bookings", data=b'{"email": "canary.mail', content_type="application/json")
    visitor.fill_wizard(files=0, **CANARIES)
    assert visitor.upload(FILE).status_code == 201
    if trouble:
        assert visitor.upload("canary-file-name.exe", b"MZ").status_code == 415
        assert visitor.upload(FILE, b"not a pdf").status_code == 415
    intent = visitor.start_payment()
    secret = visitor.post("/api/create-payment-intent", {"amount": 250}).get_json()["clientSecret"]
    if trouble:
        visitor.get(f"/success?payment_intent_client_secret={secret}&email={CANARIES['email']}")
    people.house.sandbox.confirm(intent, card=VISA)
    assert visitor.settle(intent) == "paid"
    drawn = secrets_of()
    assert drawn
    send_due(clock.now())
    if trouble:
        visitor.get(f"/api/bookings/confirmation?paymentIntent={intent}&email={CANARIES['email']}")
        guess = {"email": CANARIES["email"], "password": "canary-password-guess"}
        assert [visitor.post("/api/client/login", guess).status_code for _ in range(12)][-1] == 429
        monkeypatch.setattr(Client, "with_email", lambda _: 1 // 0)
        assert visitor.post("/api/client/login", {**guess, "email": "canary.other@example.com"}).status_code == 500
        monkeypatch.undo()
    with write():
        Client.update(password_hash=None).execute()
    person = people.visitor()
    person.post("/api/client/login", {"email": CANARIES["email"], "password": PASSWORD})
    people.staff().get(f"/api/admin/projects?search={CANARIES['fullName']}")

    log = everything()
    assert "POST /api/bookings 200" in log
    cookie = visitor.browser.get_cookie("helios_session")
    assert cookie is not None
    for canary in (*CANARIES.values(), "canary", "Canar", FILE, PASSWORD, secret, cookie.value, *drawn, "0.0.1"):
        assert canary not in log, canary
    assert Payment.select().count() == 1


def test_each_request_has_a_line_with_its_rule_status_and_time(people: People, everything: Any) -> None:
    staff = people.staff()
    answer = staff.get("/api/admin/projects/98765432?search=somebody")
    line = next(line for line in everything().splitlines() if answer.headers["X-Request-Id"] in line)
    assert re.search(r"GET /api/admin/projects/<int:project_id> 404 \d+\.\dms", line)
    assert "98765432" not in everything()
    staff.get("/api/who-knows/amelia")
    assert "amelia" not in everything()
    assert "GET (no route) 404" in everything()


def test_a_fault_of_ours_can_be_found_by_the_number_that_the_visitor_sees(
    people: People, everything: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Client, "with_email", lambda _: 1 // 0)
    answer = people.visitor().post("/api/client/login", {"email": "a@b.example", "password": "x"})
    assert answer.status_code == 500
    assert f"unexpected error in request {answer.headers['X-Request-Id']}" in everything()
    assert "ZeroDivisionError" in everything()


def test_an_answer_that_breaks_its_own_contract_is_logged_without_its_content(
    people: People, everything: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = people.client()
    broken = SimpleNamespace(_get_current_object=lambda: {"name": ["canary of a value"]})
    monkeypatch.setattr("app.accounts.routes.current_user", broken)
    assert client.get("/api/client/profile").status_code == 500
    assert "ValidationError" in everything()
    assert "canary" not in everything()


def test_a_crowd_that_waits_for_threads_does_not_fill_the_log(everything: Any) -> None:
    queue_logger.warning("Task queue depth is %d", 7)
    assert everything() == ""
    queue_logger.error("The queue is broken.")
    assert "The queue is broken." in everything()

"""How much the visitors of one network may send a day: a new draft costs nothing, and a disk is everybody's."""

import pytest

from app import limits
from tests.people import People

TOO_MUCH = "So many files have come from your network today"


WHOLE = 10 * 1024 * 1024 - 2048
PLAN = b"%PDF-1.7\n" + b"0" * (WHOLE - 20) + b"\n%%EOF\n"


def sent(people: People) -> list[int]:
    """What the server says to a file each from new browsers of one network, until it takes no more."""
    said: list[int] = []
    while 429 not in said and len(said) * WHOLE < limits.STRANGERS_BYTES + WHOLE:
        visitor = people.visitor()
        visitor.fill_wizard(files=0)
        answer = visitor.upload("Plan.pdf", PLAN)
        said.append(answer.status_code)
        if answer.status_code == 429:
            assert answer.get_json()["message"].startswith(TOO_MUCH)
    return said


@pytest.mark.spec("B-06")
def test_new_drafts_bring_a_network_no_new_share(people: People) -> None:
    said = sent(people)
    assert (said[-1], set(said[:-1])) == (429, {201})
    assert limits.STRANGERS_BYTES - 2 * WHOLE < len(said[:-1]) * WHOLE <= limits.STRANGERS_BYTES


def test_whoever_is_signed_in_has_limits_of_their_own(people: People) -> None:
    assert sent(people)[-1] == 429
    client = people.client(files=0)
    client.fill_wizard(files=0, email="amelia@example.com")
    assert client.upload("Plan.pdf", PLAN).status_code == 201


def test_without_the_limit_it_goes_on(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    monkeypatch.setattr(limits, "address_limits_lifted", lambda: True)
    assert set(sent(people)) == {201}


@pytest.mark.parametrize("path", ["/api/bookings/current/documents", "/api/documents"])
def test_what_a_head_promises_and_nobody_sends_keeps_no_neighbour_from_sending(people: People, path: str) -> None:
    liar, visitor = people.visitor(), people.visitor()
    visitor.fill_wizard(files=0)
    for promised in (limits.STRANGERS_BYTES, 99_999_999_999):
        told = {"CONTENT_LENGTH": str(promised), "CONTENT_TYPE": "multipart/form-data; boundary=x"}
        assert liar.browser.post(path, environ_overrides=told).status_code in (401, 404, 413)
    assert visitor.upload("Plan.pdf", PLAN).status_code == 201

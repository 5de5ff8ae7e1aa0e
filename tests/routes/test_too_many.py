"""Who is refused for asking too much is told when to come back, whichever limit it was, and then let in."""

from datetime import timedelta
from typing import Any

import pytest
from werkzeug.test import TestResponse

from app.errors import wait_text
from app.networks import network
from app.slots.models import Hold
from tests.onboarders import DETAILS, Onboarder
from tests.people import People, Person
from tests.watch import Watch

MINUTE, HOUR, DAY = 60, 3600, 86_400
ENQUIRY = {"name": "Ann", "email": "ann@example.com", "phone": "0400 000 000", "message": "Could you call me?"}


def from_address(person: Any, address: str) -> Any:
    person.browser.environ_base["REMOTE_ADDR"] = address
    return person


def next_project(person: Onboarder) -> None:
    person.intake = person.post("/api/clients", DETAILS).get_json()["id"]
    person.project = person.make_project("scope_tender")


def told_to_wait(answer: TestResponse, text: str) -> int:
    """The seconds to wait, after a look at the answer as a whole."""
    assert answer.status_code == 429
    seconds = int(answer.headers["Retry-After"])
    assert answer.get_json() == {"message": text.format(wait=wait_text(seconds)), "fields": {}}
    return seconds


@pytest.mark.parametrize("by_transfer", [False, True])
def test_a_third_time_waits_for_the_first_to_end(people: People, watch: Watch, by_transfer: bool) -> None:
    ann = Onboarder(people.house)
    free = [slot["id"] for slot in ann.times()[-3:]]
    for slot in free[:2]:
        assert ann.take(slot).status_code == 200
        if by_transfer:
            ann.post(f"/api/projects/{ann.project}/bank-transfer")
        next_project(ann)
        watch.now += timedelta(minutes=5)
    refused = ann.take(free[2])
    holding = "You are already holding other times. Please complete those first, or try again in {wait}."
    seconds = told_to_wait(refused, holding)
    first = Hold.get_by_id(1).expires_at
    assert first is not None
    if by_transfer:
        assert seconds > DAY
    else:
        assert seconds == 20 * MINUTE
        assert "try again in 20 minutes." in refused.get_json()["message"]
    watch.now = first - timedelta(seconds=1)
    assert told_to_wait(ann.take(free[2]), holding) == 1
    watch.now = first
    assert ann.take(free[2]).status_code == 200


@pytest.mark.parametrize(
    ("addresses", "let_in"),
    [
        ([f"2001:db8:1:2::{number:x}" for number in range(1, 9)], 6),
        ([f"2001:db8:1:{number}::1" for number in range(1, 9)], 8),
        (["192.0.2.1"] * 8, 6),
        (["192.0.2.1", "::ffff:192.0.2.1"] * 4, 6),
        ([f"192.0.2.{number}" for number in range(1, 9)], 8),
    ],
    ids=["one home", "eight homes", "one address", "one address, mapped", "eight addresses"],
)
def test_times_are_counted_per_network(people: People, watch: Watch, addresses: list[str], let_in: int) -> None:
    """A home with IPv6 has 2^64 addresses: a browser each would hold every time there is."""
    answers = []
    for number, address in enumerate(addresses):
        racer = from_address(Onboarder(people.house, email=f"racer{number}@example.com"), address)
        answers.append(racer.take(racer.times()[20 * number]["id"]))
    assert [answer.status_code for answer in answers] == [200] * let_in + [429] * (len(addresses) - let_in)
    for refused in answers[let_in:]:
        told_to_wait(refused, "Too many times are being held from your network. Please try again in {wait}.")


@pytest.mark.parametrize(("host", "last"), [("2001:db8:1:2::{:x}", 429), ("2001:db8:1:{:x}::1", 201)])
def test_calls_are_counted_per_network(people: People, host: str, last: int) -> None:
    answers = [
        from_address(people.visitor(), host.format(number)).post("/api/enquiries", ENQUIRY) for number in range(1, 12)
    ]
    assert [answer.status_code for answer in answers] == [201] * 10 + [last]
    if last == 429:
        assert told_to_wait(answers[-1], "Too many attempts. Please try again in {wait}.") <= HOUR + 1


def test_a_day_has_twenty_projects_for_one_browser(people: People, watch: Watch) -> None:
    ann = Person(people.house)
    for _ in range(20):
        assert ann.post("/api/clients", DETAILS).status_code == 201
        watch.now += timedelta(minutes=1)
    many = "You have started many projects already. Please call us, or try again in {wait}."
    seconds = told_to_wait(ann.post("/api/clients", DETAILS), many)
    assert seconds == DAY - 20 * MINUTE
    watch.now += timedelta(seconds=seconds - 1)
    assert told_to_wait(ann.post("/api/clients", DETAILS), many) == 1
    watch.now += timedelta(seconds=1)
    assert ann.post("/api/clients", DETAILS).status_code == 201


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (1, "1 second"),
        (59, "59 seconds"),
        (MINUTE, "1 minute"),
        (MINUTE + 1, "2 minutes"),
        (25 * MINUTE, "25 minutes"),
        (2 * HOUR, "120 minutes"),
        (2 * HOUR + 1, "3 hours"),
        (2 * DAY, "48 hours"),
        (2 * DAY + 1, "3 days"),
    ],
)
def test_a_wait_is_told_in_the_largest_unit_that_is_not_too_coarse(seconds: int, text: str) -> None:
    assert wait_text(seconds) == text


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_the_network_of_an_address(address: str, key: str) -> None:
    assert network(address) == key


def test_an_account_has_one_limit_in_all_its_browsers(people: People) -> None:
    people.client()
    browsers = [people.visitor() for _ in range(2)]
    for browser in browsers:
        browser.sign_in("amelia@example.com")
    answers = [browser.get("/api/client/data.zip").status_code for browser in browsers * 6]
    assert answers == [200] * 10 + [429] * 2
    bea = people.client("bea@example.com")
    assert bea.get("/api/client/data.zip").status_code == 200

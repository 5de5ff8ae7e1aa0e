"""Values that no page of ours sends are refused in words; none of them is an error on our side."""

import re
from typing import Any

import pytest
from flask_login import encode_cookie

from app.clock import now
from app.factory import House
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.people import People, Person

NO_ROW = [2**63, 2**70, -(2**70), -1, 0]


@pytest.mark.parametrize("number", NO_ROW)
def test_a_number_that_no_row_can_have_is_refused(people: People, number: int) -> None:
    slots.generate(now())
    ann = Onboarder(people.house)
    slot = ann.times()[1]["id"]
    calls: list[tuple[str, str, dict[str, Any]]] = [
        ("PATCH", f"/api/slots/{slot}/book", {"projectId": number}),
        ("POST", "/api/projects", {"clientId": number, "serviceType": "scope_tender"}),
        ("POST", "/api/create-payment-intent", {"projectId": number}),
    ]
    for method, path, body in calls:
        answer = ann.browser.open(path, method=method, json=body)
        assert (path, answer.status_code) == (path, 422)
        assert len(answer.get_json()["fields"]) == 1
    assert ann.get(f"/api/bookings/confirmation?projectId={number}").status_code == 422


def test_the_largest_number_is_nobodys(people: People) -> None:
    slots.generate(now())
    ann = Onboarder(people.house)
    slot = ann.times()[1]["id"]
    answer = ann.browser.patch(f"/api/slots/{slot}/book", json={"projectId": 2**63 - 1})
    assert answer.status_code == 404


@pytest.mark.parametrize("number", ["9" * 20, "9" * 19, "-1", "1.0", "+1", "1e3", "0x1", "\N{ARABIC-INDIC DIGIT ONE}"])
def test_a_path_with_what_is_no_id_is_nowhere_for_every_method(house: House, number: str) -> None:
    rules = [rule for rule in house.flask.url_map.iter_rules() if "<int:" in rule.rule]
    assert len(rules) > 10
    browser = house.flask.test_client()
    for rule in rules:
        path = re.sub("<[^>]+>", number, rule.rule)
        for method in ("GET", "POST", "PATCH", "PUT", "DELETE"):
            assert (method, path, browser.open(path, method=method).status_code) == (method, path, 404)


@pytest.mark.parametrize("value", ["client:1|abc", "client:1", "|", "", "é|x", encode_cookie("client:1", key="")])
def test_a_cookie_that_promises_to_be_remembered_signs_nobody_in(people: People, house: House, value: str) -> None:
    people.client()
    stranger = Person(house)
    stranger.browser.set_cookie("remember_token", value)
    for path in ("/api/user", "/api/client/profile", "/api/admin/dashboard"):
        assert (path, stranger.get(path).status_code) == (path, 401)
    assert stranger.get("/api/health").status_code == 200

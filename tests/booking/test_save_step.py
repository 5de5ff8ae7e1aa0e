"""Saving the wizard's steps: the table's rules, order, ownership."""

import pytest

from app.booking.models import Booking
from app.catalogue.actions import services
from app.catalogue.rules import ServiceType
from tests.people import PERSONAL, PROJECT, People


@pytest.mark.spec("B-10")
@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("fullName", "A", "Full name must be at least 2 characters"),
        ("fullName", "   A   ", "Full name must be at least 2 characters"),
        ("fullName", None, "Full name must be at least 2 characters"),
        ("fullName", 7, "Full name must be at least 2 characters"),
        ("fullName", "x" * 121, "Full name must be at most 120 characters"),
        ("email", "", "Please enter a valid email address"),
        ("email", "amelia", "Please enter a valid email address"),
        ("email", "amelia@example", "Please enter a valid email address"),
        ("email", "a b@example.com", "Please enter a valid email address"),
        ("email", "amelia@example.com\r\nBcc: all@example.com", "Please enter a valid email address"),
        ("phone", "0400", "Please enter a valid phone number"),
        ("address", "12 F", "Address must be at least 5 characters"),
        ("preferredContact", "pigeon", "Invalid enum value. Expected 'email', 'phone' or 'either'"),
    ],
)
def test_step_1_refuses_what_breaks_a_fields_rule(people: People, field: str, value: object, message: str) -> None:
    answer = people.visitor().post("/api/bookings", {**PERSONAL, field: value})
    assert answer.status_code == 422
    assert answer.get_json()["fields"] == {field: message}
    assert Booking.select().count() == 0


@pytest.mark.spec("B-10", "M-02")
@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("serviceType", "", "Please select a service"),
        ("serviceType", "dispute_management", "Please select a service"),
        ("projectType", None, "Please select a project type"),
        ("projectValue", "priceless", "Please select an approximate project value"),
        ("message", "x" * 5001, "Additional information must be at most 5,000 characters"),
    ],
)
def test_step_2_refuses_what_breaks_a_fields_rule(people: People, field: str, value: object, message: str) -> None:
    visitor = people.visitor()
    visitor.post("/api/bookings", PERSONAL)
    answer = visitor.post("/api/bookings", {**PROJECT, field: value})
    assert answer.status_code == 422
    assert answer.get_json()["fields"] == {field: message}


@pytest.mark.spec("B-10")
def test_missing_fields_are_named_all_at_once(people: People) -> None:
    answer = people.visitor().post("/api/bookings", {"step": 1})
    assert answer.status_code == 422
    assert sorted(answer.get_json()["fields"]) == ["address", "email", "fullName", "phone"]


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({}, "Required"),
        (PERSONAL | {"step": 4}, "Invalid enum value. Expected 1, 2 or 3"),
        (PERSONAL | {"step": "1"}, "Invalid enum value. Expected 1, 2 or 3"),
        (PERSONAL | {"step": None}, "Invalid enum value. Expected 1, 2 or 3"),
    ],
)
def test_a_step_that_there_is_not_is_refused_by_its_name(people: People, told: object, message: str) -> None:
    answer = people.visitor().post("/api/bookings", told)
    assert answer.status_code == 422
    assert answer.get_json() == {"message": "Please check the highlighted fields.", "fields": {"step": message}}


@pytest.mark.spec("B-02", "B-03")
def test_a_draft_comes_back_whole_to_the_browser_that_made_it(people: People) -> None:
    visitor = people.visitor()
    visitor.fill_wizard(files=2)
    draft = visitor.get("/api/bookings/current").get_json()["booking"]
    assert {key: draft[key] for key in PERSONAL if key != "step"} == {k: v for k, v in PERSONAL.items() if k != "step"}
    assert {key: draft[key] for key in PROJECT if key != "step"} == {k: v for k, v in PROJECT.items() if k != "step"}
    assert [file["fileName"] for file in draft["files"]] == ["Plan 1.pdf", "Plan 2.pdf"]
    assert (draft["step"], draft["status"], draft["feeCents"]) == (4, "draft", 25_000)


@pytest.mark.spec("R-01")
def test_another_browser_sees_nothing_of_it(people: People) -> None:
    people.visitor().fill_wizard()
    stranger = people.visitor()
    assert stranger.get("/api/bookings/current").get_json() == {"booking": None}
    assert stranger.post("/api/bookings", PROJECT).status_code == 409
    assert stranger.upload().status_code == 404
    assert stranger.browser.delete("/api/bookings/current/documents/1").status_code == 404


def test_going_back_changes_answers_and_loses_no_ground(people: People) -> None:
    visitor = people.visitor()
    visitor.fill_wizard()
    again = visitor.post("/api/bookings", {**PERSONAL, "fullName": "Amelia Hart-Jones"}).get_json()
    assert (again["fullName"], again["step"]) == ("Amelia Hart-Jones", 4)
    assert len(again["files"]) == 1
    assert Booking.select().count() == 1


def test_steps_cannot_be_skipped(people: People) -> None:
    visitor = people.visitor()
    assert visitor.post("/api/bookings", {"step": 3}).status_code == 409
    visitor.post("/api/bookings", PERSONAL)
    assert visitor.post("/api/bookings", {"step": 3}).status_code == 409
    assert visitor.post("/api/create-payment-intent", {"amount": 250}).status_code == 409


@pytest.mark.spec("P-17")
@pytest.mark.parametrize(("service", "kept"), [("contract_review", "premium"), ("planning_approvals", None)])
def test_a_package_is_kept_with_a_contract_review_only(people: People, service: str, kept: str | None) -> None:
    visitor = people.visitor()
    visitor.post("/api/bookings", PERSONAL)
    answer = visitor.post("/api/bookings", {**PROJECT, "serviceType": service, "package": "premium"})
    assert answer.get_json()["package"] == kept


@pytest.mark.parametrize("extra", [{"status": "confirmed"}, {"clientId": 1}, {"paymentStatus": "completed"}, {"id": 9}])
def test_fields_that_are_not_the_visitors_to_set_are_never_written(people: People, extra: dict[str, object]) -> None:
    visitor = people.visitor()
    answer = visitor.post("/api/bookings", {**PERSONAL, **extra})
    assert answer.status_code == 200
    row = Booking.get()
    assert (row.id, row.status, row.client_id, row.project_id) == (1, "draft", None, None)


def test_text_is_kept_as_it_was_meant(people: People) -> None:
    visitor = people.visitor()
    name = "  Zoë\u202e <script>alert(1)</script>\x00 O'Neill "
    answer = visitor.post("/api/bookings", {**PERSONAL, "fullName": name})
    assert answer.get_json()["fullName"] == "Zoë <script>alert(1)</script> O'Neill"


def test_the_draft_names_what_its_service_begins_with(people: People) -> None:
    person = people.visitor()
    assert person.post("/api/bookings", PERSONAL).get_json()["needs"] == []
    chosen = person.post("/api/bookings", {**PROJECT, "serviceType": "contract_advisory"}).get_json()
    assert chosen["needs"] == list(services()[ServiceType.CONTRACT_ADVISORY].needs)
    assert chosen["needs"]

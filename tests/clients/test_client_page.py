"""A client's page: everything that happened in one line of time, and details that two people may correct at once."""

from datetime import datetime
from typing import Any

import pytest

from app import clock
from app.accounts import details
from app.accounts.details import DetailChange
from app.accounts.models import Client
from app.admin.clients.schemas import EventKind
from app.audit.models import AuditLine
from app.projects.models import Project
from app.slots import actions as slots
from tests.people import People, Person


@pytest.fixture
def amelia(people: People) -> Client:
    """A client who has booked, with a file."""
    slots.generate(clock.now())
    people.client()
    return Client.get()


@pytest.fixture
def staff(people: People) -> Person:
    """Helena."""
    return people.staff()


def page(staff: Person, client: Client) -> dict[str, Any]:
    answer = staff.get(f"/api/admin/clients/{client.id}")
    assert answer.status_code == 200, answer.get_json()
    return dict(answer.get_json())


def correct(staff: Person, client: Client, **told: Any) -> Any:
    return staff.browser.patch(f"/api/admin/clients/{client.id}/details", json=told)


def events(staff: Person, client: Client, **query: Any) -> dict[str, Any]:
    answer = staff.get(f"/api/admin/clients/{client.id}/timeline", query_string=query)
    assert answer.status_code == 200, answer.get_json()
    return dict(answer.get_json())


@pytest.mark.spec("A-03")
def test_a_clients_page_says_who_they_are_and_what_they_have_with_us(staff: Person, amelia: Client) -> None:
    shown = page(staff, amelia)
    assert (shown["details"]["name"], shown["signIn"], shown["version"]) == ("Amelia Hart", "own", 1)
    assert [each["projectId"] for each in shown["projects"]] == [Project.get().id]
    assert shown["line"]["id"] == amelia.id
    assert staff.get("/api/admin/clients/999").status_code == 404


@pytest.mark.spec("A-08")
def test_everything_that_happened_is_in_one_line_of_time(staff: Person, people: People, amelia: Client) -> None:
    project = Project.get()
    at = f"/api/admin/projects/{project.id}"
    assert staff.post(f"{at}/notes", {"text": "Rang, no answer."}, headers={"Idempotency-Key": "n"}).status_code == 201
    sent = staff.post(f"{at}/messages", {"text": "Hello", "seen": 0}, headers={"Idempotency-Key": "m"})
    assert sent.status_code == 201, sent.get_json()
    correct(staff, amelia, phone="0400 000 009", version=1)
    Project.update(appointment_date=clock.now()).execute()
    for address in ("Amelia@Example.com", "somebody.else@example.com"):
        asked = {"name": "Amelia", "email": address, "phone": "0400 123 456", "message": "Do you come to Oatley?"}
        assert people.visitor().post("/api/enquiries", asked).status_code == 201
    found = events(staff, amelia)
    (enquiry,) = events(staff, amelia, kind="enquiry")["items"]
    assert (enquiry["text"], enquiry["who"], enquiry["state"]) == ("Do you come to Oatley?", "Amelia", "open")
    assert {item["kind"] for item in found["items"]} == set(EventKind) - {"refund", "merge"}
    moments = [datetime.fromisoformat(item["at"]) for item in found["items"]]
    assert moments == sorted(moments, reverse=True)
    assert found["total"] == len(found["items"]) == len({(item["kind"], item["id"]) for item in found["items"]})
    said = {item["kind"]: item for item in found["items"]}
    assert (said["note"]["text"], said["note"]["who"]) == ("Rang, no answer.", "Helena Marsh")
    assert (said["message"]["text"], said["message"]["who"]) == ("Hello", "Helena Marsh")
    assert (said["change"]["who"], said["project"]["who"]) == ("Helena Marsh", "booking")
    assert (said["change"]["title"], said["change"]["text"]) == ("phone", "0400 123 456 became 0400 000 009")
    assert (said["payment"]["cents"], said["payment"]["reference"]) == (25_000, f"HPM-{project.id}")
    assert said["document"]["title"] == "Plan 1.pdf"
    for kind in EventKind:
        only = events(staff, amelia, kind=kind)
        assert [item["id"] for item in only["items"]] == [each["id"] for each in found["items"] if each["kind"] == kind]


def test_the_line_of_time_goes_on_over_the_page(staff: Person, amelia: Client) -> None:
    for number in range(30):
        DetailChange.create(client=amelia, field="phone", old="", new=f"{number}", changed_at=clock.now())
    first, second = events(staff, amelia, kind="change"), events(staff, amelia, kind="change", page=2)
    assert (first["total"], len(first["items"]), len(second["items"])) == (30, 25, 5)
    assert [item["text"] for item in first["items"] + second["items"]] == [
        f"nothing became {number or 0}" for number in reversed(range(30))
    ]


def test_a_letter_with_a_password_keeps_its_text_to_itself(staff: Person, amelia: Client) -> None:
    staff.post(f"/api/admin/clients/{amelia.id}/sign-in")
    letters = events(staff, amelia, kind="letter")["items"]
    secret = [item for item in letters if item["projectId"] is None]
    assert [item["text"] for item in secret] == [""] * len(secret)
    assert any(item["text"] for item in letters)


@pytest.mark.spec("A-09")
def test_details_that_somebody_else_changed_meanwhile_are_not_overwritten(staff: Person, amelia: Client) -> None:
    seen = page(staff, amelia)["version"]
    assert correct(staff, amelia, phone="0400 000 001", version=seen).status_code == 200
    refused = correct(staff, amelia, phone="0400 000 002", company="Hart & Co", version=seen)
    assert (refused.status_code, refused.get_json()["message"]) == (409, details.CHANGED)
    now = page(staff, amelia)
    assert (now["details"]["phone"], now["details"]["company"], now["version"]) == ("0400 000 001", "", seen + 1)
    assert correct(staff, amelia, phone="0400 000 002", version=now["version"]).status_code == 200
    assert [each["new"] for each in page(staff, amelia)["changes"]] == ["0400 000 002", "0400 000 001"]


@pytest.mark.spec("A-09")
def test_so_are_those_that_the_client_corrected(staff: Person, people: People, amelia: Client) -> None:
    details.correct(amelia.id, {"phone": "0400 000 007"}, clock.now())
    assert correct(staff, amelia, phone="0400 000 008", version=1).status_code == 409


def test_the_same_correction_again_changes_nothing_and_is_not_refused(staff: Person, amelia: Client) -> None:
    for _ in range(2):
        assert correct(staff, amelia, phone="0400 000 001", version=1).status_code == 200
    assert (Client.get().version, DetailChange.select().count()) == (2, 1)
    assert correct(staff, amelia, phone="0400 000 001").status_code == 422


@pytest.mark.spec("A-08")
def test_a_look_at_a_client_and_a_correction_leave_their_lines(staff: Person, amelia: Client) -> None:
    before = AuditLine.select().count()
    page(staff, amelia)
    events(staff, amelia)
    correct(staff, amelia, phone="0400 000 001", version=1)
    left = AuditLine.select().order_by(AuditLine.id).offset(before)
    assert [(line.action, line.actor, line.subject) for line in left] == [
        ("look", "helena", f"client:{amelia.id}"),
        ("details-changed", "helena", f"client:{amelia.id}"),
    ]

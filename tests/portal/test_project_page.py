"""A project's own page: a client's own projects open, and nobody else's are there."""

import pytest

from app.accounts import credentials as accounts
from app.accounts.models import Admin
from app.clock import now
from app.projects.actions import change_status
from app.projects.models import HistoryLine, Project
from app.projects.rules import ProjectStatus, status_label
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.people import PASSWORD, VISA, People


@pytest.mark.spec("X-01", "D-03")
def test_a_client_opens_their_project_as_their_list_has_it(people: People) -> None:
    client = people.client()
    (listed,) = client.get("/api/client/projects").get_json()
    shown = client.get(f"/api/client/projects/{listed['id']}").get_json()
    assert {key: shown[key] for key in listed} == listed
    assert shown["serviceText"].startswith("The pathway to consent")
    assert "Lodgement through the NSW Planning Portal" in shown["included"]
    assert shown["adviser"] is None


def test_a_booked_consultation_is_shown_apart_from_the_service_it_is_about(people: People) -> None:
    client = people.client(serviceType="premium_advisory")
    path = f"/api/client/projects/{Project.get().id}"
    shown = client.get(path).get_json()
    assert shown["feeCents"] == 25_000
    whole = {"priceCents": 300_000, "creditCents": 25_000, "leftCents": 275_000, "canStart": True}
    assert shown["offer"] == whole
    # What was bought stays a consultation when staff begin to prepare it; its time is still to be chosen.
    Project.update(status="in_progress").execute()
    shown = client.get(path).get_json()
    assert (shown["feeCents"], shown["offer"], shown["choosesTime"]) == (25_000, whole, True)
    slots.generate(now())
    time = client.get("/api/slots/available").get_json()[0]["id"]
    book = client.browser.patch(f"/api/slots/{time}/book", json={"projectId": Project.get().id})
    assert book.status_code == 200
    shown = client.get(path).get_json()
    assert (shown["choosesTime"], shown["status"], shown["appointmentDate"] is None) == (False, "in_progress", False)
    # It was cancelled: nothing is offered any more.
    Project.update(status="cancelled").execute()
    shown = client.get(path).get_json()
    assert (shown["feeCents"], shown["offer"]) == (25_000, None)


def test_a_service_that_was_bought_outright_is_offered_no_more(people: People) -> None:
    slots.generate(now())
    ann = Onboarder(people.house)
    ann.take(ann.times()[1]["id"])
    intent = ann.begin_card()
    people.house.sandbox.confirm(intent, card=VISA)
    ann.settle(intent)
    accounts.set_client_password("ann@example.com", PASSWORD)
    ann.post("/api/client/login", {"email": "ann@example.com", "password": PASSWORD})
    shown = ann.get(f"/api/client/projects/{ann.project}").get_json()
    assert (shown["feeCents"], shown["offer"]) == (None, None)


@pytest.mark.spec("R-01")
def test_anothers_and_no_bodys_project_are_missing_in_the_same_words(people: People) -> None:
    people.client("amelia@example.com")
    theirs = Project.get().id
    bruno = people.client("bruno@example.com")
    refused, missing = (bruno.get(f"/api/client/projects/{number}") for number in (theirs, 4711))
    assert (refused.status_code, refused.get_json()) == (missing.status_code, missing.get_json())
    assert (missing.status_code, missing.get_json()["message"]) == (404, "We could not find that project.")


def test_a_contract_review_includes_what_its_package_does(people: People) -> None:
    client = people.client(serviceType="contract_review", package="professional")
    shown = client.get(f"/api/client/projects/{Project.get().id}").get_json()
    assert shown["serviceTitle"] == "Contract Review, Professional Review"
    assert "Builder vetting report" in shown["included"]


@pytest.mark.spec("D-03")
def test_the_history_tells_what_happened_without_what_staff_noted(people: People) -> None:
    client, project = people.client(), Project.get()
    change_status(project.id, project.status, ProjectStatus.IN_PROGRESS, "helena", "Client is slow to answer", now())
    staff = people.staff()
    assert staff.post(f"/api/admin/projects/{project.id}/adviser").status_code == 200
    shown = client.get(f"/api/client/projects/{project.id}").get_json()
    assert shown["adviser"] == "Helena Marsh"
    assert [(event["what"], event["who"]) for event in shown["history"]] == [
        ("Your adviser took over", "Helena Marsh"),
        ("Work on the project began", "Helena Marsh"),
        ("A consultation was booked", "Online form"),
        ("$250.00 arrived by card", ""),
    ]
    assert "slow" not in str(shown) and "system" not in str(shown)


def test_the_adviser_is_named_once_and_is_the_team_again_when_they_leave(people: People) -> None:
    client, staff, project = people.client(), people.staff(), Project.get()
    path = f"/api/admin/projects/{project.id}/adviser"
    lines = HistoryLine.select().count()
    assert [staff.post(path, {"username": "HELENA"}).status_code for _ in range(2)] == [200, 200]
    assert HistoryLine.select().count() == lines + 1
    assert staff.post(path, {"username": "nobody"}).get_json()["fields"] == {
        "username": "There is no such member of staff."
    }
    assert staff.post("/api/admin/projects/4711/adviser").status_code == 404
    Admin.update(removed_at=now()).execute()
    assert client.get(f"/api/client/projects/{project.id}").get_json()["adviser"] is None


@pytest.mark.parametrize(
    ("status", "is_paid", "is_asked", "label"),
    [
        (ProjectStatus.INQUIRY, False, False, "Enquiry"),
        (ProjectStatus.INQUIRY, True, False, "To be scheduled"),
        (ProjectStatus.INQUIRY, False, True, "Pending Payment"),
        (ProjectStatus.PENDING_DOCUMENTS, True, False, "Pending Documents"),
        (ProjectStatus.PENDING_DOCUMENTS, False, True, "Pending Documents"),
        (ProjectStatus.SCHEDULED, True, False, "Scheduled"),
        (ProjectStatus.CANCELLED, False, True, "Cancelled"),
    ],
)
def test_what_is_paid_or_asked_for_is_no_mere_enquiry(
    status: ProjectStatus, is_paid: bool, is_asked: bool, label: str
) -> None:
    assert status_label(status, is_paid, is_asked) == label

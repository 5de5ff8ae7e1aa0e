"""The list of clients: found as staff type, in the order that they chose, with what is to be known of each."""

from datetime import timedelta
from typing import Any

import pytest

from app import clock
from app.accounts.models import Client
from app.admin import lists
from app.admin.clients import listing
from app.mail.models import Letter
from app.projects.models import Project
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.people import People, Person

DUE = (clock.in_sydney(clock.now()).date() + timedelta(days=30)).isoformat()


@pytest.fixture
def staff(people: People) -> Person:
    """A member of staff in a firm with three clients: Amelia has booked, Bo too, Ann has chosen a service."""
    slots.generate(clock.now())
    people.visitor().book(email="amelia@example.com")
    people.visitor().book(email="bo@example.com", fullName="Bo Lind", phone="0400 000 001", message="A granny flat.")
    Onboarder(people.house)
    return people.staff()


def listed(staff: Person, **query: Any) -> dict[str, Any]:
    answer = staff.get("/api/admin/clients", query_string=query)
    assert answer.status_code == 200, answer.get_json()
    return dict(answer.get_json())


def names(staff: Person, **query: Any) -> list[str]:
    page = listed(staff, **query)
    assert page["total"] == len(page["items"])
    return [line["name"] for line in page["items"]]


@pytest.mark.spec("A-03")
def test_clients_are_found_and_say_what_they_were_found_by(staff: Person) -> None:
    (line,) = listed(staff, q="granny")["items"]
    assert line["name"] == "Bo Lind"
    project = line["newest"]["projectId"]
    matched = {
        "label": f"Booking, HPM-{project}",
        "before": "A ",
        "hit": "granny",
        "after": " flat.",
        "projectId": project,
    }
    assert line["matched"] == matched
    (line,) = listed(staff, q="0400 000 001")["items"]
    assert (line["matched"]["label"], line["matched"]["hit"]) == ("Phone", "400 000 001")
    (line,) = listed(staff, q=f"HPM-{project}")["items"]
    assert (line["name"], line["matched"]) == ("Bo Lind", None)
    assert names(staff, q="nobody at all") == []


@pytest.mark.spec("A-03")
def test_the_order_and_the_status_are_what_is_asked_for(staff: Person) -> None:
    assert names(staff) == names(staff, sort="newest") == ["Ann Lee", "Bo Lind", "Amelia Hart"]
    assert names(staff, sort="oldest") == ["Amelia Hart", "Bo Lind", "Ann Lee"]
    assert names(staff, sort="name") == ["Amelia Hart", "Ann Lee", "Bo Lind"]
    ann = Client.get(Client.name == "Ann Lee")
    Project.update(status="scheduled").where(Project.client == ann).execute()
    assert names(staff, status="scheduled") == ["Ann Lee"]
    assert names(staff, status="scheduled", q="example.com") == ["Ann Lee"]
    assert names(staff, status="completed") == names(staff, status="completed", q="example.com") == []
    assert staff.get("/api/admin/clients?sort=money").status_code == 422


def test_whoever_has_a_word_in_the_name_comes_first(staff: Person, people: People) -> None:
    people.visitor().book(email="zed@example.com", fullName="Zed Zant", phone="0400 000 002", message="As for Amelia.")
    assert names(staff, q="amelia") == ["Amelia Hart", "Zed Zant"]
    assert names(staff, q="amelia", sort="newest") == ["Zed Zant", "Amelia Hart"]


@pytest.mark.spec("A-03")
def test_a_line_says_what_is_owed_what_comes_and_when_anybody_had_to_do_with_them(
    staff: Person, people: People
) -> None:
    amelia = Client.get(Client.email == "amelia@example.com")
    project = Project.get(Project.client == amelia)
    bill = {"lines": [{"description": "Site visit", "cents": 40_000}], "dueOn": DUE}
    headers = {"Idempotency-Key": "a bill"}
    made = staff.post(f"/api/admin/projects/{project.id}/bills", bill, headers=headers)
    assert made.status_code == 201, made.get_json()
    ahead = clock.now() + timedelta(days=2)
    Project.update(appointment_date=ahead).where(Project.id == project.id).execute()
    (line,) = listed(staff, q="amelia")["items"]
    # The booking fee is deducted.
    assert (line["owedCents"], line["newest"]["owedCents"]) == (15_000, 15_000)
    assert line["nextAt"] == ahead.isoformat().replace("+00:00", "Z")
    # The letters that the bill and the booking wrote by themselves are no contact, and a time that is over is not yet.
    assert line["lastContactAt"] == line["createdAt"]
    called = clock.now()
    Project.update(contacted_at=called, appointment_date=called).where(Project.id == project.id).execute()
    assert listed(staff, q="amelia")["items"][0]["lastContactAt"] == called.isoformat().replace("+00:00", "Z")
    letter = Letter.select().where(Letter.project_id == project.id).first()
    written = called + timedelta(minutes=5)
    Letter.update(kind="from_us", created_at=written).where(Letter.id == letter.id).execute()
    assert listed(staff, q="amelia")["items"][0]["lastContactAt"] == written.isoformat().replace("+00:00", "Z")
    assert (line["projects"], line["newest"]["reference"], line["proved"]) == (1, f"HPM-{project.id}", True)
    (ann,) = listed(staff, q="ann@")["items"]
    # What nobody has begun to pay is offered, and not owed.
    assert (ann["owedCents"], ann["nextAt"], ann["proved"]) == (0, None, False)


def test_a_transfer_that_is_to_come_is_awaited_until_its_project_is_cancelled(people: People) -> None:
    slots.generate(clock.now())
    ann, staff = Onboarder(people.house), people.staff()
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    price = ann.checkout()["totalCents"]
    assert price > 0 and listed(staff)["items"][0]["awaitedCents"] == 0
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    (line,) = listed(staff)["items"]
    assert (line["owedCents"], line["awaitedCents"]) == (0, price)
    assert named(staff, ann.project, line["id"]) == [("unpaid", True, "pending")] * 3
    Project.update(status="cancelled").execute()
    assert listed(staff)["items"][0]["awaitedCents"] == 0
    assert named(staff, ann.project, line["id"]) == [("unpaid", False, "pending")] * 3


def named(staff: Person, project_id: int, client_id: int) -> list[tuple[str, bool, str]]:
    """By what its payment is named in the list of projects, on its client's page and in its record."""
    (line,) = (each for each in staff.get("/api/admin/projects").json["items"] if each["projectId"] == project_id)
    page, record = (staff.get(f"/api/admin/{of}").json for of in (f"clients/{client_id}", f"projects/{project_id}"))
    (theirs,) = (each for each in page["projects"] if each["projectId"] == project_id)
    states = line["money"], theirs["money"], record["moneyState"]
    facts = [(each["isAwaited"], each["paymentStatus"]) for each in (line, theirs, record)]
    return [(state, *fact) for state, fact in zip(states, facts, strict=True)]


def test_what_a_stranger_sent_with_a_clients_address_is_not_counted_as_theirs(people: People, staff: Person) -> None:
    stranger = Onboarder(people.house, email="amelia@example.com")
    assert stranger.take(stranger.times()[1]["id"]).status_code == 200
    assert stranger.post(f"/api/projects/{stranger.project}/bank-transfer").status_code == 200
    (line,) = listed(staff, q="amelia")["items"]
    assert (line["projects"], line["unproved"], line["awaitedCents"], line["nextAt"]) == (1, 1, 0, None)
    assert line["newest"]["projectId"] != stranger.project
    assert staff.post(f"/api/admin/projects/{stranger.project}/confirm-client").status_code == 200
    (line,) = listed(staff, q="amelia")["items"]
    assert (line["projects"], line["unproved"], line["newest"]["projectId"]) == (2, 0, stranger.project)
    assert line["awaitedCents"] > 0 and line["nextAt"] is not None


def test_who_was_erased_is_in_no_list(staff: Person) -> None:
    now = clock.now()
    Client.update(erased_at=now).where(Client.name == "Ann Lee").execute()
    Project.update(status="scheduled").where(Project.client == Client.get(Client.name == "Ann Lee")).execute()
    assert names(staff) == ["Bo Lind", "Amelia Hart"]
    assert names(staff, q="ann@example.com") == names(staff, status="scheduled") == []
    erased = Client.get(Client.name == "Ann Lee").id
    assert staff.get(f"/api/admin/clients/{erased}").status_code == 404
    assert staff.get(f"/api/admin/clients/{erased}/timeline").status_code == 404


def test_a_long_list_is_counted_no_further_than_it_is_quick(staff: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [listed(staff)[key] for key in ("total", "more")] == [3, False]
    for counting in (lists, listing):
        monkeypatch.setattr(counting, "MOST_COUNTED", 2)
    assert [listed(staff)[key] for key in ("total", "more")] == [2, True]
    assert [listed(staff, sort="name")["items"][2]["name"]] == ["Bo Lind"]
    # Too many to be put in order at once are gone through in that order.
    Project.update(status="scheduled").execute()
    page = listed(staff, status="scheduled", sort="name")
    assert ([line["name"] for line in page["items"]], page["more"]) == (["Amelia Hart", "Ann Lee", "Bo Lind"], True)


def test_a_page_after_the_last_is_empty(staff: Person) -> None:
    assert listed(staff, page=2)["items"] == listed(staff, page=2, q="example")["items"] == []

"""The one list of projects: whichever way they came, each is found, and every number is the length of its list."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from app import clock
from app.admin import lists
from app.booking.models import Booking
from app.onboarding.models import Onboarding
from app.orders.money import Payment
from app.payments import transfers
from app.projects.models import Project
from app.projects.rules import ProjectStatus
from app.search import models
from app.search.models import FEW
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.payments.banking import record
from tests.people import People, Person


@pytest.fixture
def firm(people: People) -> dict[str, int]:
    """A firm with a project of every kind, by what it is."""
    slots.generate(clock.now())
    house = people.house
    people.visitor().book(email="amelia@example.com")
    made = {"booked": Project.get().id}
    for number, name in enumerate(("card", "transfer", "part", "left", "refunded")):
        person = Onboarder(house, email=f"{name}@example.com")
        made[name] = person.project
        if name != "left":
            assert person.take(person.times()[number + 1]["id"]).status_code == 200
        if name in ("transfer", "part", "refunded"):
            assert person.post(f"/api/projects/{person.project}/bank-transfer").status_code == 200
    for name, cents in (("part", 100_00), ("refunded", 1500_00)):
        payment = Payment.get(Payment.order.in_([order.id for order in Project.get_by_id(made[name]).orders]))
        transfers.receive(payment.id, "helena", cents)
        if name == "refunded":
            transfers.give_back(payment.id, cents, "Not needed", "back", "helena")
    people.visitor().fill_wizard(email="draft@example.com")
    gone = Onboarder(house, email="gone@example.com").project
    Project.update(erased_at=clock.now()).where(Project.id == gone).execute()
    house.flask.config["GATEWAY"] = None
    by_transfer = people.visitor()
    by_transfer.fill_wizard(email="eve@example.com", fullName="Eve Lind")
    assert by_transfer.post("/api/bookings/current/bank-transfer").status_code == 200
    return made | {"awaiting": Booking.get(Booking.email == "eve@example.com").project_id}


def listed(staff: Person, **query: str) -> dict[str, Any]:
    answer = staff.get("/api/admin/projects", query_string=query)
    assert answer.status_code == 200, answer.get_json()
    return dict(answer.get_json())


@pytest.fixture
def found(people: People, firm: dict[str, int]) -> Callable[..., set[str]]:
    """The names of the projects that a list holds."""
    staff, names = people.staff(), {number: name for name, number in firm.items()}

    def ask(**query: str) -> set[str]:
        page = listed(staff, **query)
        assert page["total"] == len(page["items"])
        return {names[line["projectId"]] for line in page["items"]}

    return ask


def test_a_paid_enquiry_is_found_as_what_every_page_calls_it(
    found: Callable[..., set[str]], firm: dict[str, int]
) -> None:
    Project.update(status="inquiry").where(Project.id.in_([firm["booked"], firm["left"]])).execute()
    assert found(status="to_be_scheduled") == {"booked"}
    assert found(status="to_be_scheduled", way="onboarding") == set()


def test_an_open_bill_is_shown_beside_what_is_paid(people: People, firm: dict[str, int]) -> None:
    staff, due_on = people.staff(), (clock.in_sydney(clock.now()).date() + timedelta(days=14)).isoformat()
    body = {"lines": [{"description": "Site visit", "cents": 79_500}], "dueOn": due_on}
    path = f"/api/admin/projects/{firm['booked']}/bills"
    assert staff.post(path, body, headers={"Idempotency-Key": "one"}).status_code == 201
    (line,) = [each for each in listed(staff)["items"] if each["projectId"] == firm["booked"]]
    assert (line["amountCents"], line["money"], line["billsCents"]) == (25_000, "paid", 54_500)


def test_what_came_too_much_is_shown_beside_the_price_that_it_paid(people: People, firm: dict[str, int]) -> None:
    staff = people.staff()
    assert record(staff, firm["booked"], 50_000).status_code == 200
    lines = {line["projectId"]: line for line in listed(staff)["items"]}
    line = lines[firm["booked"]]
    assert (line["amountCents"], line["money"], line["dueBackCents"]) == (25_000, "paid", 50_000)
    assert {each["dueBackCents"] for number, each in lines.items() if number != firm["booked"]} == {0}


@pytest.mark.spec("A-02")
def test_each_filter_finds_what_it_says(found: Callable[..., set[str]], firm: dict[str, int]) -> None:
    assert found() == set(firm)
    assert found(way="booking") == {"booked", "awaiting"}
    assert found(way="onboarding") == {"card", "transfer", "part", "left", "refunded"}
    assert found(payment="unpaid") == {"card", "transfer", "left", "awaiting"}
    assert found(payment="awaited") == {"transfer", "awaiting"}
    assert found(payment="part_paid") == {"part"}
    assert found(payment="paid") == {"booked"}
    assert found(payment="refunded") == {"refunded"}
    assert found(status="pending_payment") == {"card", "transfer", "part", "awaiting"}
    assert found(status="inquiry", payment="unpaid") == {"left"}


@pytest.mark.spec("A-02")
@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("ann lee", {"card", "transfer", "part", "left", "refunded"}),
        ("LEFT@example", {"left"}),
        ("0400 111 222", {"card", "transfer", "part", "left", "refunded"}),
        ("12 Forest", {"booked", "awaiting"}),
        ("1 High Street", {"card", "transfer", "part", "left", "refunded"}),
        ("Eve Lind", {"awaiting"}),
        ("hpm-{left}", {"left"}),
        ("nobody", set()),
        # Two letters begin a word, a single one a client's name; a digit is a project's number, too.
        ("li", {"awaiting"}),
        ("ND", set()),
        ("e", {"awaiting"}),
        ("x", set()),
        ("{booked}", {"booked"}),
    ],
)
@pytest.mark.parametrize("few", [FEW, -1], ids=["few", "many"])
def test_a_search_finds_whoever_came_either_way(
    found: Callable[..., set[str]],
    firm: dict[str, int],
    monkeypatch: pytest.MonkeyPatch,
    words: str,
    names: set[str],
    few: int,
) -> None:
    monkeypatch.setattr(models, "FEW", few)
    assert found(search=words.format(**firm)) == names


@pytest.mark.spec("A-02")
def test_what_a_search_finds_often_is_counted_no_further(
    people: People, firm: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "MOST_COUNTED", 2)
    page = listed(people.staff(), search="ann lee")
    assert (page["total"], page["more"], len(page["items"])) == (2, True, 5)
    page = listed(people.staff(), search="12 Forest")
    assert (page["total"], page["more"], len(page["items"])) == (2, False, 2)
    # Without a search the number stands in the dashboard, too, and is the whole one.
    assert (listed(people.staff())["total"], listed(people.staff())["more"]) == (len(firm), False)


@pytest.mark.spec("A-02")
def test_an_unpaid_project_whose_time_was_let_go_is_found_until_it_is_erased(
    found: Callable[..., set[str]], firm: dict[str, int]
) -> None:
    Project.update(status=ProjectStatus.CANCELLED).where(Project.id == firm["left"]).execute()
    assert found(status="cancelled") == {"left"} == found(payment="unpaid", status="cancelled")
    # What is cancelled is not to be chased.
    assert found(payment="to_chase") == found(payment="unpaid") - {"left"}
    Project.update(erased_at=clock.now()).where(Project.id == firm["left"]).execute()
    assert found(status="cancelled") == set()


@pytest.mark.spec("A-02")
@pytest.mark.parametrize(
    ("count", "query"),
    [
        ("projects", {}),
        ("paid", {"payment": "paid"}),
        ("toChase", {"payment": "to_chase"}),
        ("awaited", {"payment": "awaited"}),
        ("newThisWeek", {"payment": "paid", "since": "week"}),
    ],
)
def test_each_count_of_projects_is_the_total_of_its_list(
    people: People, firm: dict[str, int], count: str, query: dict[str, str]
) -> None:
    staff = people.staff()
    counts = staff.get("/api/admin/dashboard").get_json()["counts"]
    assert counts[count] == listed(staff, **query)["total"] > 0
    if count == "awaited":
        waiting = staff.get("/api/admin/consultations?waiting=transfers").get_json()
        assert counts[count] == waiting["total"]


def test_the_list_goes_by_what_is_asked(people: People, firm: dict[str, int]) -> None:
    staff = people.staff()

    def by(sort: str) -> list[Any]:
        return [line["projectId"] for line in listed(staff, sort=sort)["items"]]

    assert by("oldest") == sorted(firm.values()) == by("newest")[::-1]
    starts = [line["start"] for line in listed(staff, sort="consultation")["items"]]
    dated = [start for start in starts if start]
    assert dated == sorted(dated) and starts == dated + [None] * (len(starts) - len(dated))
    names = [line["name"] for line in listed(staff, sort="name")["items"]]
    assert names == sorted(names, key=str.lower)
    statuses = [line["status"] for line in listed(staff, sort="status")["items"]]
    assert statuses == sorted(statuses)


@pytest.mark.spec("A-02")
def test_what_is_unfinished_is_counted_and_found_whichever_way_it_came(people: People, firm: dict[str, int]) -> None:
    staff, half = people.staff(), Onboarder(people.house, email="half@example.com")
    Project.update(intake_id=None).where(Project.id == half.project).execute()
    Onboarding.update(project=None).where(Onboarding.id == half.intake).execute()
    page = staff.get("/api/admin/unfinished").get_json()
    assert [(line["way"], line["email"], line["step"]) for line in page["items"]] == [
        ("onboarding", "half@example.com", None),
        ("booking", "draft@example.com", 4),
    ]
    counts = staff.get("/api/admin/dashboard").get_json()["counts"]
    assert counts["unfinished"] == page["total"] == 2
    found = staff.get("/api/admin/unfinished?search=draft").get_json()
    assert (found["total"], found["items"][0]["email"]) == (1, "draft@example.com")
    draft = staff.get(f"/api/admin/unfinished/booking/{found['items'][0]['id']}").get_json()
    assert {"question": "In their words", "answer": "A duplex on a sloping block."} in draft["answers"]
    assert (len(draft["documents"]), draft["projectId"]) == (1, None)


def test_what_was_unfinished_leads_on_to_its_project(people: People) -> None:
    people.visitor().book()
    booked = Booking.get()
    shown = people.staff().get(f"/api/admin/unfinished/booking/{booked.id}").get_json()
    assert shown["projectId"] == booked.project_id

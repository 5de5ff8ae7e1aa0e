"""The record of one project: everything about it in one place, whichever way it came."""

from datetime import timedelta
from typing import Any

import pytest

from app import clock
from app.booking.models import Booking
from app.mail.models import Letter
from app.orders.money import Payment
from app.payments import bills
from app.projects.models import Project
from app.slots import actions as slots
from app.slots.models import Slot
from tests.listening import listening
from tests.onboarders import Onboarder, moment
from tests.people import People, Person
from tests.watch import Watch


@pytest.fixture(autouse=True)
def _times(people: People) -> None:
    slots.generate(clock.now())


@pytest.fixture
def staff(people: People) -> Person:
    return people.staff()


def record(staff: Person, project: int) -> dict[str, Any]:
    answer = staff.get(f"/api/admin/projects/{project}")
    assert answer.status_code == 200, answer.get_json()
    return dict(answer.get_json())


def acts(shown: dict[str, Any]) -> dict[str, str]:
    return {each["act"]: each["refusal"] for each in shown["acts"]}


@pytest.mark.spec("A-06", "A-02")
def test_a_booked_projects_record_holds_its_answers_money_files_and_letters(people: People, staff: Person) -> None:
    people.visitor().book(files=2)
    project = Project.get().id
    shown = record(staff, project)
    answers = {each["question"]: each["answer"] for each in shown["answers"]}
    assert (shown["way"], shown["reference"], shown["status"]) == ("booking", f"HPM-{project}", "inquiry")
    assert (answers["Project address"], answers["Project type"]) == ("12 Forest Road, Hurstville", "New home")
    assert (answers["Prefers"], answers["In their words"]) == ("Email", "A duplex on a sloping block.")
    assert [payment["amountCents"] for payment in shown["payments"]] == [25_000]
    (order,) = shown["orders"]
    assert (order["state"], order["totalCents"], [paper["kind"] for paper in order["papers"]]) == (
        "paid", 25_000, ["invoice"],
    )  # fmt: skip
    assert {file["fileName"] for file in shown["documents"]} == {"Plan 1.pdf", "Plan 2.pdf"}
    assert (shown["client"]["signIn"], shown["client"]["details"]["phone"]) == ("temporary", "0400 123 456")
    assert shown["history"][0]["toStatus"] == "inquiry"
    assert shown["time"]["lacksTime"] is True and acts(shown)["set_time"] == ""


@pytest.mark.spec("A-06", "A-02")
def test_an_onboarded_projects_record_is_the_same_and_stays_after_its_meeting(
    people: People, staff: Person, watch: Watch
) -> None:
    ann = Onboarder(people.house)
    ann.take(ann.times()[1]["id"])
    ann.attach()
    people.house.sandbox.confirm(intent := ann.begin_card())
    ann.settle(intent)
    shown = record(staff, ann.project)
    answers = {each["question"]: each["answer"] for each in shown["answers"]}
    assert (shown["way"], answers["Address"]) == ("onboarding", "1 High Street, Hurstville NSW 2220")
    assert (shown["time"]["standing"], shown["time"]["kind"]) == ("ahead", "paid")
    assert [file["fileName"] for file in shown["documents"]] == ["Plan.pdf"]
    watch.now = moment(shown["time"]["start"]) + timedelta(days=1)
    staff = people.staff()  # the session of the day before is over
    assert staff.get("/api/admin/consultations").get_json()["total"] == 0
    assert record(staff, ann.project)["time"]["standing"] == "over"
    (line,) = staff.get("/api/admin/projects?search=ann@example.com").get_json()["items"]
    assert line["projectId"] == ann.project


@pytest.mark.spec("A-06", "A-02")
def test_every_letter_about_a_project_stands_in_its_record(people: People, staff: Person) -> None:
    people.visitor().book()
    project = Project.get()
    staff.post(f"/api/admin/clients/{project.client_id}/sign-in")
    staff.post(f"/api/admin/projects/{project.id}/consultation", {"slotId": Slot.free(clock.now())[5].id, "seen": None})
    kinds = [letter["kind"] for letter in record(staff, project.id)["letters"]]
    assert len(kinds) == Letter.select().count()
    assert {"booking_confirmed", "credentials", "consultation_moved", "staff_booking_notice"} <= set(kinds)
    assert kinds.count("credentials") == 2


def test_letters_of_another_project_or_of_a_client_nobody_proved_are_not_among_them(
    people: People, staff: Person
) -> None:
    people.visitor().book()
    booked = Project.get()
    staff.post(f"/api/admin/clients/{booked.client_id}/sign-in")
    stranger = Onboarder(people.house, email="amelia@example.com")
    shown = record(staff, stranger.project)
    about = {letter["id"] for letter in shown["letters"]}
    assert about == {letter.id for letter in Letter.select().where(Letter.project_id == stranger.project)}
    assert shown["ownership"]["provedBy"] is None and shown["client"]["name"] == "Ann Lee"
    names = ("projectId", "status", "money", "isAwaited", "isAsked", "paymentStatus")
    of_the_page = staff.get(f"/api/admin/clients/{booked.client_id}").get_json()["projects"]
    (other,) = shown["client"]["others"]
    assert (other["projectId"], other["money"], other["isAwaited"]) == (booked.id, "paid", False)
    assert [{name: each[name] for name in names} for each in of_the_page if each["projectId"] == booked.id] == [
        {name: other[name] for name in names}
    ]


@pytest.mark.spec("A-02")
def test_bills_stand_in_the_record_with_the_transfer_that_is_awaited_for_each(people: People, staff: Person) -> None:
    people.visitor().book()
    project, due = Project.get().id, clock.in_sydney(clock.now()).date().isoformat()
    made = staff.post(
        f"/api/admin/projects/{project}/bills",
        {"lines": [{"description": "Site visit", "cents": 66_000}], "dueOn": due},
        headers={"Idempotency-Key": "bill"},
    ).get_json()
    bill = record(staff, project)["orders"][1]
    assert (bill["id"], bill["reference"], bill["owedCents"]) == (made["id"], f"HPM-{project}-2", 41_000)
    assert (bill["withdrawRefusal"], bill["awaitedCents"], bill["prospect"]["owedCents"]) == ("", 41_000, 41_000)
    assert staff.post(f"/api/admin/payments/{bill['awaitedPaymentId']}/receive-transfer").status_code == 200
    paid = record(staff, project)["orders"][1]
    assert (paid["withdrawRefusal"], paid["awaitedPaymentId"], paid["state"]) == (None, None, "paid")


@pytest.mark.spec("A-06")
@pytest.mark.parametrize(
    ("came", "back", "state", "refusal"),
    [
        (0, 0, "unpaid", ""),
        (10_000, 0, "part_paid", bills.PART_CAME),
        (10_000, 10_000, "refunded", ""),
        (41_000, 0, "paid", None),
        (41_000, 5_000, "part_refunded", None),
        (41_000, 41_000, "refunded", None),
    ],
)
def test_nobody_is_offered_to_withdraw_a_bill_that_was_paid_in_full(
    people: People, staff: Person, came: int, back: int, state: str, refusal: str | None
) -> None:
    people.visitor().book()
    project, due = Project.get().id, clock.in_sydney(clock.now()).date().isoformat()
    body = {"lines": [{"description": "Site visit", "cents": 66_000}], "dueOn": due}
    staff.post(f"/api/admin/projects/{project}/bills", body, headers={"Idempotency-Key": "bill"})
    payment = record(staff, project)["orders"][1]["awaitedPaymentId"]
    for cents, act in ((came, "receive-transfer"), (back, "refunds")):
        told = {"amountCents": cents, "reason": "Agreed", "seenCents": came}
        path = f"/api/admin/payments/{payment}/{act}"
        assert not cents or staff.post(path, told, headers={"Idempotency-Key": act}).status_code == 200
    shown = record(staff, project)["orders"][1]
    assert (shown["state"], shown["withdrawRefusal"]) == (state, refusal)


@pytest.mark.spec("A-06")
def test_what_was_done_and_looked_at_stands_in_the_record(people: People, staff: Person) -> None:
    people.visitor().book(files=1)
    project = Project.get().id
    document = record(staff, project)["documents"][0]["id"]
    staff.get(f"/api/admin/documents/{document}/download").close()
    lines = {(line["actor"], line["action"], line["subject"]) for line in record(staff, project)["audit"]}
    assert {("helena", "look", f"project:{project}"), ("helena", "download", f"document:{document}")} <= lines


def test_a_project_that_was_never_there_is_not_found(staff: Person) -> None:
    assert staff.get("/api/admin/projects/99").status_code == 404


@pytest.mark.spec("A-02")
def test_what_came_by_transfer_is_marked_moved_cancelled_and_given_back_from_one_record(
    people: People, staff: Person
) -> None:
    ann = Onboarder(people.house)
    ann.take(ann.times()[1]["id"])
    ann.post(f"/api/projects/{ann.project}/bank-transfer")
    shown = record(staff, ann.project)
    assert (acts(shown)["record_transfer"], shown["orders"][0]["awaitedCents"]) == (
        "A transfer is awaited. Mark that one as received.",
        150_000,
    )
    page = f"/api/admin/projects/{ann.project}"
    assert staff.post(f"/api/admin/payments/{Payment.get().id}/receive-transfer").status_code == 200
    moved = {"slotId": ann.times()[3]["id"], "seen": shown["time"]["start"]}
    assert staff.post(f"{page}/consultation", moved).status_code == 200
    assert staff.call_off(ann.project, "As agreed").status_code == 200
    shown = record(staff, ann.project)
    refused = {act for act, why in acts(shown).items() if why}
    assert refused == {"set_time", "choose_meeting", "cancel", "ask_documents", "message", "bill"}
    body = {"amountCents": 150_000, "seenCents": 150_000, "reason": "As agreed"}
    again = {"headers": {"Idempotency-Key": "back"}}
    assert staff.post(f"/api/admin/payments/{Payment.get().id}/refunds", body, **again).status_code == 200
    shown = record(staff, ann.project)
    assert (shown["moneyState"], acts(shown)["refund"] != "") == ("refunded", True)


def test_an_erased_project_allows_no_act_but_about_its_money(people: People, staff: Person) -> None:
    people.visitor().book()
    project = Project.get().id
    Booking.update(erased_at=clock.now()).execute()
    Project.update(erased_at=clock.now(), status="cancelled").execute()
    shown = record(staff, project)
    allowed = {act for act, why in acts(shown).items() if not why}
    assert (shown["erased"], shown["answers"], allowed) == (True, [], {"record_transfer"})
    again = {"status": "inquiry", "reason": "No, again", "seen": "cancelled"}
    assert staff.post(f"/api/admin/projects/{project}/status", again).status_code == 404


@pytest.mark.parametrize(
    ("act", "body"),
    [
        ("adviser", {}),
        ("cancel", {"reason": "", "seen": None}),
        ("confirm-client", None),
        ("contact", None),
        ("meeting", {"way": "phone"}),
        ("needs", {"titles": ["Plans"]}),
        ("take-back-client", None),
    ],
)
def test_what_was_erased_is_no_project_for_any_act_of_staff(
    people: People, staff: Person, act: str, body: dict[str, Any] | None
) -> None:
    people.visitor().book()
    project = Project.get().id
    there = staff.post(f"/api/admin/projects/{project}/{act}", body)
    Project.update(erased_at=clock.now()).execute()
    erased = staff.post(f"/api/admin/projects/{project}/{act}", body)
    assert (there.status_code == 404, erased.status_code) == (False, 404)
    assert erased.get_json()["message"] == "There is no such project."


def test_a_record_asks_for_nothing_of_which_there_is_nothing(people: People, staff: Person) -> None:
    people.visitor().book(files=2)
    project = Project.get().id
    record(staff, project)
    with listening() as heard:
        record(staff, project)
    assert len(heard) <= 89

"""The dashboard's figures: what they count, and that their lists count the same."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app import clock
from app.accounts.models import Admin
from app.admin.figures.rules import Moved
from app.alerts.actions import raise_alert
from app.attention.rules import stamp
from app.db import write
from app.enquiries.actions import answer, receive
from app.orders.money import Payment, Refund
from app.projects.models import Project
from app.slots import actions as slots
from tests.figures.counted import disagreements
from tests.onboarders import Onboarder
from tests.payments.banking import give_back as give_back_transfer
from tests.payments.banking import record
from tests.people import House, People, Person
from tests.watch import Watch

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MONDAY = datetime(2027, 5, 10, 1, tzinfo=UTC)  # 11:00 am in Sydney, and no holiday near


@pytest.fixture
def monday(watch: Watch) -> Watch:
    """The clock, on a Monday morning."""
    watch.now = MONDAY
    return watch


def give_back(payment: Payment, cents: int, at: datetime, **more: Any) -> None:
    with write():
        Refund.create(payment=payment, cents=cents, actor="helena", refunded_at=at, learned_at=at, **more)


def figures(staff: Person) -> dict[str, Any]:
    return dict(staff.get("/api/admin/figures").get_json())


def promises(staff: Person) -> dict[str, tuple[int, int, int, int]]:
    """How many were kept in time, late, not, or are open, of those that were needed."""
    return {
        each["kind"]: (each["inTime"], each["late"], each["missed"], each["open"])
        for each in figures(staff)["promises"]
    }


@pytest.mark.spec("A-01")
def test_each_figure_counts_what_its_list_counts(people: People, monday: Watch) -> None:
    for days, email in ((40, "one"), (20, "two"), (9, "three")):
        with clock.reading(lambda at=MONDAY - days * DAY: at):
            people.visitor().book(files=0, email=f"{email}@example.com")
    people.visitor().fill_wizard(files=0, email="left@example.com")
    slots.generate(monday.now)
    Onboarder(people.house)
    receive("Bo", "bo@example.com", "0400 000 000", "Do you do sheds?", None)
    staff = people.staff()
    give_back(Payment.select().order_by(Payment.id).first(), 10_000, monday.now)
    assert disagreements(staff) == []
    shown = figures(staff)
    assert [month["cameCents"] for month in shown["money"][-4:]] == [0, 25_000, 25_000, 25_000]
    assert (shown["booked"], [step["count"] for step in shown["stopped"]]) == (2, [0, 0, 1, 0])
    assert promises(staff)["enquiry"] == (0, 0, 0, 1)


@pytest.mark.spec("A-01")
def test_money_that_came_too_much_is_no_income_of_the_month_in_which_it_came(people: People, monday: Watch) -> None:
    with clock.reading(lambda: MONDAY - 40 * DAY):
        people.visitor().book(files=0)
    staff = people.staff()
    assert record(staff, Project.get().id, 25_001).status_code == 200
    assert disagreements(staff) == []
    march, _, may = figures(staff)["money"][-3:]
    assert [(each["cameCents"], each["dueBackCents"]) for each in (march, may)] == [(25_000, 0), (25_001, 25_001)]
    counts = staff.get("/api/admin/dashboard").get_json()["counts"]
    assert (counts["paidCents"], counts["paidThisMonthCents"]) == (25_000, 0)
    assert give_back_transfer(staff, Payment.get(Payment.provider == "bank").id, 25_001).status_code == 200
    assert figures(staff)["money"][-1]["dueBackCents"] == 0
    assert disagreements(staff) == []


@pytest.mark.spec("A-01")
def test_nothing_at_all_is_counted_as_nothing(people: People) -> None:
    staff = people.staff()
    assert disagreements(staff) == []
    assert {month["cameCents"] for month in figures(staff)["money"]} == {0}


def test_a_figure_that_counted_more_than_its_list_would_be_noticed(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.admin.figures.money.sums", lambda *months: [Moved(25_001, 0, 0)] * len(months))
    assert disagreements(people.staff()) != []


def test_money_counts_in_sydneys_month_and_what_is_given_back_in_the_month_in_which_it_went(
    people: People, monday: Watch
) -> None:
    people.visitor().book(files=0)
    payment, staff, midnight = Payment.get(), people.staff(), datetime(2027, 4, 30, 14, tzinfo=UTC)
    with write():
        Payment.update(paid_at=midnight - timedelta(seconds=1)).execute()
    give_back(payment, 5_001, midnight)
    give_back(payment, 7_000, midnight, failed_at=MONDAY)  # the client's bank sent it back
    april, may = figures(staff)["money"][-2:]
    assert (april["cameCents"], april["givenCents"]) == (25_000, 0)
    assert (may["cameCents"], may["givenCents"]) == (0, 5_001)
    [item] = staff.get("/api/admin/money?month=2027-05-31").get_json()["items"]
    assert (item["kind"], item["cents"], item["name"]) == ("refund", -5_001, "Amelia Hart")
    assert disagreements(staff) == []


@pytest.mark.spec("A-07")
@pytest.mark.parametrize(
    ("hours", "stands"),
    [(23, (1, 0, 0, 0)), (25, (0, 1, 0, 0)), (None, (0, 0, 1, 0))],
    ids=["in time", "late", "never"],
)
def test_a_call_that_was_promised_is_kept_by_when_it_was_made(
    people: People, monday: Watch, hours: int | None, stands: tuple[int, int, int, int]
) -> None:
    people.visitor().book(files=0)
    project = Project.get().id
    assert promises(people.staff())["contact"] == (0, 0, 0, 1)
    if hours is not None:
        monday.now = MONDAY + hours * HOUR
        assert people.staff().post(f"/api/admin/projects/{project}/contact").status_code == 200
    monday.now = MONDAY + 2 * DAY
    staff = people.staff()
    if hours is not None:  # another call changes nothing about the first
        assert staff.post(f"/api/admin/projects/{project}/contact").status_code == 200
    assert promises(staff)["contact"] == stands
    assert disagreements(staff) == []


def test_a_time_agreed_on_keeps_the_promise_of_a_call_and_a_cancelled_project_has_none(
    people: People, monday: Watch
) -> None:
    slots.generate(monday.now)
    people.visitor().book(files=0)
    project, staff = Project.get().id, people.staff()
    slot = staff.get("/api/slots/available").get_json()[0]["id"]
    assert staff.post(f"/api/admin/projects/{project}/consultation", {"slotId": slot, "seen": None}).status_code == 200
    people.visitor().book(files=0, email="other@example.com")
    assert promises(staff)["contact"] == (1, 0, 0, 1)
    other = Project.select().order_by(Project.id.desc()).first().id
    assert staff.call_off(other, "Moved away").status_code == 200
    assert promises(staff)["contact"] == (1, 0, 0, 0)


@pytest.mark.parametrize(("hours", "stands"), [(23, "notNeeded"), (25, "missed")], ids=["before", "too late"])
def test_a_client_who_chose_a_time_themselves_needed_no_call_unless_it_was_due(
    people: People, monday: Watch, hours: int, stands: str
) -> None:
    slots.generate(monday.now)
    visitor = people.visitor()
    visitor.book(files=0)
    monday.now = MONDAY + hours * HOUR
    slot, project = visitor.get("/api/slots/available").get_json()[0]["id"], Project.get().id
    assert visitor.browser.patch(f"/api/slots/{slot}/book", json={"projectId": project}).status_code == 200
    for _ in range(2):  # a call afterwards makes up for nothing
        [call] = [each for each in figures(people.staff())["promises"] if each["kind"] == "contact"]
        assert [name for name in ("inTime", "late", "missed", "open", "notNeeded") if call[name]] == [stands]
        assert disagreements(people.staff()) == []
        monday.now += HOUR
        assert people.staff().get("/api/admin/promises?kind=contact").get_json()["items"][0]["chosenAt"]


def test_an_enquiry_is_promised_an_answer_by_the_end_of_the_next_business_day(people: People, monday: Watch) -> None:
    asked = receive("Bo", "bo@example.com", "0400 000 000", "Do you do sheds?", None)
    answer(asked.id, "Yes, we do sheds.", "first", "helena", monday.now + DAY)
    assert promises(people.staff())["enquiry"] == (1, 0, 0, 0)
    [line] = people.staff().get("/api/admin/promises?kind=enquiry").get_json()["items"]
    assert (line["name"], line["dueAt"], line["projectId"]) == ("Bo", "2027-05-11T07:00:00Z", None)


@pytest.mark.spec("A-01")
def test_what_was_done_today_names_who_did_it_and_whose_matter_it_was(people: People, monday: Watch) -> None:
    people.visitor().book(files=0)
    project, staff = Project.get().id, people.staff()
    for _ in range(2):
        staff.get(f"/api/admin/projects/{project}")  # looking is no work
    assert staff.post(f"/api/admin/projects/{project}/contact").status_code == 200
    begun = {"status": "in_progress", "reason": "The contract has come", "seen": Project.get().status}
    assert staff.post(f"/api/admin/projects/{project}/status", begun).status_code == 200
    link, key = f"/admin/dashboard?project={project}", "a-refund"
    raise_alert("refund_due", key, "Please decide about a refund.", link=link, now=monday.now)
    asked = {"kind": "news", "subject": key, "reason": stamp(monday.now), "why": "We keep it"}
    assert staff.post("/api/admin/attention/done", asked).status_code == 200
    assert staff.browser.delete(f"/api/admin/projects/{project}/contact").status_code == 200
    page = staff.get("/api/admin/done").get_json()
    assert [(line["act"], line["who"], line["name"], line["projectId"]) for line in page["items"]] == [
        ("take-back-contact", "Helena Marsh", "Amelia Hart", project),
        ("resolve", "Helena Marsh", "Amelia Hart", project),
        ("set-status", "Helena Marsh", "Amelia Hart", project),
        ("contact", "Helena Marsh", "Amelia Hart", project),
    ]
    monday.now += 14 * HOUR  # another day in Sydney
    assert people.staff().get("/api/admin/done").get_json()["total"] == 0


@pytest.mark.spec("A-01")
def test_what_is_unpaid_is_neither_booked_and_paid_nor_new_among_the_paid(
    people: People, house: House, monday: Watch
) -> None:
    people.visitor().book(files=0)
    house.flask.config["GATEWAY"] = None
    waiting = people.visitor()
    waiting.fill_wizard(files=0, email="waits@example.com")
    assert waiting.post("/api/bookings/current/bank-transfer").status_code == 200
    staff = people.staff()
    assert Project.select().count() == 2
    counts = staff.get("/api/admin/dashboard").get_json()["counts"]
    assert (figures(staff)["booked"], counts["paid"], counts["newThisWeek"], counts["toChase"]) == (1, 1, 1, 1)
    assert disagreements(staff) == []


@pytest.mark.spec("A-01")
def test_this_week_begins_on_monday_in_sydney_wherever_it_is_counted(people: People, monday: Watch) -> None:
    midnight = datetime(2027, 5, 9, 14, tzinfo=UTC)
    for at, email in ((midnight - timedelta(seconds=1), "sunday"), (midnight, "monday")):
        with clock.reading(lambda at=at: at):
            people.visitor().book(files=0, email=f"{email}@example.com")
    staff = people.staff()
    counts = staff.get("/api/admin/dashboard").get_json()["counts"]
    assert (counts["newThisWeek"], figures(staff)["came"][-1]["booking"]) == (1, 1)
    assert staff.get("/api/admin/projects?since=week").get_json()["total"] == 1
    assert disagreements(staff) == []


@pytest.mark.spec("A-01")
def test_a_weeks_column_counts_what_staff_begin_as_its_list_does(people: People, monday: Watch) -> None:
    people.visitor().book(files=0)
    staff = people.staff()
    with write():
        Project.update(opened_by=Admin.get().id).execute()
    week = figures(staff)["came"][-1]
    assert (week["booking"], week["staff"]) == (0, 1)
    assert disagreements(staff) == []

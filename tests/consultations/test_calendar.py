"""The calendar that staff keep: what it shows, and each thing that they do in it."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from app import clock
from app.admin.letter_rules import CHANGED, NO_TIME
from app.audit.models import AuditLine
from app.clock import sydney_text
from app.mail.models import Letter
from app.orders.money import Payment
from app.projects.models import HistoryLine, Project
from app.slots import actions as slots
from app.slots.calendar import nsw_holidays
from app.slots.models import Hold, Slot
from app.slots.rules import SYDNEY
from tests.consultations.scheduled import Client
from tests.consultations.test_after_refund import give_back
from tests.onboarders import DETAILS, Onboarder
from tests.people import People, Person
from tests.watch import Watch


def day_of(moment: Any) -> str:
    return str(moment.astimezone(SYDNEY).date())


def shown(staff: Person, days: int = 56) -> dict[str, Any]:
    today = clock.in_sydney(clock.now()).date()
    answer = staff.get(f"/api/admin/appointments?first={today}&last={today + timedelta(days=days)}")
    assert answer.status_code == 200, answer.get_json()
    return dict(answer.get_json())


def rules(staff: Person, **changes: Any) -> dict[str, Any]:
    return {**staff.get("/api/admin/availability").get_json(), "saves": True, **changes}


def kinds(staff: Person) -> dict[str, int]:
    states = [time["state"] for time in shown(staff)["times"]]
    return {state: states.count(state) for state in sorted(set(states))}


@pytest.mark.spec("A-05")
def test_staff_see_free_held_booked_and_blocked_times_with_whose_they_are(people: People, watch: Watch) -> None:
    ann, bea = Onboarder(people.house), Onboarder(people.house, email="bea@example.com")
    first, second, third = ann.times()[4:7]
    ann.take(first["id"])
    ann.pay()
    bea.take(second["id"])
    staff = people.staff()
    out, at = {"offered": False, "saves": False}, f"/api/admin/times/{third['id']}"
    asked = staff.browser.patch(at, json=out).get_json()
    assert (asked["disappear"], asked["appear"], asked["touched"]) == ([third["date"]], [], [])
    assert "blocked" not in kinds(staff)
    assert staff.browser.patch(at, json={**out, "saves": True}).status_code == 200
    known = {time["id"]: time for time in shown(staff)["times"]}
    told = [(known[each["id"]]["state"], known[each["id"]]["bookable"]) for each in (first, second, third)]
    assert told == [("booked", False), ("held", False), ("blocked", False)]
    assert known[first["id"]]["project"]["reference"] == f"HPM-{ann.project}"
    assert known[first["id"]]["expiresAt"] is None
    assert known[second["id"]]["expiresAt"] is not None
    # What is too near for clients staff can give all the same.
    soonest = min(known.values(), key=lambda time: time["start"])
    assert soonest["state"] == "free"
    assert len([time for time in known.values() if time["bookable"]]) == len(ann.times())


@pytest.mark.spec("A-05")
def test_no_page_of_staff_calls_a_time_booked_whose_payment_went_back_until_work_begins(
    people: People, watch: Watch
) -> None:
    client, staff = Client.with_time(people, 8), people.staff()
    project = client.project

    def says() -> tuple[object, ...]:
        (listed,) = staff.get("/api/admin/consultations").get_json()["items"]
        time = staff.get(f"/api/admin/projects/{project}").get_json()["time"]
        return kinds(staff).get("booked", 0), kinds(staff).get("refunded", 0), listed["takesPlace"], time["takesPlace"]

    assert says() == (1, 0, True, True)
    give_back(client, Payment.get().intent_id)
    assert says() == (0, 1, False, False)
    rule = rules(staff, hours=[], saves=False)
    plan = staff.browser.put("/api/admin/availability", json=rule).get_json()
    assert [each["state"] for each in plan["touched"]] == ["refunded"]
    goes_on = {"status": "in_progress", "reason": "They pay by instalments", "seen": Project.get().status}
    assert staff.post(f"/api/admin/projects/{project}/status", goes_on).status_code == 200
    assert says() == (1, 0, True, True)


def test_the_calendar_names_holidays_and_closures(people: People, watch: Watch) -> None:
    staff = people.staff()
    day = (watch.now + timedelta(days=10)).astimezone(SYDNEY).date()
    closure = {"starts": f"{day}T00:00", "ends": f"{day}T12:30", "reason": "Conference"}
    assert staff.post("/api/admin/closures", {**closure, "saves": True}).status_code == 200
    told = shown(staff)
    assert told["closures"] == [closure]
    today = clock.in_sydney(watch.now).date()
    last = today + timedelta(days=56)
    assert [each["day"] for each in told["holidays"]] == sorted(
        str(each) for each in nsw_holidays(today, last) if today <= each <= last
    )


@pytest.mark.parametrize("span", ["first=2026-12-01&last=2026-11-30", "first=2026-01-01&last=2026-03-05"])
def test_a_view_is_of_62_days_at_most(people: People, span: str) -> None:
    answer = people.staff().get(f"/api/admin/appointments?{span}")
    assert (answer.status_code, set(answer.get_json()["fields"])) == (422, {"last"})


@pytest.mark.spec("A-05")
def test_a_change_tells_whose_times_it_touches_before_it_is_saved_and_keeps_them(people: People, watch: Watch) -> None:
    ann = Onboarder(people.house)
    time = ann.times()[20]
    ann.take(time["id"])
    ann.pay()
    staff = people.staff()
    before, letters = kinds(staff), Letter.select().count()
    weekday = Slot.get_by_id(time["id"]).date.astimezone(SYDNEY).weekday()
    others = [each for each in rules(staff)["hours"] if each["weekday"] != weekday]
    plan = staff.browser.put("/api/admin/availability", json=rules(staff, hours=others, saves=False)).get_json()
    assert kinds(staff) == before
    assert plan["appear"] == []
    assert len(plan["disappear"]) > 20
    assert [(each["start"], each["state"], each["was"]) for each in plan["touched"]] == [
        (time["date"], "booked", False)
    ]
    assert plan["touched"][0]["project"]["name"] == DETAILS["name"]
    saved = staff.browser.put("/api/admin/availability", json=rules(staff, hours=others))
    assert saved.get_json() == plan
    assert kinds(staff) == {"booked": 1, "free": before["free"] - len(plan["disappear"])}
    assert Hold.of_project(ann.project).slot_id == time["id"]
    (mine,) = [each for each in shown(staff)["times"] if each["state"] == "booked"]
    assert mine["outside"] is True
    assert Letter.select().count() == letters


@pytest.mark.spec("A-05")
def test_two_of_the_staff_at_the_rules_do_not_overwrite_each_other(people: People, watch: Watch) -> None:
    helena, olivia = people.staff(), people.staff("olivia")
    hers, mine = rules(olivia, noticeHours=48), rules(helena, noticeHours=12)
    assert olivia.browser.put("/api/admin/availability", json=hers).status_code == 200
    refused = helena.browser.put("/api/admin/availability", json=mine)
    assert refused.status_code == 409
    assert "olivia" in refused.get_json()["message"]
    present = rules(helena)
    assert (present["noticeHours"], present["changedBy"]) == (48, "olivia")
    assert (
        helena.browser.put("/api/admin/availability", json={**mine, "version": present["version"]}).status_code == 200
    )


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"minutes": 5}, "minutes"),
        ({"bufferMinutes": -5}, "bufferMinutes"),
        ({"hours": [{"weekday": 0, "opens": "10:00", "closes": "09:00"}]}, "weekdays.0"),
        ({"hours": [{"weekday": 0, "opens": "25:00", "closes": "09:00"}]}, "hours.0.opens"),
        ({"hours": [{"weekday": 0, "opens": -5, "closes": "09:00"}]}, "hours.0.opens"),
        ({"hours": [{"weekday": 9, "opens": "09:00", "closes": "10:00"}]}, "hours.0.weekday"),
    ],
)
def test_rules_that_cannot_be_are_refused_at_their_field(people: People, changes: dict[str, Any], field: str) -> None:
    staff = people.staff()
    answer = staff.browser.put("/api/admin/availability", json=rules(staff, **changes))
    assert (answer.status_code, list(answer.get_json()["fields"])) == (422, [field])


def test_the_notice_and_the_horizon_decide_what_a_client_can_book(people: People, watch: Watch) -> None:
    ann, staff = Onboarder(people.house), people.staff()
    changed = rules(staff, noticeHours=72, horizonWeeks=2)
    assert staff.browser.put("/api/admin/availability", json=changed).status_code == 200
    dates = [each["date"] for each in ann.times()]
    assert watch.now + timedelta(hours=72) <= Slot.get(Slot.id == ann.times()[0]["id"]).date
    assert max(dates) <= (watch.now + timedelta(weeks=2)).isoformat().replace("+00:00", "Z")


def test_staff_can_give_any_free_time_also_within_the_notice_for_clients(people: People, watch: Watch) -> None:
    staff, visitor = people.staff(), people.visitor()
    near = Slot.create(date=watch.now + timedelta(hours=2))
    past = Slot.create(date=watch.now - timedelta(hours=2))
    given = staff.get("/api/admin/times").get_json()
    ids = [each["id"] for each in given]
    assert near.id in ids and past.id not in ids
    assert near.id not in [each["id"] for each in visitor.get("/api/slots/available").get_json()]
    caller = {"name": "Cal Ler", "email": "cal@example.com", "phone": "0400 999 888"}
    wish = {**caller, "serviceType": "consultation", "slotId": near.id}
    made = staff.post("/api/admin/phone-bookings", wish, headers={"Idempotency-Key": "call"})
    assert made.status_code == 201, made.get_json()
    assert Hold.of_project(made.get_json()["projectId"]).slot_id == near.id
    assert near.id not in [each["id"] for each in staff.get("/api/admin/times").get_json()]


def test_a_closure_is_told_before_made_once_and_ended(people: People, watch: Watch) -> None:
    staff = people.staff()
    free = [each for each in shown(staff)["times"] if each["bookable"]][10]
    day = day_of(Slot.get_by_id(free["id"]).date)
    closure = {"starts": f"{day}T00:00", "ends": f"{day}T23:59", "reason": "Away"}
    before = kinds(staff)
    plan = staff.post("/api/admin/closures", {**closure, "saves": False}).get_json()
    assert free["start"] in plan["disappear"]
    assert (kinds(staff), shown(staff)["closures"]) == (before, [])
    for _ in range(2):
        assert staff.post("/api/admin/closures", {**closure, "saves": True}).status_code == 200
    assert kinds(staff) == {"free": before["free"] - len(plan["disappear"])}
    asked = staff.post("/api/admin/closures/end", {**closure, "saves": False}).get_json()
    assert asked["appear"] == plan["disappear"] and kinds(staff) != before
    for _ in range(2):
        assert staff.post("/api/admin/closures/end", {**closure, "saves": True}).status_code == 200
    assert kinds(staff) == before
    lines = AuditLine.select().where(AuditLine.action == "change-availability")
    assert [line.detail.split()[0] for line in lines] == ["closed", "reopened"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"ends": "2030-01-01T00:00"}, "ends"), ({"reason": " "}, "reason"), ({"starts": "soon"}, "starts")],
)
def test_a_closure_that_cannot_be_is_refused_at_its_field(people: People, changes: dict[str, str], field: str) -> None:
    closure = {"starts": "2030-01-02T00:00", "ends": "2030-01-03T00:00", "reason": "Away", "saves": True, **changes}
    answer = people.staff().post("/api/admin/closures", closure)
    assert (answer.status_code, list(answer.get_json()["fields"])) == (422, [field])


@pytest.mark.spec("A-05")
def test_a_time_that_is_not_the_rules_own_can_be_added_and_given(people: People, watch: Watch) -> None:
    staff, project = people.staff(), Client.with_time(people, 8).project
    day = (watch.now + timedelta(days=9)).astimezone(SYDNEY).date()
    for _ in range(2):
        assert staff.post("/api/admin/times", {"start": f"{day}T19:30"}).status_code == 200
    added = Slot.get(Slot.id == max(each["id"] for each in shown(staff)["times"]))
    assert f"{added.date.astimezone(SYDNEY):%H:%M}" == "19:30"
    seen = Project.get_by_id(project).appointment_date.isoformat()
    for _ in range(2):
        given = staff.post(f"/api/admin/projects/{project}/consultation", {"slotId": added.id, "seen": seen})
        assert given.status_code == 200
    assert Project.get_by_id(project).appointment_date == added.date


@pytest.mark.spec("A-05")
def test_a_time_that_somebody_else_has_moved_meanwhile_is_not_moved_again_unseen(people: People, watch: Watch) -> None:
    staff, project = people.staff(), Client.with_time(people, 8).project
    seen = Project.get_by_id(project).appointment_date.isoformat()
    first, second = (slot.id for slot in Slot.free(clock.now())[4:6])
    address = f"/api/admin/projects/{project}/consultation"
    assert staff.post(address, {"slotId": first, "seen": seen}).status_code == 200
    letters = Letter.select().count()
    refused = staff.post(address, {"slotId": second, "seen": seen})
    assert (refused.status_code, Project.get_by_id(project).appointment_date) == (409, Slot.get_by_id(first).date)
    assert sydney_text(Slot.get_by_id(first).date) in refused.get_json()["message"]
    assert Letter.select().count() == letters
    # The negative control: whoever has seen it moves it.
    there = Project.get_by_id(project).appointment_date.isoformat()
    assert staff.post(address, {"slotId": second, "seen": there}).status_code == 200


@pytest.mark.spec("A-05")
def test_what_became_of_a_consultation_is_noted_once_and_can_be_put_right(people: People, watch: Watch) -> None:
    client, staff = Client.with_time(people, 8), people.staff()
    project = client.project
    start, url = Hold.of_project(project).slot.date, f"/api/admin/projects/{project}/outcome"
    noted = {"start": start.isoformat(), "outcome": "held"}
    early = staff.post(url, noted)
    assert (early.status_code, early.get_json()["message"]) == (409, "This consultation has not begun yet.")
    watch.now = start + timedelta(hours=1)
    staff = people.staff()
    letters, status = Letter.select().count(), Project.get_by_id(project).status
    for _ in range(2):
        assert staff.post(url, noted).status_code == 200
    assert staff.post(url, {**noted, "outcome": "no_show"}).status_code == 200
    assert staff.post(url, {**noted, "start": watch.now.isoformat()}).status_code == 409
    lines = [line.detail for line in AuditLine.select().where(AuditLine.action == "note-outcome")]
    assert lines == ["held", "no_show"]
    notes = [line.note for line in HistoryLine.select().where(HistoryLine.project == project).order_by(-HistoryLine.id)]
    assert notes[:2] == ["The client did not come to the consultation", "Consultation held"]
    assert (Letter.select().count(), Project.get_by_id(project).status) == (letters, status)
    (mine,) = [each for each in shown(staff)["times"] if each["state"] == "booked"]
    assert mine["outcome"] == "no_show"
    record = staff.get(f"/api/admin/projects/{project}").get_json()
    assert (record["time"]["standing"], record["time"]["outcome"]) == ("missed", "no_show")
    client.sign_in()
    step = "Your consultation did not take place"
    page = client.get(f"/api/client/projects/{project}").get_json()
    told = [event["what"] for event in page["history"] if event["at"] == page["appointmentDate"]]
    assert (page["missed"], told) == (True, ["The consultation did not take place"])
    assert step in [each["title"] for each in client.get("/api/client/steps").get_json()]
    assert [each["missed"] for each in client.get("/api/client/appointments").get_json()] == [True]
    assert staff.post(url, noted).status_code == 200
    assert client.get(f"/api/client/projects/{project}").get_json()["missed"] is False
    assert step not in [each["title"] for each in client.get("/api/client/steps").get_json()]
    assert staff.post(url, {**noted, "outcome": "no_show"}).status_code == 200
    done = {"status": "completed", "reason": "Did not answer", "seen": "scheduled"}
    assert staff.post(f"/api/admin/projects/{project}/status", done).status_code == 200
    told = " ".join(Letter.get(Letter.kind == "project_goes_on").text.split())
    assert "Its consultation did not take place" in told and "is completed." not in told


def test_a_consultation_that_was_stays_one_when_its_project_is_cancelled_afterwards(
    people: People, watch: Watch
) -> None:
    amelia = Client.with_time(people, 8)
    start = Hold.of_project(amelia.project).slot.date
    watch.now, page = start + timedelta(hours=1), f"/api/admin/projects/{amelia.project}"
    staff = people.staff()
    assert staff.post(f"{page}/outcome", {"start": start.isoformat(), "outcome": "held"}).status_code == 200
    assert staff.call_off(amelia.project, "They sell the house.").status_code == 200
    record = staff.get(page).get_json()
    assert (record["status"], record["time"]["outcome"]) == ("cancelled", "held")
    assert datetime.fromisoformat(record["time"]["start"]) == start
    # Its letters told of a time that was: no newer one says otherwise.
    assert not {CHANGED, NO_TIME} & {each["outdated"] for each in record["letters"]}
    amelia.sign_in()
    happened = amelia.get(f"/api/client/projects/{amelia.project}").get_json()["history"]
    assert [each["what"] for each in happened][:2] == ["The project was cancelled", "Consultation"]


def test_a_booked_time_keeps_its_length_in_letters_and_calendars(people: People, watch: Watch) -> None:
    ann, staff = Onboarder(people.house), people.staff()
    assert (
        staff.browser.put("/api/admin/availability", json=rules(staff, minutes=60, bufferMinutes=0)).status_code == 200
    )
    ann.take(ann.times()[3]["id"])
    ann.pay()
    assert (
        staff.browser.put("/api/admin/availability", json=rules(staff, minutes=30, bufferMinutes=0)).status_code == 200
    )
    confirmed = Letter.get(Letter.kind == "consultation_confirmed")
    assert "60 minutes" in confirmed.text
    entry = ann.browser.get(f"/api/projects/{ann.project}/consultation.ics").get_data(as_text=True)
    start = Hold.of_project(ann.project).slot.date
    assert f"DTSTART:{start:%Y%m%dT%H%M%SZ}" in entry
    assert f"DTEND:{start + timedelta(hours=1):%Y%m%dT%H%M%SZ}" in entry
    slots.generate(watch.now)
    assert Hold.of_project(ann.project).slot.minutes == 60

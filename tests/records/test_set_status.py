"""The status that staff set: with a reason, only what is so, and with the letter that was announced."""

from datetime import timedelta
from typing import Any

import pytest

from app import clock
from app.accounts.rules import Role
from app.accounts.staff import add_staff
from app.admin.projects import routes
from app.alerts.models import Alert
from app.audit.models import AuditLine
from app.consultations import actions as consultations
from app.consultations.statuses import set_status
from app.db import write
from app.mail.models import Letter
from app.projects.models import HistoryLine, Project
from app.projects.rules import (
    CLOSED,
    NEVER_TIMED,
    PAID_BACK,
    TO_BE_SCHEDULED,
    ProjectStatus,
    Time,
    changed_meanwhile,
    status_news,
    status_warning,
)
from app.projects.status_rules import (
    ASK_THERE,
    GIVE_TIME,
    HELD_UNPAID,
    MONEY_CAME,
    NOT_HELD,
    NOTHING_HELD,
    OPEN_FIRST,
    PAY_BEFORE,
    STILL_AHEAD,
    STILL_HELD,
    TIME_BOOKED,
    TIME_OVER,
    status_refusal,
)
from app.slots import actions as slots
from app.slots.models import Slot
from tests.onboarders import Onboarder
from tests.people import PASSWORD, People, Person

Status = ProjectStatus


MOVE_OR_CANCEL = f"{TIME_BOOKED} Please move it, or cancel the project, under Consultation."
MOVE = f"{TIME_OVER} Please give it another one with Move, under Consultation."
SET_SCHEDULED = "Please set Scheduled instead."


@pytest.mark.parametrize(
    ("was", "becomes", "time", "is_paid", "refusal"),
    [
        (Status.INQUIRY, Status.SCHEDULED, Time.AHEAD, True, ""),
        (Status.COMPLETED, Status.SCHEDULED, Time.OVER, True, ""),
        (Status.INQUIRY, Status.SCHEDULED, Time.NONE, True, GIVE_TIME),
        (Status.COMPLETED, Status.SCHEDULED, Time.NONE, True, OPEN_FIRST),
        (Status.CANCELLED, Status.SCHEDULED, Time.NONE, True, OPEN_FIRST),
        (Status.INQUIRY, Status.SCHEDULED, Time.NONE, False, PAY_BEFORE),
        (Status.PENDING_PAYMENT, Status.SCHEDULED, Time.HELD, False, HELD_UNPAID),
        (Status.INQUIRY, Status.PENDING_PAYMENT, Time.HELD, False, ""),
        (Status.INQUIRY, Status.PENDING_PAYMENT, Time.NONE, False, NOTHING_HELD),
        (Status.SCHEDULED, Status.PENDING_PAYMENT, Time.AHEAD, False, NOT_HELD),
        (Status.SCHEDULED, Status.PENDING_PAYMENT, Time.AHEAD, True, MONEY_CAME),
        (Status.INQUIRY, Status.PENDING_PAYMENT, Time.HELD, True, MONEY_CAME),
        (Status.INQUIRY, Status.COMPLETED, Time.NONE, True, ""),
        (Status.SCHEDULED, Status.COMPLETED, Time.OVER, True, ""),
        (Status.SCHEDULED, Status.COMPLETED, Time.MISSED, True, ""),
        (Status.SCHEDULED, Status.COMPLETED, Time.AHEAD, True, STILL_AHEAD),
        (Status.PENDING_PAYMENT, Status.COMPLETED, Time.HELD, False, STILL_HELD),
        (Status.SCHEDULED, Status.INQUIRY, Time.AHEAD, True, MOVE_OR_CANCEL),
        (Status.SCHEDULED, Status.INQUIRY, Time.MISSED, True, MOVE),
        (Status.IN_PROGRESS, Status.INQUIRY, Time.AHEAD, True, f"{TIME_BOOKED} {SET_SCHEDULED}"),
        (Status.COMPLETED, Status.INQUIRY, Time.OVER, False, f"{TIME_OVER} {SET_SCHEDULED}"),
        (Status.PENDING_PAYMENT, Status.INQUIRY, Time.HELD, False, ""),
        (Status.IN_PROGRESS, Status.INQUIRY, Time.NONE, True, ""),
        *((Status.SCHEDULED, status, time, paid, "") for status in (Status.PENDING_DOCUMENTS, Status.IN_PROGRESS)
          for time in Time for paid in (True, False)),
    ],
)  # fmt: skip
def test_only_what_is_so_can_be_set(was: Status, becomes: Status, time: Time, is_paid: bool, refusal: str) -> None:
    assert status_refusal(was, becomes, time, is_paid, is_refunded=False) == refusal


@pytest.mark.parametrize("was", Status)
@pytest.mark.parametrize("becomes", Status)
def test_no_reason_asks_for_what_is_so_or_for_what_is_refused_too(was: Status, becomes: Status) -> None:
    """Nor to cancel or to move what is closed: that is not offered there."""
    for time in Time:
        for paid, refunded in ((True, False), (False, True), (False, False)):
            if was is becomes or (was in CLOSED and time in (Time.HELD, Time.AHEAD)):
                continue  # what is closed frees its time, and is completed only once that is over
            told = status_refusal(was, becomes, time, paid, refunded)
            if "set Scheduled" in told:
                assert was is not Status.SCHEDULED
                assert status_refusal(was, Status.SCHEDULED, time, paid, refunded) == ""
            if "set In Progress" in told:
                assert was is not Status.IN_PROGRESS
            if "cancel" in told or "Move" in told or "move" in told:
                assert was not in CLOSED


@pytest.mark.parametrize("status", Status)
def test_a_refunded_project_goes_on_only_by_work(status: Status) -> None:
    def refused(was: Status) -> str:
        return status_refusal(was, status, Time.NONE, is_paid=False, is_refunded=True)

    assert (refused(Status.SCHEDULED) == PAID_BACK) is (status is Status.PENDING_DOCUMENTS)
    assert (refused(Status.IN_PROGRESS) == ASK_THERE) is (status is Status.PENDING_DOCUMENTS)
    assert ("please set In Progress" in refused(Status.INQUIRY)) is (
        status in (Status.SCHEDULED, Status.PENDING_DOCUMENTS)
    )
    if status in (Status.INQUIRY, Status.IN_PROGRESS, Status.COMPLETED):
        assert refused(Status.SCHEDULED) == ""


def test_of_a_mere_consultation_nobody_says_that_work_is_completed() -> None:
    def told(time: Time) -> list[str]:
        return [status_news(Status.SCHEDULED, status, is_consultation=True, time=time) for status in Status][-3:]

    assert told(Time.OVER) == ["in_progress", "consulted", ""]
    assert told(Time.NONE) == ["consulting", "never_timed", ""]
    assert told(Time.MISSED) == ["in_progress", "missed", ""]


@pytest.mark.parametrize("time", Time)
def test_staff_are_warned_before_a_consultation_is_completed_that_never_had_a_time(time: Time) -> None:
    warned = {each for each in Status if status_warning(each, True, time)}
    assert warned == ({Status.COMPLETED} if time is Time.NONE else set())
    assert not any(status_warning(each, False, time) for each in Status)


def test_a_client_hears_of_a_beginning_an_end_and_a_new_beginning() -> None:
    assert [status_news(Status.INQUIRY, status, is_consultation=False, time=Time.NONE) for status in Status] == [
        "", "", "", "", "in_progress", "completed", "",
    ]  # fmt: skip
    assert (
        status_news(Status.CANCELLED, Status.INQUIRY, is_consultation=True, time=Time.NONE)
        == status_news(Status.COMPLETED, Status.SCHEDULED, is_consultation=False, time=Time.OVER)
        # Work that was completed does not begin a second time.
        == status_news(Status.COMPLETED, Status.IN_PROGRESS, is_consultation=False, time=Time.OVER)
        == status_news(Status.COMPLETED, Status.IN_PROGRESS, is_consultation=True, time=Time.NONE)
        == "reopened"
    )


@pytest.fixture
def staff(people: People) -> Person:
    slots.generate(clock.now())
    people.visitor().book()
    return people.staff()


def put(staff: Person, status: str, reason: str = "The contract has come") -> int:
    body = {"status": status, "reason": reason, "seen": Project.get().status}
    return staff.post(f"/api/admin/projects/{Project.get().id}/status", body).status_code


def offered(staff: Person) -> dict[str, Any]:
    shown = staff.get(f"/api/admin/projects/{Project.get().id}").get_json()["statuses"]
    return {each["status"]: each for each in shown}


def test_of_a_status_that_was_set_by_mistake_and_set_back_at_once_its_client_reads_nothing(staff: Person) -> None:
    letters = Letter.select().where(Letter.kind == "project_goes_on")
    assert put(staff, "in_progress") == 200
    Letter.update(status="sent", attempts=1).execute()
    assert put(staff, "completed") == 200
    assert letters.count() == 2
    # What it was is what they know of, so that setting it back is no news, and nothing is announced.
    assert offered(staff)["in_progress"]["letter"] == ""
    assert put(staff, "in_progress") == 200
    assert letters.count() == 1


@pytest.mark.spec("A-02")
def test_a_status_is_set_once_with_reason_actor_line_and_the_letter_that_was_announced(staff: Person) -> None:
    announced = offered(staff)["in_progress"]["letter"]
    assert [put(staff, "in_progress") for _ in range(2)] == [200, 200]
    (line,) = HistoryLine.select().where(HistoryLine.to_status == "in_progress")
    assert (line.actor, line.from_status, line.note) == ("helena", "inquiry", "Set by staff: The contract has come")
    (noted,) = AuditLine.select().where(AuditLine.action == "set-status")
    assert noted.detail == "inquiry to in_progress: The contract has come"
    (letter,) = Letter.select().where(Letter.kind == "project_goes_on")
    assert letter.subject.endswith(announced) and "The contract has come" not in letter.text
    assert letter.recipient == "amelia@example.com"
    # What is paid is no mere enquiry again, there as in the record's head and in the portal.
    assert (offered(staff)["inquiry"]["label"], offered(staff)["completed"]["label"]) == (TO_BE_SCHEDULED, "Completed")


def test_the_letter_about_a_completed_booking_tells_of_the_consultation_alone(staff: Person) -> None:
    consultations.move(Project.get().id, Slot.get(Slot.date > clock.now()).id, "helena", clock.now())
    with write():
        Slot.update(date=clock.now() - timedelta(days=1)).where(Slot.date == Project.get().appointment_date).execute()
    assert offered(staff)["completed"]["warning"] == ""
    assert put(staff, "completed") == 200
    told = " ".join(Letter.get(Letter.kind == "project_goes_on").text.split())
    assert "The consultation that you booked about" in told and "Our work" not in told


def test_a_booking_that_never_had_a_time_is_completed_with_a_warning_and_a_letter_that_says_so(staff: Person) -> None:
    assert offered(staff)["completed"]["warning"] == NEVER_TIMED
    assert put(staff, "completed") == 200
    told = " ".join(Letter.get(Letter.kind == "project_goes_on").text.split())
    assert "No time was set for its consultation" in told and "The consultation that you booked" not in told


def test_a_status_without_a_letter_announces_none_and_writes_none(staff: Person) -> None:
    before = Letter.select().count()
    assert offered(staff)["pending_documents"]["letter"] == ""
    assert put(staff, "pending_documents") == 200
    assert Letter.select().count() == before


def test_what_is_not_so_is_refused_and_said_before(staff: Person) -> None:
    assert offered(staff)["scheduled"]["refusal"] == GIVE_TIME
    assert put(staff, "scheduled") == 409
    assert "cancelled" not in offered(staff)
    assert put(staff, "cancelled") == 422
    assert put(staff, "in_progress", reason="") == 422
    assert Project.get().status == "inquiry"


@pytest.fixture
def olivia(people: People, staff: Person) -> Person:
    """Another member of staff, who has the record before her as it was before the first one did anything."""
    add_staff("olivia", "Olivia Park", Role.STAFF, PASSWORD)
    return people.staff("olivia")


def put_from_old_page(olivia: Person, status: str) -> tuple[int, str]:
    body = {"status": status, "reason": "It rests", "seen": "inquiry"}
    answer = olivia.post(f"/api/admin/projects/{Project.get().id}/status", body)
    return answer.status_code, answer.get_json().get("message", "")


def test_a_page_that_is_old_changes_nothing_and_is_told_who_set_what(staff: Person, olivia: Person) -> None:
    assert put(staff, "completed") == 200
    before = Letter.select().count(), HistoryLine.select().count()
    said = "Helena Marsh has set it to Completed meanwhile. Nothing was done here: please look at it again first."
    assert put_from_old_page(olivia, "pending_documents") == (409, said)
    assert put_from_old_page(olivia, "completed") == (200, "")  # as both want it
    assert (Letter.select().count(), HistoryLine.select().count()) == before
    assert put(olivia, "pending_documents") == 200  # now she has seen it


def test_without_what_was_seen_an_old_page_would_open_a_project_again(
    staff: Person, olivia: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control of the test above."""
    monkeypatch.setattr(routes, "set_status", lambda *told: set_status(*told[:-1]))
    assert put(staff, "completed") == 200
    assert put_from_old_page(olivia, "pending_documents")[0] == 200
    assert Project.get().status == "pending_documents"


def test_what_nobody_of_the_staff_has_set_has_become_so() -> None:
    assert changed_meanwhile("Scheduled", "").startswith("It has become Scheduled meanwhile. ")


def test_a_page_says_which_status_it_has_shown(staff: Person) -> None:
    body = {"status": "in_progress", "reason": "The contract has come"}
    answers = [
        staff.post(f"/api/admin/projects/{Project.get().id}/status", {**body, **seen})
        for seen in ({}, {"seen": "gone"}, {"seen": None})
    ]
    assert [(each.status_code, list(each.get_json()["fields"])) for each in answers] == [(422, ["seen"])] * 3


def test_no_letter_says_that_work_has_begun_on_what_was_cancelled_within_seconds(staff: Person) -> None:
    assert put(staff, "in_progress") == 200
    consultations.cancel(Project.get().id, "helena", "It was the wrong one", clock.now())
    assert [row.kind for row in Letter.select().where(Letter.kind == "project_goes_on")] == []
    assert Letter.select().where(Letter.kind == "consultation_cancelled").count() == 1


def test_a_project_that_is_opened_again_is_asked_about_no_more(staff: Person) -> None:
    consultations.cancel(Project.get().id, "helena", "A mistake", clock.now())
    assert Alert.select().where(Alert.kind == "refund_due", Alert.resolved_at.is_null()).exists()
    assert put(staff, "inquiry", "It goes on after all") == 200
    assert not Alert.select().where(Alert.kind == "refund_due", Alert.resolved_at.is_null()).exists()
    letter = Letter.get(Letter.kind == "project_goes_on")
    assert letter.subject.endswith(f"HPM-{Project.get().id} is open again")


def test_no_letter_goes_to_an_address_that_nobody_has_proved(people: People) -> None:
    slots.generate(clock.now())
    ann = Onboarder(people.house)
    staff, before = people.staff(), Letter.select().count()
    assert offered(staff)["in_progress"]["letter"] == ""
    body = {"status": "in_progress", "reason": "Begun by phone", "seen": Project.get_by_id(ann.project).status}
    assert staff.post(f"/api/admin/projects/{ann.project}/status", body).status_code == 200
    assert Letter.select().count() == before


def test_a_completed_booking_promises_nothing_more_and_stays_a_consultation(people: People) -> None:
    amelia, project = people.client(), Project.get().id
    set_status(project, Status.COMPLETED, "We spoke by phone", "helena", clock.now())
    answer = amelia.get(f"/api/bookings/confirmation?projectId={project}").get_json()
    assert (answer["state"], answer["booking"]["choosesTime"]) == ("completed", False)
    page = amelia.get(f"/api/client/projects/{project}").get_json()
    assert page["feeCents"] == answer["booking"]["payment"]["amountCents"]

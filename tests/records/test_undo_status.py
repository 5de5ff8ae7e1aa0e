"""A change of status that staff undo within seconds: as if it had not been, for its client; staff still read of it."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from app import clock
from app.alerts.actions import raise_alert
from app.audit.models import AuditLine
from app.consultations import actions as consultations
from app.consultations.statuses import undo_status
from app.documents.models import Document
from app.errors import AppError
from app.mail import actions as mail
from app.mail import sender
from app.mail.claims import claim, shorten_overlong
from app.mail.models import Letter, next_due
from app.orders.keys import time_kept_key
from app.portal.history import events
from app.projects import actions as projects
from app.projects.models import HistoryLine, Project
from app.projects.rules import CHANGED_SINCE, LETTER_GONE, UNDO_TOO_LATE, ProjectStatus, may_be_undone
from app.undoing import GRACE, OFFERED_FOR
from tests.people import People, Person
from tests.watch import Watch

SOON = timedelta(seconds=9)
WINDOW = OFFERED_FOR + GRACE


@pytest.mark.parametrize("was", ProjectStatus)
def test_what_has_consequences_that_stay_is_not_to_be_undone(was: ProjectStatus) -> None:
    assert may_be_undone(was, ended_alert=False) is (was is not ProjectStatus.CANCELLED)
    assert not may_be_undone(was, ended_alert=True)


@pytest.fixture
def staff(people: People, watch: Watch) -> Person:
    people.visitor().book()
    while sender.send_due(watch.now):
        pass
    return people.staff()


def number() -> int:
    return int(Project.get().id)


def put(staff: Person, status: str) -> int | None:
    body = {"status": status, "reason": "The contract has come", "seen": Project.get().status}
    answer = staff.post(f"/api/admin/projects/{number()}/status", body)
    assert answer.status_code == 200
    change: int | None = answer.get_json()["changeId"]
    return change


def undo(staff: Person, change: int | None) -> tuple[int, str]:
    answer = staff.post(f"/api/admin/projects/{number()}/status/undo", {"changeId": change})
    return answer.status_code, answer.get_json().get("message", "")


def letters() -> list[Letter]:
    return list(Letter.select().where(Letter.kind == "project_goes_on"))


def told_to_client() -> str:
    return " ".join(event.what for event in events({number(): None})[number()])


@pytest.mark.spec("A-02")
def test_an_undone_change_takes_its_letter_along_and_is_told_to_staff_alone(staff: Person, watch: Watch) -> None:
    change = put(staff, "in_progress")
    assert len(letters()) == 1
    assert "Work on the project began" in told_to_client()
    watch.now += SOON
    assert [undo(staff, change) for _ in range(2)] == [(200, ""), (200, "")]
    assert (Project.get().status, letters()) == ("inquiry", [])
    assert "Work on the project began" not in told_to_client()
    shown = staff.get(f"/api/admin/projects/{number()}").get_json()
    assert [line["undoneAt"] is not None for line in shown["history"] if line["toStatus"] == "in_progress"] == [True]
    (line,) = AuditLine.select().where(AuditLine.action == "undo-status")
    assert (line.actor, line.subject) == ("helena", f"project:{number()}")
    assert line.detail == "in_progress back to inquiry"
    told = staff.get(f"/api/admin/clients/{Project.get().client_id}/timeline?kind=project").get_json()["items"]
    assert [each["text"] for each in told if each["state"] == "in_progress"] == ["Undone within seconds"]


def test_the_letter_waits_until_nothing_can_be_undone_and_goes_then(staff: Person, watch: Watch) -> None:
    put(staff, "in_progress")
    set_at = watch.now
    watch.now = set_at + WINDOW - timedelta(microseconds=1)
    assert sender.send_due(watch.now) == 0
    watch.now = set_at + WINDOW
    assert sender.send_due(watch.now) == 1


def test_a_change_without_a_letter_is_undone_as_well(staff: Person) -> None:
    assert undo(staff, put(staff, "pending_documents")) == (200, "")
    assert Project.get().status == "inquiry"


def test_it_is_undone_for_ten_seconds_and_a_little_more(staff: Person, watch: Watch) -> None:
    change = put(staff, "in_progress")
    watch.now += WINDOW
    assert undo(staff, change) == (409, UNDO_TOO_LATE)
    assert (Project.get().status, len(letters())) == ("in_progress", 1)


def test_a_letter_that_somebody_sends_is_not_taken_back(staff: Person) -> None:
    change = put(staff, "in_progress")
    (letter,) = letters()
    mail.resend(letter.id, "helena")
    assert sender.send_due(clock.now()) == 1
    assert undo(staff, change) == (409, LETTER_GONE)
    assert (Project.get().status, HistoryLine.get_by_id(change).undone_at) == ("in_progress", None)


def others() -> dict[str, Callable[[int], object]]:
    def upload(project: int) -> None:
        row = {"project_id": project, "file_name": "Plan.pdf", "file_type": "application/pdf", "file_size": 1}
        kept = {"document_type": "other", "stored_name": "a/b.pdf", "sha256": "", "uploaded_by": "client"}
        Document.create(**row, **kept, uploaded_at=clock.now())

    return {
        "status": lambda project: projects.change_status(
            project, "in_progress", ProjectStatus.COMPLETED, "olivia", "Set by staff: Done", clock.now()
        ),
        "time": lambda project: projects.set_appointment(project, None, clock.now()),
        "cancelled": lambda project: consultations.cancel(project, "olivia", "A mistake", clock.now()),
        "documents": upload,
    }


@pytest.mark.parametrize("what", others())
def test_nothing_is_undone_that_something_came_after(staff: Person, watch: Watch, what: str) -> None:
    change = put(staff, "in_progress")
    watch.now += timedelta(seconds=1)
    others()[what](number())
    before = Project.get().status
    assert undo(staff, change) == (409, CHANGED_SINCE)
    # What was cancelled meanwhile goes on no more: its client never reads that it does.
    assert (Project.get().status, len(letters())) == (before, 0 if what == "cancelled" else 1)


def test_only_who_set_it_undoes_it(staff: Person) -> None:
    change = put(staff, "in_progress")
    with pytest.raises(AppError) as refused:
        undo_status(number(), change or 0, "olivia", clock.now())
    assert refused.value.status == 404
    assert undo(staff, (change or 0) + 100)[0] == 404
    other = HistoryLine.select().where(HistoryLine.undo_until.is_null()).get()
    assert undo(staff, other.id)[0] == 404


def test_opening_a_cancelled_project_is_not_to_be_undone_and_its_letter_waits_for_nothing(staff: Person) -> None:
    consultations.cancel(number(), "helena", "A mistake", clock.now())
    assert put(staff, "inquiry") is None
    assert [letter.not_before for letter in letters()] == [None]


def test_an_alert_that_ended_does_not_come_back(staff: Person) -> None:
    raise_alert("time_kept", time_kept_key(number()), "Its money went back, its time is kept", now=clock.now())
    assert put(staff, "in_progress") is None


def test_the_same_status_again_offers_nothing(staff: Person) -> None:
    assert put(staff, "in_progress") is not None
    assert put(staff, "in_progress") is None


def test_a_letter_does_not_wait_for_years_where_the_clock_was_set_back(staff: Person, watch: Watch) -> None:
    put(staff, "in_progress")
    Letter.update(not_before=watch.now + timedelta(days=400)).where(Letter.kind == "project_goes_on").execute()
    shorten_overlong(watch.now)
    assert [letter.not_before for letter in letters()] == [watch.now + WINDOW]


def sent_while_undone(staff: Person, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many letters go where the undo comes between a sender's look at the letter and its claim."""
    change, at = put(staff, "in_progress"), watch.now
    answers = []

    def looked(now: object) -> Letter | None:
        letter = next_due(at + WINDOW)
        if not answers:
            answers.append(undo(staff, change))
        return letter

    monkeypatch.setattr(sender, "next_due", looked)
    sent = sender.send_due(at + SOON)
    assert answers == [(200, "")]
    return sent


def test_a_sender_that_saw_the_letter_before_it_was_undone_sends_nothing(
    staff: Person, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sent_while_undone(staff, watch, monkeypatch) == 0


def test_without_the_claims_guard_it_would_be_sent(
    staff: Person, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: were the guard missing, the test above would notice."""
    monkeypatch.setattr(sender, "claim", lambda letter, now: bool(claim(letter, now)) or True)
    assert sent_while_undone(staff, watch, monkeypatch) == 1


def claimed_while_undone(monkeypatch: pytest.MonkeyPatch, letter: Letter) -> bool:
    """Whether a letter is taken back that a sender claims between the look at it and its removal."""
    stale = Letter.get_by_id(letter.id)
    assert claim(letter, clock.now())
    monkeypatch.setattr(Letter, "get_or_none", lambda *_: stale)
    return mail.take_back(letter.dedupe_key)


def test_a_claimed_letter_is_never_taken_back(staff: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    put(staff, "in_progress")
    assert not claimed_while_undone(monkeypatch, letters()[0])
    assert len(letters()) == 1


def test_without_its_condition_a_claimed_letter_would_be(staff: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control of the test above."""
    put(staff, "in_progress")
    (letter,) = letters()
    as_read = Letter.as_read
    monkeypatch.setattr(Letter, "as_read", lambda row: Letter.id == row.id if row is not letter else as_read(row))
    assert claimed_while_undone(monkeypatch, letter)
    assert letters() == []


@pytest.mark.parametrize("number_sent", [0, -1, 2**63, 10**30, True, "1", 1.5])
def test_what_is_no_number_of_a_change_is_refused(staff: Person, number_sent: object) -> None:
    answer = staff.post(f"/api/admin/projects/{number()}/status/undo", {"changeId": number_sent})
    assert answer.status_code == 422 and "changeId" in answer.get_json()["fields"]
    assert undo(staff, 2**63 - 1)[0] == 404

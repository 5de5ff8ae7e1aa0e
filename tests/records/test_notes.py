"""Notes of staff: kept beside a project, seen by staff alone, and let go with it."""

from datetime import timedelta

import pytest

from app import clock
from app.audit.models import AuditLine
from app.notes.models import Note
from app.notes.rules import NOT_YOURS, UNDO_TOO_LATE
from app.projects.models import Project
from app.retention.ages import forget_notes
from app.retention.rules import RECORDS_KEPT
from app.undoing import GRACE, OFFERED_FOR
from tests.people import People, Person
from tests.watch import Watch


def jot(staff: Person, text: str, key: str = "first") -> int:
    path = f"/api/admin/projects/{Project.get().id}/notes"
    return staff.post(path, {"text": text}, headers={"Idempotency-Key": key}).status_code


@pytest.mark.spec("A-06", "A-02")
def test_a_note_is_kept_once_with_who_wrote_it_and_leaves_a_line(people: People) -> None:
    people.visitor().book()
    staff = people.staff()
    assert [jot(staff, "Prefers mornings.\nCalls back at 9.") for _ in range(2)] == [201, 201]
    assert jot(staff, "Something else") == 409
    (shown,) = staff.get(f"/api/admin/projects/{Project.get().id}").get_json()["notes"]
    assert (shown["author"], shown["text"]) == ("Helena Marsh", "Prefers mornings.\nCalls back at 9.")
    (line,) = AuditLine.select().where(AuditLine.action == "note")
    assert (line.actor, line.subject, line.detail) == ("helena", f"project:{Project.get().id}", "")


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 5001])
def test_a_note_says_something_and_has_an_end(people: People, text: str) -> None:
    people.visitor().book()
    assert jot(people.staff(), text) == 422
    assert Note.select().count() == 0


@pytest.mark.spec("R-01")
def test_no_client_ever_reads_a_note(people: People) -> None:
    client, staff = people.client(), people.staff()
    assert jot(staff, "Canary of the staff") == 201
    number = Project.get().id
    for path in (f"/api/client/projects/{number}", "/api/client/projects", f"/api/client/projects/{number}/messages"):
        assert "Canary" not in client.get(path).get_data(as_text=True)
    assert b"Canary" not in client.get("/api/client/data.zip").data


def test_notes_go_with_their_years(people: People) -> None:
    people.visitor().book()
    assert jot(people.staff(), "Old") == 201
    now = clock.now()
    assert forget_notes(now + RECORDS_KEPT - timedelta(days=1)) == 0
    assert forget_notes(now + RECORDS_KEPT + timedelta(days=1)) == 1
    assert Note.select().count() == 0


def test_an_erased_project_takes_no_note(people: People) -> None:
    people.visitor().book()
    Project.update(erased_at=clock.now()).execute()
    assert jot(people.staff(), "Too late") == 404


def undo(staff: Person, note: int) -> tuple[int, str]:
    answer = staff.browser.delete(f"/api/admin/projects/{Project.get().id}/notes/{note}")
    return answer.status_code, answer.get_json().get("message", "")


@pytest.mark.spec("A-02")
def test_who_wrote_a_note_takes_it_away_again_within_seconds(people: People, watch: Watch) -> None:
    people.visitor().book()
    staff = people.staff()
    assert jot(staff, "Canary of the wrong client") == 201
    made = Note.get().id
    watch.now += OFFERED_FOR
    assert [undo(staff, made) for _ in range(2)] == [(200, ""), (200, "")]
    assert Note.select().count() == 0
    assert "Canary" not in staff.get(f"/api/admin/projects/{Project.get().id}").get_data(as_text=True)
    (line,) = AuditLine.select().where(AuditLine.action == "undo-note")
    assert (line.actor, line.subject, line.detail) == ("helena", f"project:{Project.get().id}", f"note:{made}")


def test_a_note_stays_once_its_seconds_are_over(people: People, watch: Watch) -> None:
    people.visitor().book()
    staff = people.staff()
    assert jot(staff, "Stays") == 201
    watch.now += OFFERED_FOR + GRACE
    assert undo(staff, Note.get().id) == (409, UNDO_TOO_LATE)
    assert Note.select().count() == 1


def test_nobody_takes_away_what_somebody_else_wrote_or_what_never_was(people: People, watch: Watch) -> None:
    people.visitor().book()
    staff = people.staff()
    assert jot(staff, "Helena's own") == 201
    other = people.staff("olivia")
    assert undo(other, Note.get().id) == (409, NOT_YOURS)
    assert undo(staff, Note.get().id + 1)[0] == 404
    assert Note.select().count() == 1

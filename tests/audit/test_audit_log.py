"""The audit log: written once, kept for seven years, and never apart from the act that it tells of."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import peewee
import pytest

from app import clock
from app.alerts.actions import raise_alert
from app.alerts.models import Alert
from app.attention.rules import stamp
from app.audit import actions as audit
from app.audit.actions import VISITOR, Actor, note
from app.audit.models import Act, AuditLine
from app.db import database, write
from app.documents.models import Document
from app.mail.models import Letter
from app.orders.money import Payment
from app.projects.models import Project
from tests.audit_breaking import fail_at_the_end, fail_when_written, repair
from tests.onboarders import Onboarder
from tests.people import People, Person
from tests.watch import Watch

HELENA = Actor.staff("helena")


def lines() -> list[tuple[str, str, str, str]]:
    """Who did what to what, in order."""
    return [(line.actor_kind, line.actor, line.action, line.subject) for line in AuditLine.select().order_by("id")]


def contents() -> dict[str, list[Any]]:
    """Every row of every table but the sessions', whose ends move with each call."""
    names = [name for name in database.get_tables() if name != "sessions"]
    return {name: database.execute_sql(f"SELECT * FROM {name}").fetchall() for name in names}


def a_letter(people: People) -> str:
    people.visitor().book()
    with write():
        Letter.update(status="sent").execute()
    return f"/api/admin/letters/{Letter.get(Letter.kind == 'booking_confirmed').id}/resend"


MOMENT = datetime(2026, 5, 12, tzinfo=UTC)
ALERT = {"kind": "news", "subject": "test", "reason": stamp(MOMENT)}  # the other acts take no notice of it


def an_alert(people: People) -> str:
    raise_alert("test", "test", "Something happened", now=MOMENT)
    return "/api/admin/attention/done"


def a_resolved_alert(people: People) -> str:
    raise_alert("test", "test", "Something happened", now=MOMENT)
    with write():
        Alert.update(resolved_at=clock.now(), resolved_by="olivia").execute()
    return "/api/admin/attention/undo"


def a_transfer(people: People) -> str:
    ann = Onboarder(people.house)
    ann.take(ann.times()[1]["id"])
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    return f"/api/admin/payments/{Payment.get().id}/receive-transfer"


ACTS: dict[str, Callable[[People], str]] = {
    "resend": a_letter,
    "resolve": an_alert,
    "reopen": a_resolved_alert,
    "receive-transfer": a_transfer,
}


def refused_as_a_whole(staff: Person, path: str) -> bool:
    """Whether a call fails and nothing at all is different afterwards."""
    before = contents()
    failed = staff.post(path, ALERT).status_code >= 500
    return failed and contents() == before


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("breaking", [lambda: fail_when_written("audit_log"), fail_at_the_end], ids=["line", "commit"])
def test_an_act_and_its_line_are_both_there_or_neither(
    people: People, watch: Watch, act: str, breaking: Callable[[], None]
) -> None:
    path, staff = ACTS[act](people), people.staff()
    known = len(lines())
    breaking()
    assert refused_as_a_whole(staff, path)
    repair()
    assert staff.post(path, ALERT).status_code == 200
    assert [line[:3] for line in lines()[known:] if line[0] == "staff"] == [("staff", "helena", act)]


@pytest.mark.parametrize("breaking", [lambda: fail_when_written("audit_log"), fail_at_the_end], ids=["line", "commit"])
def test_two_transactions_would_be_found_out(
    people: People, monkeypatch: pytest.MonkeyPatch, breaking: Callable[[], None]
) -> None:
    """The negative control: the act first, its line afterwards, as it was."""
    path, staff = an_alert(people), people.staff()

    def apart(kind: str, subject: str, reason: str, why: str, me: Any, now: Any) -> None:
        with write():
            Alert.update(resolved_at=now, resolved_by=me.username).where(Alert.dedupe_key == subject).execute()
        note(me.actor(), Act.RESOLVE, f"alert:{subject}", now)

    monkeypatch.setattr("app.attention.actions.done", apart)
    breaking()
    assert not refused_as_a_whole(staff, path)


@pytest.mark.parametrize("act", ["resolve", "reopen", "receive-transfer"])
def test_an_act_that_was_done_before_leaves_no_second_line(people: People, watch: Watch, act: str) -> None:
    path, staff = ACTS[act](people), people.staff()
    assert [staff.post(path, ALERT).status_code for _ in range(3)] == [200] * 3
    assert [line[2] for line in lines()].count(act) == 1


def test_who_saw_which_project_and_who_took_which_document_is_told(people: People, watch: Watch) -> None:
    people.visitor().book(files=1)
    project, document = Project.get(), Document.get()
    helena, olivia = people.staff("helena"), people.staff("olivia")
    known = len(lines())
    for person in (helena, helena, olivia):
        assert person.get(f"/api/admin/projects/{project.id}").status_code == 200
    for _ in range(2):
        with helena.get(f"/api/admin/documents/{document.id}/download") as answer:
            assert answer.status_code == 200
    assert lines()[known:] == [
        ("staff", "helena", "look", f"project:{project.id}"),
        ("staff", "olivia", "look", f"project:{project.id}"),
        ("staff", "helena", "download", f"document:{document.id}"),
        ("staff", "helena", "download", f"document:{document.id}"),
    ]
    assert AuditLine.select().order_by(AuditLine.id.desc()).first().detail == f"project:{document.project_id}"
    watch.now += audit.LOOKS_ARE_ONE_FOR + timedelta(seconds=1)
    helena.get(f"/api/admin/projects/{project.id}")
    assert lines()[-1] == ("staff", "helena", "look", f"project:{project.id}")
    assert len(lines()) == known + 5


@pytest.mark.parametrize("path", ["/api/admin/projects/{project}", "/api/admin/documents/{document}/download"])
def test_what_cannot_be_written_down_is_not_shown(people: People, path: str) -> None:
    people.visitor().book(files=1)
    staff = people.staff()
    fail_when_written("audit_log")
    with staff.get(path.format(project=Project.get().id, document=Document.get().id)) as refused:
        assert refused.status_code == 500
        assert b"amelia" not in refused.get_data().lower()


@pytest.mark.usefixtures("folder")
def test_a_line_is_never_changed_and_not_deleted_before_its_time() -> None:
    now = clock.now()
    note(HELENA, Act.LOOK, "booking:1", now)
    for statement in ("UPDATE audit_log SET actor = 'somebody else'", "DELETE FROM audit_log"):
        with pytest.raises(peewee.IntegrityError, match="audit lines are"):
            database.execute_sql(statement)
    assert lines() == [("staff", "helena", "look", "booking:1")]


@pytest.mark.usefixtures("folder")
def test_lines_are_kept_for_seven_years_and_then_go() -> None:
    now = clock.now()
    for days, subject in ((366 * 7, "booking:1"), (365 * 7 - 1, "booking:2"), (0, "booking:3")):
        note(HELENA, Act.LOOK, subject, now - timedelta(days=days))
    assert audit.forget(now) == 1
    assert [line[3] for line in lines()] == ["booking:2", "booking:3"]
    # A clock that is set wrong forgets nothing.
    assert audit.forget(now + timedelta(days=3650)) == 0


@pytest.mark.usefixtures("folder")
def test_tries_at_nobodys_name_are_kept_for_thirty_days_and_not_in_any_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = clock.now()
    monkeypatch.setattr(audit, "NOBODYS_LINES_KEPT", 5)
    for days in (31, 29, *range(8)):
        note(VISITOR, Act.SIGN_IN_FAILED, "", now - timedelta(days=days))
    note(VISITOR, Act.SIGN_IN_FAILED, "client:1", now - timedelta(days=31))
    assert audit.forget(now) == 5
    assert [line[3] for line in lines()] == [""] * 5 + ["client:1"]


def test_the_house_forgets_by_itself(people: People) -> None:
    assert people.house.jobs.run("audit") == 0

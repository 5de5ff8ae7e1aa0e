"""An upload's key names one act: the same file under it is that act again, another file is refused."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.test import TestResponse

from app import db
from app.config import in_force
from app.demo.papers import sample_pdf
from app.documents import actions
from app.documents.models import Document
from app.documents.rules import ANOTHER_FILE, BOOKING_EXTENSIONS, Uploader
from app.errors import AppError
from app.projects.models import Project
from tests.onboarders import Onboarder
from tests.people import People, Person

Send = Callable[..., TestResponse]


def sender(person: Any, path: str, **form: Any) -> Send:
    """How `person` uploads there, each time under the same key."""

    def send(name: str = "Plan.pdf", content: bytes = sample_pdf("Plan")) -> TestResponse:
        data = {"file": (io.BytesIO(content), name), **form}
        answer: TestResponse = person.browser.post(path, data=data, headers={"Idempotency-Key": "one act"})
        return answer

    return send


def visitors(people: People) -> Send:
    """Into the draft of a booking."""
    visitor = people.visitor()
    visitor.fill_wizard()
    return sender(visitor, "/api/bookings/current/documents")


def onboarders(people: People) -> Send:
    """To what a browser has just begun."""
    onboarder = Onboarder(people.house)
    return sender(onboarder, "/api/documents", projectId=str(onboarder.project))


def clients(people: People) -> Send:
    """From the portal."""
    amelia = people.client("amelia@example.com", files=0)
    return sender(amelia, "/api/documents", projectId=str(Project.get().id))


def staffs(people: People) -> Send:
    """From the back office."""
    people.client("amelia@example.com", files=0)
    return sender(people.staff(), f"/api/admin/projects/{Project.get().id}/documents")


def versions(people: People) -> Send:
    """In the place of another document."""
    people.client("amelia@example.com", files=0)
    helena = people.staff()
    return sender(helena, f"/api/admin/documents/{put(helena)}/versions")


def put(staff: Person) -> int:
    data = {"file": (io.BytesIO(sample_pdf("Report")), "Report.pdf")}
    answer = staff.browser.post(f"/api/admin/projects/{Project.get().id}/documents", data=data)
    return int(answer.get_json()["id"])


def files() -> list[str]:
    return sorted(path.name for path in in_force().documents_folder.rglob("*") if path.is_file())


@pytest.mark.spec("D-07")
@pytest.mark.parametrize("whose", [visitors, onboarders, clients, staffs, versions])
def test_another_file_under_the_same_key_is_refused_and_the_same_is_the_same_row(
    people: People, whose: Callable[[People], Send]
) -> None:
    send = whose(people)
    made = send().get_json()["id"]
    there, rows = files(), Document.select().count()
    for other in ({"content": sample_pdf("Another plan")}, {"name": "Another plan.pdf"}):
        refused = send(**other)
        assert (refused.status_code, refused.get_json()) == (
            409,
            {"message": ANOTHER_FILE, "fields": {"file": ANOTHER_FILE}},
        )
    again = send()
    assert (again.status_code, again.get_json()["id"]) == (201, made)
    assert (files(), Document.select().count()) == (there, rows)


def test_the_same_file_for_two_documents_needs_two_keys(people: People) -> None:
    people.client("amelia@example.com", files=0)
    helena = people.staff()
    first, other = (sender(helena, f"/api/admin/documents/{put(helena)}/versions") for _ in range(2))
    assert [first().status_code, other().status_code, first().status_code] == [201, 409, 201]
    assert Document.select().where(Document.version == 2).count() == 1


def test_another_file_that_comes_meanwhile_under_the_same_key_is_refused_and_not_kept(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients(people)
    about: dict[str, Any] = {
        "project_id": Project.get().id,
        "uploaded_by": Uploader.CLIENT,
        "accepted": BOOKING_EXTENSIONS,
        "now": Project.get().created_at,
        "upload_key": "one act",
    }
    keep, folder, kept = actions.disk.keep, in_force().documents_folder, list[Document]()

    def overtaken(*told: Any) -> Any:
        if not kept:
            monkeypatch.setattr(actions.disk, "keep", keep)
            kept.append(actions.store(folder, io.BytesIO(sample_pdf("First")), "Plan.pdf", **about))
        return keep(*told)

    monkeypatch.setattr(actions.disk, "keep", overtaken)
    with pytest.raises(AppError, match=ANOTHER_FILE) as refused:
        actions.store(folder, io.BytesIO(sample_pdf("Second")), "Plan.pdf", **about)
    assert refused.value.status == 409
    assert files() == [kept[0].stored_name.split("/")[1]]
    assert not db.database.in_transaction()

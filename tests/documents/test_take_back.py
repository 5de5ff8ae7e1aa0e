"""A client takes back a document that they have just sent by mistake: soon, unopened, and for staff to recover."""

import io
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.audit.models import AuditLine
from app.demo.papers import sample_pdf
from app.documents.models import Document
from app.documents.rules import (
    DELETED_DAYS,
    NOT_TAKEN_BACK,
    TAKE_BACK_POLICY,
    TAKE_BACK_WITHIN,
    Uploader,
    is_taken_back,
)
from app.projects.models import Project
from tests.people import People, Person
from tests.watch import Watch

AT = datetime(2026, 5, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("by", "unopened", "after", "may"),
    [
        (Uploader.CLIENT, True, timedelta(0), True),
        (Uploader.CLIENT, True, TAKE_BACK_WITHIN - timedelta(seconds=1), True),
        (Uploader.CLIENT, True, TAKE_BACK_WITHIN, False),
        (Uploader.CLIENT, False, timedelta(0), False),
        (Uploader.VISITOR, True, timedelta(0), False),
        (Uploader.STAFF, True, timedelta(0), False),
    ],
)
def test_what_may_be_taken_back(by: Uploader, unopened: bool, after: timedelta, may: bool) -> None:
    assert is_taken_back(by, unopened, AT, AT + after) is may
    assert f"within {TAKE_BACK_WITHIN // timedelta(minutes=1)} minutes" in TAKE_BACK_POLICY


def send(amelia: Person) -> int:
    data = {"file": (io.BytesIO(sample_pdf("Wrong")), "Wrong.pdf"), "projectId": str(Project.get().id)}
    answer = amelia.browser.post("/api/documents", data=data)
    assert answer.status_code == 201, answer.get_json()
    return int(answer.get_json()["id"])


@pytest.mark.spec("D-06")
def test_a_document_sent_by_mistake_is_taken_back_with_a_line_and_recovered_by_staff(people: People) -> None:
    amelia = people.client()
    document = send(amelia)
    listed = {row["id"]: row["takesBackUntil"] for row in amelia.get("/api/client/documents").get_json()}
    assert listed[document] is not None
    for _ in range(2):
        assert amelia.browser.delete(f"/api/client/documents/{document}").status_code in (204, 404)
    assert document not in [row["id"] for row in amelia.get("/api/client/documents").get_json()]
    line = AuditLine.select().order_by(AuditLine.id.desc()).get()
    assert (line.actor_kind, line.action, line.subject) == ("client", "delete", f"document:{document}")
    assert Document.get_by_id(document).deleted_at is not None
    dialog = Path("ui/src/features/portal/DocumentsTab.tsx").read_text(encoding="utf-8")
    assert f"Our team can bring it back for {DELETED_DAYS} days; then it is erased." in dialog
    assert people.staff().post(f"/api/admin/documents/{document}/recover").status_code == 200
    assert document in [row["id"] for row in amelia.get("/api/client/documents").get_json()]


@pytest.mark.parametrize("why", ["opened", "late"])
def test_what_was_opened_or_sent_long_ago_stays(people: People, watch: Watch, why: str) -> None:
    amelia = people.client()
    document = send(amelia)
    if why == "opened":
        with people.staff().get(f"/api/admin/documents/{document}/download") as fetched:
            assert fetched.status_code == 200
    else:
        watch.now += TAKE_BACK_WITHIN
    refused = amelia.browser.delete(f"/api/client/documents/{document}")
    assert (refused.status_code, refused.get_json()["message"]) == (409, NOT_TAKEN_BACK)
    assert Document.get_by_id(document).deleted_at is None

"""The files of a wizard's draft: sent again after a lost answer, they are there once."""

import io

import pytest

from app.demo.papers import sample_pdf
from app.documents.models import Document
from tests.people import People


@pytest.mark.spec("B-04")
def test_a_file_of_the_draft_sent_again_under_its_key_is_one_document(people: People) -> None:
    visitor = people.visitor()
    visitor.fill_wizard()
    before = Document.select().count()

    def send(key: str) -> int:
        data = {"file": (io.BytesIO(sample_pdf("Plan")), "Plan.pdf")}
        answer = visitor.browser.post("/api/bookings/current/documents", data=data, headers={"Idempotency-Key": key})
        assert answer.status_code == 201
        return int(answer.get_json()["id"])

    assert send("file-1") == send("file-1") != send("file-2")
    assert Document.select().count() == before + 2

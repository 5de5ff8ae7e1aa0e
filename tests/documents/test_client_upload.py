"""A client's files for their project: whose they are, how many, twice the same, and what is refused."""

import io
import threading
from collections import Counter
from typing import Any

import pytest
from werkzeug.test import TestResponse

from app import db
from app.accounts.models import Client
from app.config import in_force
from app.demo.papers import sample_pdf
from app.documents import actions, rules
from app.documents.models import Document
from app.documents.rules import CLIENT_EXTENSIONS, CLIENT_LIMITS, Limits
from app.errors import AppError
from app.projects.models import Project
from tests.people import People, Person

MB = 1024 * 1024
PDF = sample_pdf("Plan")


@pytest.fixture
def amelia(people: People) -> Person:
    """A client with one project."""
    return people.client("amelia@example.com", files=0)


def send(
    person: Person, name: str = "Plan.pdf", content: bytes = PDF, key: str | None = None, **form: Any
) -> TestResponse:
    data = {"file": (io.BytesIO(content), name), "projectId": str(Project.get().id), **form}
    return person.browser.post("/api/documents", data=data, headers={"Idempotency-Key": key} if key else {})


def left() -> list[str]:
    """What lies in the documents folder."""
    return [path.name for path in in_force().documents_folder.rglob("*") if path.is_file()]


@pytest.mark.spec("D-06")
def test_a_clients_file_is_theirs_with_its_type(amelia: Person) -> None:
    answer = send(amelia, documentType="contract")
    assert answer.status_code == 201
    (row,) = amelia.get("/api/client/documents").get_json()
    assert (row["uploadedBy"], row["documentType"], row["fileSize"]) == ("client", "contract", len(PDF))
    assert row["projectId"] == Project.get().id
    assert send(amelia, documentType="drawing").status_code == 422


@pytest.mark.spec("D-06", "D-07")
def test_the_same_upload_again_is_the_same_document(amelia: Person) -> None:
    first, again = (send(amelia, key="one act").get_json()["id"] for _ in range(2))
    assert first == again
    assert len(left()) == Document.select().count() == 1


def racing(count: int, **options: Any) -> Counter[str]:
    """How often each outcome came when that many threads upload at once, each with the others beside it."""
    project = Project.get()
    met, outcomes = threading.Barrier(count), list[str]()

    def upload(number: int) -> None:
        key = options.get("key") or f"upload {number}"
        met.wait()
        try:
            stored = actions.store(
                in_force().documents_folder,
                io.BytesIO(PDF),
                "Plan.pdf",
                project_id=project.id,
                uploaded_by=rules.Uploader.CLIENT,
                accepted=CLIENT_EXTENSIONS,
                now=project.created_at,
                limits=options.get("limits", CLIENT_LIMITS),
                counted=Document.of_client(project.client_id),
                upload_key=key,
            )
            outcomes.append(f"document {stored.id}")
        except AppError as refusal:
            outcomes.append(str(refusal.status))
        finally:
            db.close()

    threads = [threading.Thread(target=upload, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(outcomes)


@pytest.mark.spec("D-07")
def test_the_same_upload_twice_at_once_is_one_document(amelia: Person) -> None:
    outcomes = racing(8, key="one act")
    assert list(outcomes.values()) == [8]
    assert len(left()) == Document.select().count() == 1


def test_without_the_second_look_the_same_upload_twice_at_once_is_refused(
    amelia: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: what keeps one of two then is the index, in nobody's words."""
    monkeypatch.setattr(Document, "uploaded", lambda *about: None)
    project = Project.get()
    options = {
        "project_id": project.id,
        "uploaded_by": rules.Uploader.CLIENT,
        "accepted": CLIENT_EXTENSIONS,
        "now": project.created_at,
        "upload_key": "one act",
    }
    actions.store(in_force().documents_folder, io.BytesIO(PDF), "Plan.pdf", **options)
    with pytest.raises(Exception, match="UNIQUE"):
        actions.store(in_force().documents_folder, io.BytesIO(PDF), "Plan.pdf", **options)
    assert len(left()) == 1


def test_twenty_uploads_at_once_never_pass_the_quota(amelia: Person) -> None:
    outcomes = racing(20, limits=Limits(5, 100 * MB, is_quota=True))
    assert outcomes["507"] == 15
    assert len(left()) == Document.select().count() == 5


def test_without_the_check_beside_the_row_they_pass_it(amelia: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control of the race above."""
    room = actions.check_room

    def only_before(*about: Any) -> None:
        if about[2] == 0:
            room(*about)

    monkeypatch.setattr(actions, "check_room", only_before)
    gate = threading.Barrier(20)
    require_space = actions.require_space

    def together(folder: Any) -> None:
        require_space(folder)
        gate.wait()

    keep = actions.disk.keep
    second = threading.Barrier(20)

    def kept(*about: Any) -> Any:
        second.wait()
        return keep(*about)

    monkeypatch.setattr(actions, "require_space", together)
    monkeypatch.setattr(actions.disk, "keep", kept)
    outcomes = racing(20, limits=Limits(5, 100 * MB, is_quota=True))
    assert outcomes["507"] == 0
    assert Document.select().count() == 20


def test_a_full_quota_says_what_to_do_and_counts_all_projects_of_the_client_but_not_what_staff_put_there(
    people: People, amelia: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.documents.routes.CLIENT_LIMITS", Limits(2, 2048 * MB, is_quota=True))
    first = Project.get()
    people.visitor().book(email="amelia@example.com", files=1)
    second = Project.select().order_by(Project.id.desc()).get()
    assert (second.client_id, second.id != first.id) == (first.client_id, True)
    Document.update(uploaded_by="staff").execute()
    assert [send(amelia).status_code for _ in range(3)] == [201, 201, 507]
    answer = send(amelia, projectId=str(second.id))
    assert answer.status_code == 507
    assert answer.get_json()["message"] == (
        "File Plan.pdf does not fit any more: we keep at most 2 files, 2 GB together, from one client. "
        "Please call or email us, and we make room."
    )
    assert answer.get_json()["fields"] == {"file": answer.get_json()["message"]}
    bruno = people.client("bruno@example.com", files=0)
    theirs = Project.get(Project.client == Client.get(Client.email == "bruno@example.com"))
    assert send(bruno, projectId=str(theirs.id)).status_code == 201


def jpeg() -> bytes:
    return b"\xff\xd8\xff\xe0\x00\x10JFIF\x00"


REFUSED = {
    "a program": ("setup.exe", b"MZ" + b"\0" * 100, 415),
    "SVG": ("house.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", 415),
    "a macro workbook by its name": ("claim.docm", b"PK\x03\x04", 415),
    "HTML in a JPG": ("photo.jpg", b"<html><script>alert(1)</script></html>", 415),
    "script after a JPG's mark": ("photo.jpg", jpeg() + b"<script>alert(1)</script>", 415),
    "a PDF with HTML before it": ("plan.pdf", b"<script>alert(1)</script>" + PDF, 415),
    "a PDF called PNG": ("plan.png", PDF, 415),
    "an archive called DOCX": ("plan.docx", b"PK\x05\x06" + b"\0" * 18, 415),
    "nothing": ("plan.pdf", b"", 422),
    "a byte too much": ("plan.pdf", PDF + b"\n" * (10 * MB + 1 - len(PDF)), 413),
}


@pytest.mark.spec("D-06", "R-01")
@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_document_is_refused_in_words_and_nothing_is_kept(amelia: Person, what: str) -> None:
    name, content, status = REFUSED[what]
    answer = send(amelia, name, content)
    assert answer.status_code == status
    assert answer.get_json()["message"].startswith(f"File {name} ")
    assert answer.get_json()["fields"] == {"file": answer.get_json()["message"]}
    assert (left(), Document.select().count()) == ([], 0)


def test_exactly_ten_megabytes_are_taken(amelia: Person) -> None:
    assert send(amelia, content=PDF[:-6] + b"\n" * (10 * MB - len(PDF)) + PDF[-6:]).status_code == 201


def test_an_upload_that_is_cut_off_leaves_nothing(amelia: Person) -> None:
    head = b'--cut\r\nContent-Disposition: form-data; name="file"; filename="Plan.pdf"\r\n\r\n'
    answer = amelia.browser.post(
        "/api/documents", data=head + PDF[:200], content_type="multipart/form-data; boundary=cut"
    )
    assert answer.status_code == 400
    assert (left(), Document.select().count()) == ([], 0)

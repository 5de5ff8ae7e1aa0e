"""The portal: a client's own projects, documents and appointments, and their files byte for byte."""

import hashlib
from datetime import UTC, datetime
from urllib.parse import quote

import pytest

from app.db import write
from app.demo.papers import sample_pdf
from app.documents.models import Document
from app.projects.models import Project
from tests.firms import Configured
from tests.people import FEE_CAME, People

NAMES = ["Plan.pdf", "Grundriß – 1. OG.pdf", "a;b'c & 100% d.pdf", "平面図.pdf", "   spaced   name .pdf"]


@pytest.mark.spec("X-01", "D-03")
def test_a_client_reads_their_projects(people: People) -> None:
    client = people.client()
    project = Project.get()
    (shown,) = client.get("/api/client/projects").get_json()
    created = datetime.fromisoformat(shown.pop("createdAt"))
    assert created == project.created_at
    assert shown == {
        "id": project.id,
        "reference": f"HPM-{project.id}",
        "serviceType": "planning_approvals",
        "serviceTitle": "Planning & Approvals",
        "status": project.status,
        "statusLabel": "To be scheduled",
        "appointmentDate": None,
        "missed": False,
        "inQuestion": None,
        "held": None,
        "unbooked": False,
        "movedBefore": False,
        "choosesTime": True,
        "paymentAmount": 25000,
        "paymentStatus": "completed",
        "arrived": FEE_CAME,
        "notes": shown["notes"],
        "unreadMessages": 0,
    }


@pytest.mark.spec("X-01", "D-04")
def test_a_client_reads_their_documents_newest_first(people: People) -> None:
    client = people.client(files=2)
    shown = client.get("/api/client/documents").get_json()
    assert [entry["fileName"] for entry in shown] == ["Plan 2.pdf", "Plan 1.pdf"]
    for entry in shown:
        assert entry["fileSize"] == len(sample_pdf("Plan"))
        assert entry["fileType"] == "application/pdf"
        assert "storedName" not in entry and "sha256" not in entry


@pytest.mark.spec("X-01", "D-05")
def test_a_client_reads_their_appointments_soonest_first(people: People) -> None:
    client = people.client()
    people.visitor().book(email="amelia@example.com")
    moments = [datetime(2027, 4, 6, 23, tzinfo=UTC), datetime(2027, 4, 1, 22, tzinfo=UTC)]
    with write():
        for project, moment in zip(Project.select().order_by(Project.id), moments, strict=True):
            Project.update(appointment_date=moment).where(Project.id == project.id).execute()
    shown = client.get("/api/client/appointments").get_json()
    assert [datetime.fromisoformat(entry["date"]) for entry in shown] == sorted(moments)
    assert all(entry["date"].endswith("Z") for entry in shown)


def test_a_new_client_has_empty_lists_where_there_is_nothing(people: People) -> None:
    client = people.client(files=0)
    assert client.get("/api/client/documents").get_json() == []
    assert client.get("/api/client/appointments").get_json() == []


@pytest.mark.spec("D-04")
@pytest.mark.parametrize("name", NAMES)
def test_a_download_is_the_file_that_was_sent_under_its_own_name(people: People, name: str) -> None:
    client, visitor = people.client(files=0), people.visitor()
    content = sample_pdf("A very particular plan") + b"\n%" + bytes(range(256))
    visitor.fill_wizard(files=0)
    assert visitor.upload(name, content).status_code == 201
    intent = visitor.start_payment()
    people.house.sandbox.confirm(intent, card="4242424242424242")
    visitor.settle(intent)
    (entry,) = client.get("/api/client/documents").get_json()
    with client.get(f"/api/client/documents/{entry['id']}/download") as answer:
        assert answer.status_code == 200
        assert answer.data == content
        assert hashlib.sha256(answer.data).hexdigest() == Document.get().sha256
        assert answer.headers["Content-Length"] == str(len(content))
        sent = answer.headers["Content-Disposition"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "private, no-store"
    assert sent.startswith("attachment; ")
    assert sent.endswith(f"filename*=UTF-8''{quote(entry['fileName'], safe='')}")


@pytest.mark.spec("R-01")
def test_strangers_are_told_that_a_document_is_not_there(people: People) -> None:
    people.client("amelia@example.com")
    bruno = people.client("bruno@example.com")
    theirs = Document.select().order_by(Document.id).first().id
    refused = bruno.get(f"/api/client/documents/{theirs}/download")
    missing = bruno.get("/api/client/documents/4711/download")
    assert refused.status_code == missing.status_code == 404
    assert refused.get_json() == missing.get_json()
    assert people.visitor().get(f"/api/client/documents/{theirs}/download").status_code == 401
    assert people.staff().get(f"/api/client/documents/{theirs}/download").status_code == 403


def test_a_document_of_a_draft_is_in_nobodys_portal(people: People) -> None:
    client, visitor = people.client(files=0), people.visitor()
    visitor.fill_wizard(files=1)
    assert client.get("/api/client/documents").get_json() == []
    assert client.get(f"/api/client/documents/{Document.get().id}/download").status_code == 404


def test_a_file_that_is_gone_from_the_disk_is_told_as_missing(people: People) -> None:
    client = people.client()
    document = Document.get()
    for path in people.house.config.documents_folder.rglob("*.pdf"):
        path.unlink()
    answer = client.get(f"/api/client/documents/{document.id}/download")
    assert answer.status_code == 404
    assert set(answer.get_json()) == {"message", "fields"}


@pytest.mark.spec("S-12")
def test_the_owners_title_of_a_service_stands_in_the_portal(people: People, configured: Configured) -> None:
    client = people.client()
    catalogue = {"services": {"planning_approvals": {"title": "Approvals, our way"}}}
    configured("demo", {"catalogue": catalogue})
    assert client.get("/api/client/projects").get_json()[0]["serviceTitle"] == "Approvals, our way"

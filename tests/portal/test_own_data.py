"""A client downloads all that is kept of them, and nothing of anybody else."""

import io
import json
import re
import zipfile
from typing import Any

import pytest

from app import clock
from app.accounts.models import Client
from app.audit.models import Act, AuditLine
from app.demo.papers import sample_pdf
from app.documents.models import Document
from app.limits import limiter
from app.mail.models import Letter
from app.projects.models import Project
from app.proofs import ownership
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.people import PASSWORD, People, Person

pytestmark = pytest.mark.spec("R-01")


def fetch(person: Person) -> zipfile.ZipFile:
    answer = person.get("/api/client/data.zip")
    assert (answer.status_code, answer.mimetype) == (200, "application/zip")
    archive = zipfile.ZipFile(io.BytesIO(answer.data))
    assert archive.testzip() is None
    return archive


def told(archive: zipfile.ZipFile) -> Any:
    return json.loads(archive.read("Your data.json"))


@pytest.mark.spec("D-11")
def test_the_zip_holds_details_projects_letters_documents_and_invoices(people: People) -> None:
    amelia = people.client(files=2)
    amelia.browser.patch("/api/client/details", json={"phone": "0400 999 888"})
    project = Project.get()
    sent = {"text": "When do you start?", "documents": []}
    path = f"/api/client/projects/{project.id}/messages"
    assert amelia.post(path, sent, headers={"Idempotency-Key": "first"}).status_code == 201
    archive = fetch(amelia)
    names = archive.namelist()
    assert [name for name in names if name.startswith("documents/")] == ["documents/Plan 1.pdf", "documents/Plan 2.pdf"]
    assert archive.read("documents/Plan 1.pdf") == sample_pdf("Plan")
    [invoice] = [name for name in names if name.startswith("invoices/")]
    assert archive.read(invoice).startswith(b"%PDF-")
    kept = told(archive)
    assert (kept["details"]["name"], kept["details"]["phone"]) == ("Amelia Hart", "0400 999 888")
    assert [(each["field"], each["old"]) for each in kept["corrections"]] == [("phone", "0400 123 456")]
    [about] = kept["aboutEachProject"]
    assert (about["money"]["paidCents"], about["messages"][0]["text"]) == (25_000, "When do you start?")
    assert about["told"][0]["message"] == "A duplex on a sloping block."
    assert "details-changed" in [line["action"] for line in kept["activity"]]
    assert AuditLine.select().where(AuditLine.action == Act.DATA_DOWNLOADED).count() == 1


def test_it_holds_no_secret_and_nothing_that_staff_keep_to_themselves(people: People) -> None:
    amelia = people.client()
    staff = people.staff()
    project = Project.get()
    inside = {"file": (io.BytesIO(sample_pdf("Margin")), "Margin.pdf"), "documentType": "other"}
    assert staff.browser.post(f"/api/admin/projects/{project.id}/documents", data=inside).status_code == 201
    hashed = Client.get().password_hash
    people.visitor().post("/api/client/reset-link", {"email": "amelia@example.com"})
    people.house.jobs.run("reset links")
    archive = fetch(amelia)
    whole = json.dumps(told(archive))
    assert "Margin" not in whole + "".join(archive.namelist())
    assert "token=" not in whole
    assert hashed not in whole
    secret = [letter for letter in Letter.select() if letter.secret]
    assert secret
    assert not [letter for letter in secret if letter.text in whole]


def test_nothing_of_anybody_else_and_nothing_unproved_is_in_it(people: People) -> None:
    amelia, bruno = people.client(), people.client("bruno@example.com", fullName="Bruno Keller")
    stranger = people.visitor()
    stranger.fill_wizard(email="amelia@example.com", fullName="Mallory Quill", message="Not hers")
    limiter.reset()
    asked = {"email": "bruno@example.com", "password": PASSWORD}
    assert amelia.post("/api/client/email-change", asked, headers={"Idempotency-Key": "a"}).status_code == 200
    whole = json.dumps(told(fetch(amelia)))
    for other in ("Bruno Keller", "Mallory Quill", "Not hers", "known to Helios already"):
        assert other not in whole
    assert "Amelia" not in json.dumps(told(fetch(bruno)))


def test_a_file_that_is_missing_is_named_and_the_rest_comes(people: People) -> None:
    amelia = people.client(files=2)
    folder = people.house.config.documents_folder
    (folder / Document.select().order_by(Document.id).first().stored_name).unlink()
    names = fetch(amelia).namelist()
    assert ("documents/Plan 1.pdf" in names, "documents/Plan 2.pdf" in names) == (False, True)
    assert "documents/Missing documents.txt" in names


def test_its_letters_hold_no_link_that_still_works(people: People) -> None:
    amelia = people.client()
    slots.generate(clock.now())
    stranger = Onboarder(people.house, "amelia@example.com")
    stranger.take(stranger.times()[0]["id"])
    paying = {"amountCents": 150_000}
    assert stranger.post(f"/api/projects/{stranger.project}/bank-transfer", paying).status_code == 200
    kinds = ("ownership_question", "transfer_details")
    asking = [letter.text for letter in Letter.select().where(Letter.kind.in_(kinds))]
    assert [("token=" in text) for text in asking] == [True, True]
    ownership.confirm(stranger.project, "helena", clock.now())
    kept = [letter["text"] for letter in told(fetch(amelia))["letters"] if "token=" in letter["text"]]
    assert kept == [re.sub(r"token=[\w-]{43}", "token=...", text) for text in asking]


def test_staff_get_the_same_zip_and_open_nothing_in_the_clients_name(people: People) -> None:
    amelia, staff = people.client(), people.staff()
    project, client = Project.get(), Client.get()
    sent = {"file": (io.BytesIO(sample_pdf("Report")), "Report.pdf"), "documentType": "other"}
    made = staff.browser.post(f"/api/admin/projects/{project.id}/documents", data=sent).get_json()
    assert "id" in made, made
    shared = staff.post(f"/api/admin/projects/{project.id}/documents/share", {"documentIds": [made["id"]]})
    assert shared.status_code == 200
    answer = staff.get(f"/api/admin/clients/{client.id}/data.zip")
    assert answer.status_code == 200
    assert "Data of Amelia Hart.zip" in answer.headers["Content-Disposition"]
    theirs = zipfile.ZipFile(io.BytesIO(answer.data))
    line = AuditLine.select().where(AuditLine.action == Act.DATA_DOWNLOADED).get()
    assert (line.actor_kind, line.actor, line.subject) == ("staff", "helena", f"client:{client.id}")
    listed = {each["id"]: each["isNew"] for each in amelia.get("/api/client/documents").get_json()}
    assert listed[made["id"]] is True
    own = fetch(amelia)
    assert theirs.namelist() == own.namelist()
    once, again = told(theirs), told(own)
    for kept in (once, again):
        for changing in ("madeAt", "activity", "signedIn", "documents"):
            del kept[changing]
    assert once == again
    assert staff.get("/api/admin/clients/999/data.zip").status_code == 404


def test_nothing_that_a_stranger_typed_is_in_what_staff_get(people: People) -> None:
    people.client()
    stranger = Onboarder(people.house, email="amelia@example.com")
    answer = people.staff().get(f"/api/admin/clients/{Client.get().id}/data.zip")
    kept = told(zipfile.ZipFile(io.BytesIO(answer.data)))
    assert stranger.project not in [each["id"] for each in kept["projects"]]
    assert "1 High Street" not in json.dumps(kept)

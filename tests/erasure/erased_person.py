"""A client with something of everything, each with words that nobody else has, and how to erase them."""

import io
from typing import Any
from uuid import uuid4

from app import clock
from app.accounts.models import Client
from app.alerts.actions import raise_alert, resolve, tell_staff
from app.audit.actions import Actor, note
from app.audit.models import Act
from app.db import database, write
from app.demo.papers import sample_pdf
from app.documents.models import Document
from app.invoices.files import make_files
from app.merging import actions as merging
from app.messages import actions as messages
from app.orders.models import Order
from app.orders.money import Payment
from app.payments import transfers
from app.projects.models import Project
from app.projects.rules import ProjectStatus
from app.rows import stored
from tests.documents.document_samples import picture
from tests.onboarders import Onboarder
from tests.people import People, Person

NAME, EMAIL, OLD_EMAIL = "Wilhelmina Quandary", "wilhelmina@quandary.example", "mina.before@quandary.example"
PHONE = "0455 667 788"
WORD = "zanzibarix"  # stands in everything that anybody wrote about her
BOOKED = {
    "email": OLD_EMAIL,
    "fullName": NAME,
    "phone": PHONE,
    "address": f"12 {WORD} Road, Hurstville",
    "message": f"A {WORD} on a slope.",
}
# All of it, in small letters and without blanks where people leave them out.
TELLTALES = (NAME.lower(), "quandary", EMAIL, OLD_EMAIL, PHONE, PHONE.replace(" ", ""), WORD)


def keyed() -> dict[str, Any]:
    return {"headers": {"Idempotency-Key": str(uuid4())}}


class Wilhelmina:
    """A client of the firm whose one project is completed, with something of everything."""

    def __init__(self, people: People, staff: Person) -> None:
        self.people, self.staff = people, staff
        self.browser = people.client(files=2, **BOOKED)
        self.client = Client.get(Client.email == OLD_EMAIL)
        self.project = Project.get(Project.client == self.client.id)
        self.at = f"/api/admin/clients/{self.client.id}"
        self._said()
        self._files()
        self._merged()
        self._typed()
        self._log()
        self._money()
        make_files(clock.now())
        self.close()

    def _said(self) -> None:
        at = f"/api/admin/projects/{self.project.id}"
        assert self.staff.post(f"{at}/notes", {"text": f"Rang about {WORD}."}, **keyed()).status_code == 201
        assert self.staff.post(f"{at}/messages", {"text": f"Dear {NAME}", "seen": 0}, **keyed()).status_code == 201
        own = messages.Person(client_id=self.client.id)
        messages.send(self.project.id, own, f"I am {NAME}, {PHONE}, {WORD}", [], "own")
        now = clock.now()
        with write():
            database.execute_sql(
                "INSERT INTO needs (project_id, title, asked_by, asked_at) VALUES (?, ?, 'helena', ?)",
                (self.project.id, f"The {WORD} contract", stored(now)),
            )
            Project.update(notes=f"{WORD} notes").where(Project.id == self.project.id).execute()
        for number, text in (("one", f"{NAME} called"), ("two", f"{EMAIL} wrote")):
            told = {"name": NAME, "email": OLD_EMAIL, "phone": PHONE, "message": f"{text} about {WORD} and more"}
            assert self.people.visitor().post("/api/enquiries", told).status_code in (200, 201), number

    def _files(self) -> None:
        at = f"/api/admin/projects/{self.project.id}/documents"
        for name, content in ((f"{WORD}.pdf", sample_pdf("Plan")), (f"{WORD}.png", picture("PNG"))):
            sent = self.staff.browser.post(at, data={"file": (io.BytesIO(content), name)}, **keyed())
            assert sent.status_code == 201, sent.get_json()
        first = Document.get(Document.file_name == f"{WORD}.pdf")
        at = f"/api/admin/documents/{first.id}"
        newer = {"file": (io.BytesIO(sample_pdf("Newer")), f"{WORD} 2.pdf")}
        assert self.staff.browser.post(f"{at}/versions", data=newer, **keyed()).status_code == 201
        other = Document.select().where(Document.uploaded_by != "staff").first()
        gone = self.staff.post(f"/api/admin/documents/{other.id}/delete", {"reason": f"{WORD} twice"})
        assert gone.status_code == 200, gone.get_json()

    def _typed(self) -> None:
        correct = {"email": None, "name": NAME, "company": f"{WORD} Pty Ltd", "phone": PHONE}
        for company in (f"Old {WORD}", correct["company"]):
            version = Client.get_by_id(self.client.id).version
            body = {"company": company, "addressStreet": f"{version} {WORD} Street", "version": version}
            assert self.staff.browser.patch(f"{self.at}/details", json=body).status_code == 200
        now = clock.now()
        with write():
            Client.update(email=EMAIL).where(Client.id == self.client.id).execute()
            database.execute_sql(
                "INSERT INTO detail_changes (client_id, field, old, new, changed_at) VALUES (?, 'email', ?, ?, ?)",
                (self.client.id, OLD_EMAIL, EMAIL, stored(now)),
            )
            database.execute_sql(
                "INSERT INTO email_changes (client_id, ask_key, old_address, new_address, password_stamp,"
                " old_token_hash, asked_at, expires_at, closed_at) VALUES (?, 'k', ?, ?, '', 'x', ?, ?, ?)",
                (self.client.id, OLD_EMAIL, EMAIL, *(stored(now) for _ in range(3))),
            )
        self.client = Client.get_by_id(self.client.id)
        # A draft in some browser, a link that was asked for, and a letter.
        draft = {"email": EMAIL, "fullName": NAME, "phone": PHONE, "message": f"{WORD} again"}
        self.drafter = self.people.visitor()
        self.drafter.fill_wizard(1, **draft)
        assert self.people.visitor().post("/api/client/reset-link", {"email": EMAIL}).status_code == 200
        # Somebody else typed her address; nothing proves whose it is, and she was asked.
        self.stranger = Onboarder(self.people.house, EMAIL)
        assert self.browser.post("/api/client/deletion").status_code == 200

    def _log(self) -> None:
        now, by, link = clock.now(), Actor.staff("helena"), self.project.staff_page
        tell_staff("test", f"{WORD}-one", f"{NAME}, {PHONE}, asks for {WORD}.", link, now=now)
        held = raise_alert("test", "held-two", f"Anyone can type {EMAIL} into a form.", now=now)
        resolve(held.id, "helena", now, f"{WORD} is fine")
        with write():
            database.execute_sql(
                "INSERT INTO attention (kind, subject, reason, done_at, done_by, done_why)"
                " VALUES ('messages', ?, 'x', ?, 'helena', ?)",
                (str(self.project.id), stored(now), f"{WORD} was told"),
            )
            note(by, Act.FINISH, f"messages:{self.project.id}", now, f"{WORD} was told")
            note(by, Act.RESOLVE, "alert:999999", now, f"{NAME} rang back")
            database.execute_sql(
                "INSERT INTO project_history (project_id, actor, note, created_at) VALUES (?, 'helena', ?, ?)",
                (self.project.id, f"Set by staff: {WORD}", stored(now)),
            )

    def _money(self) -> None:
        """A second payment, given back with words about it, and an order's note."""
        transfers.record(self.project.id, 5_000, "sent twice", "helena")
        twice = Payment.select().where(Payment.provider == "bank").get()
        transfers.give_back(twice.id, 5_000, f"{WORD} paid twice", "back", "helena")
        with write():
            Order.update(note=f"{WORD} note").where(Order.project == self.project.id).execute()
            Payment.update(last_error=f"{WORD} was declined").where(Payment.id == twice.id).execute()

    def _merged(self) -> None:
        """A double of hers, with a note of its own, that became hers."""
        now = clock.now()
        at = {"created_at": now, "updated_at": now}
        double = Client.create(email=f"w@{WORD}.example", name=NAME, phone=PHONE, company=f"{WORD} double", **at)
        versions = Client.get_by_id(self.client.id).version, double.version
        merging.merge(self.client.id, double.id, versions, {"company": "kept"}, "merge", Actor.staff("helena"), now)

    def close(self) -> None:
        """Her project is over."""
        with write():
            where = Project.id == self.project.id
            Project.update(status=ProjectStatus.COMPLETED).where(where).execute()

    def preview(self) -> dict[str, Any]:
        answer = self.staff.get(f"{self.at}/erasure")
        assert answer.status_code == 200, answer.get_json()
        return dict(answer.get_json())

    def erase(self, key: str = "erase", **changes: Any) -> Any:
        shown = {"typed": NAME, "reason": "asked", "seal": ""} | changes
        shown["seal"] = shown["seal"] or self.preview()["seal"]
        return self.staff.post(f"{self.at}/erasure", shown, headers={"Idempotency-Key": key})

"""The demo's furniture: staff and client sign-ins and a few bookings, made by the same actions as real ones."""

import io
import os
import secrets
from datetime import timedelta

from app import clock
from app.accounts.credentials import set_client_password
from app.accounts.details import DetailChange, correct
from app.accounts.models import Admin, Client
from app.accounts.rules import Role
from app.accounts.staff import add_staff, judge_password, reset_staff
from app.checklist import actions as checklist
from app.checklist.models import Need
from app.config import ConfigError, in_force
from app.demo.bills import bill_further_work
from app.demo.firm import put_to_work
from app.demo.messages import converse
from app.demo.papers import sample_pdf
from app.demo.times import agree_on_time
from app.demo.visits import CLIENT, VISITS
from app.documents import actions as documents
from app.documents import sharing
from app.documents.models import Document
from app.documents.rules import BOOKING_EXTENSIONS, DocumentType, Uploader
from app.errors import AppError
from app.factory import House
from app.invoices.files import make_files
from app.projects.actions import look_after
from app.projects.models import Project

OWNER = "owner"


def furnish(house: House, at_work: bool = False) -> list[str]:
    """Fill an empty demo folder and return the lines that tell how to sign in. at_work: with two years of clients."""
    password, site = demo_password(), in_force().server.address
    if Admin.called(OWNER) is None:
        add_staff(OWNER, "Helena Marsh", Role.OWNER, password)
    else:
        reset_staff(OWNER, password)
    for number, visit in enumerate(VISITS):
        visit.book(house, f"demo-{number}")
    set_client_password(CLIENT, password)
    introduce()
    exchange()
    agree_on_time(CLIENT)
    bill_further_work(OWNER, CLIENT)
    converse(OWNER, CLIENT)
    if at_work:
        put_to_work(OWNER, password)
    # What was invoiced days ago has had its file since: nobody may find it without, however early they look.
    while make_files(clock.now()):
        pass
    return [
        f"  Staff   {site}/admin/login       {OWNER} / {password}",
        f"  Client  {site}/client-portal     {CLIENT} / {password}",
        "  Cards   4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks the bank",
    ]


def introduce() -> None:
    """The client who signs in has corrected where they live, as they would on their profile."""
    client = Client.with_email(CLIENT)
    if client is None or DetailChange.of_client(client.id).exists():
        return
    told = {"address_street": "8 Woniora Road", "address_city": "Hurstville", "address_state": "NSW"}
    correct(client.id, {**told, "address_zip": "2220"}, clock.now() - timedelta(days=3))


def exchange() -> None:
    """What passed between the firm and the client who signs in: a line of the checklist ticked, a document shared."""
    project = Project.select().join(Client).where(Client.email == CLIENT).order_by(Project.id).first()
    if project is None or Document.of_project(project.id).where(Document.uploaded_by == Uploader.STAFF).exists():
        return
    then = clock.now() - timedelta(days=2)
    owner = Admin.called(OWNER)
    if owner is not None:
        look_after(project.id, owner, OWNER, clock.now() - timedelta(days=11))
    survey = Document.of_project(project.id).where(Document.file_name == "Survey.pdf").first()
    line = Need.get_or_none(Need.project_id == project.id, Need.title == "Site survey")
    if survey is not None and line is not None:
        checklist.tick(line.id, survey.id, project.client_id, then)
    report = documents.store(
        in_force().documents_folder,
        io.BytesIO(sample_pdf("Pathway to consent")),
        "Pathway to consent.pdf",
        project_id=project.id,
        uploaded_by=Uploader.STAFF,
        document_type=DocumentType.PROPOSAL,
        accepted=BOOKING_EXTENSIONS,
        now=then,
    )
    sharing.share(project.id, [report.id], OWNER, then)


def demo_password() -> str:
    """HELIOS_DEMO_PASSWORD, else one that is drawn once and kept with the demo's data."""
    given = os.environ.get("HELIOS_DEMO_PASSWORD")
    if given:
        try:
            judge_password(given, OWNER)
        except AppError as error:
            raise ConfigError(f"HELIOS_DEMO_PASSWORD: {error.message}") from None
        return given
    path = in_force().folder / "demo-password.txt"
    if not path.exists():
        path.write_text(f"helios-{secrets.token_hex(3)}", encoding="ascii")
        path.chmod(0o600)
    return path.read_text(encoding="ascii").strip()

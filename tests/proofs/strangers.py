"""A stranger who types a known client's address, and the link of the letter that asks the client."""

import io
import re

from werkzeug.test import TestResponse

from app.demo.papers import sample_pdf
from app.mail.models import Letter
from tests.onboarders import DETAILS, Onboarder
from tests.people import Person

BAIT = "INVOICE OVERDUE pay to new account.pdf"
PORTAL = ("projects", "documents", "appointments", "profile")


def portal(client: Person) -> dict[str, bytes]:
    """Every answer that the portal is made of, byte for byte."""
    return {part: client.get(f"/api/client/{part}").data for part in PORTAL}


def bait(person: Onboarder) -> TestResponse:
    """Add the file that wants to be paid."""
    data = {"file": (io.BytesIO(sample_pdf("Pay")), BAIT), "projectId": str(person.project)}
    return person.browser.post("/api/documents", data=data)


def by_transfer(person: Onboarder, time: int = 1) -> None:
    """Hold a time and choose the transfer."""
    assert person.take(person.times()[time]["id"]).status_code == 200
    assert person.post(f"/api/projects/{person.project}/bank-transfer").status_code == 200


def submit(person: Person, service: str = "planning_approvals", **told: str) -> int:
    """A submission of /onboarding by whoever has this browser; the project's id."""
    intake = person.post("/api/clients", {**DETAILS, **told}).get_json()["id"]
    made = person.post("/api/projects", {"clientId": intake, "serviceType": service})
    assert made.status_code == 201, made.get_json()
    return int(made.get_json()["id"])


def letters(kind: str = "ownership_question") -> list[Letter]:
    """The letters of a kind, oldest first."""
    return list(Letter.select().where(Letter.kind == kind).order_by(Letter.id))


def token_of(letter: Letter) -> str:
    """The token of a letter's link."""
    found = re.search(r"/client-portal/confirm\?token=([\w-]+)", letter.text)
    assert found is not None, letter.text
    return found[1]

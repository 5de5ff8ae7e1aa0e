"""What every letter about one project's consultation is made with."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from app.accounts.models import Client
from app.config import in_force
from app.consultations.invitation import Method, invitation
from app.documents.models import Document
from app.documents.rules import Uploader
from app.mail.actions import post
from app.mail.content import Draft, Firm
from app.meeting import Meeting
from app.orders.models import Order
from app.orders.sums import standing
from app.projects.models import Project
from app.projects.naming import name_of
from app.projects.rules import reference
from app.slots.models import Hold


def occasion(key: str, project_id: int) -> str:
    """What names the occasion of a letter about a project."""
    return f"{key}-project-{project_id}"


@dataclass(frozen=True)
class Paid:
    """What was paid for a project's consultation; cents, `method` card or bank transfer.

    `came_cents` is what came now, `paid_cents` all of the fee that is paid with it: it may come in parts. `invoice`:
    the number of what it was invoiced with, '' where that is not told.
    """

    fee_cents: int
    credit_cents: int
    paid_cents: int
    came_cents: int
    transaction_id: str
    at: datetime
    method: str
    invoice: str = ""


class Letterhead:
    """One project as its letters name it. about: their reference, where that is not the project itself."""

    def __init__(self, project: Project, now: datetime, about: str = "") -> None:
        self.project, self.now = project, now
        self.client: Client = project.client
        self.firm, self.reference = Firm.present(), about or reference(project.id)
        self.service = name_of(project)
        # Whoever typed an address may have typed a name for somebody else to read.
        name = self.client.name if project.proved_at else ""
        self._person: dict[str, Any] = {"to": self.client.email, "name": name, "reference": self.reference}

    @property
    def files(self) -> list[str]:
        """What was sent with it, by name; nothing while a stranger may have named it."""
        sent = Document.of_project(self.project.id).where(Document.uploaded_by != Uploader.STAFF)
        return [file.file_name for file in sent] if self.project.proved_at else []

    @property
    def meeting(self) -> Meeting:
        """How a confirmed consultation happens, as its client reads it: no number that a stranger may have typed."""
        return self.project.how_to_meet(self.client.phone if self.project.proved_at else "")

    @property
    def minutes(self) -> int:
        """How long the consultation takes: as long as its time was offered for."""
        return Hold.minutes_among([self.project.id])[self.project.id]

    @property
    def _more_cents(self) -> int:
        """What came beyond the price of what the project was begun with."""
        return standing(Order.of_project(self.project.id).id).due_back_cents

    def calendar(self, start: datetime, method: Method = Method.REQUEST, meeting: Meeting | None = None) -> str:
        """The appointment as it stands now. meeting: as its reader may know it, where that is not the client."""
        return invitation(
            method=method,
            reference=self.reference,
            start=start,
            minutes=self.minutes,
            sequence=self.project.calendar_sequence,
            made_at=self.now,
            service=self.service,
            meeting=meeting or self.meeting,
            firm_name=self.firm.name,
            firm_email=self.firm.email,
            firm_phone=self.firm.phone,
            organiser=self.firm.email or in_force().mail.sender,
            site_host=urlsplit(self.firm.site_address).hostname or "helios",
            client_name=self._person["name"],
            client_email=self.client.email,
        )

    def _post(self, draft: Draft, key: str, not_before: datetime | None = None) -> None:
        """Post a letter, unless it would go to a client who said that the project is not theirs."""
        if self.project.is_disowned and draft.recipient == self.client.email:
            return
        proved, number = self.project.proved_at is not None, self.project.id
        about: dict[str, Any] = {"client_id": self.client.id, "project_id": number}
        known = self.project.is_beside_client
        post(draft, occasion(key, number), self.now, **about, proved=proved, known=known, not_before=not_before)

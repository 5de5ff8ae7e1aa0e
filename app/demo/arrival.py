"""How the clients of the demo's firm come: by the booking wizard or by starting a service, and how they pay."""

import io
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta

from app import clock
from app.access import Caller
from app.accounts.models import Client
from app.booking import actions as booking
from app.catalogue.rules import ServiceType
from app.config import in_force
from app.consultations import actions as consultations
from app.db import write
from app.demo.names import NAMES, PLANS, STREETS, SUBURBS
from app.demo.papers import sample_pdf
from app.documents import actions as documents
from app.documents.models import Document
from app.documents.rules import BOOKING_EXTENSIONS, DocumentType, Uploader
from app.onboarding import actions as onboarding
from app.payments import choosing
from app.projects.models import Project
from app.slots.caps import Taker
from app.slots.models import Slot

BOOKED = ("contract_review", "planning_approvals", "construction_support", "scope_tender", "contract_advisory")
BOUGHT = (ServiceType.CONTRACT_REVIEW, ServiceType.INSPECTION_SERVICES, ServiceType.PROJECT_COORDINATION)
KINDS = ("new_home", "home_renovation", "apartment_building")
VALUES = ("500k_1m", "1m_3m", "3m_5m")


class Arrival:
    """One client. `take`: finds a free consultation time after a moment; `hashed`: everybody's password."""

    def __init__(
        self, number: int, visitor: str, begun: datetime, hashed: str, take: Callable[[datetime], Slot]
    ) -> None:
        self.number, self.visitor, self.begun = number, visitor, begun
        self.hashed, self.take = hashed, take
        self.is_bought = number % 4 == 1

    @property
    def _mail(self) -> str:
        return f"{NAMES[self.number].lower().replace(' ', '.').replace(chr(39), '')}@example.com"

    @property
    def _phone(self) -> str:
        return f"0400 {100 + self.number} {900 - self.number}"

    @property
    def _place(self) -> tuple[str, str]:
        return f"{3 + 7 * self.number} {STREETS[self.number % len(STREETS)]}", SUBURBS[self.number % len(SUBURBS)]

    def draft(self) -> None:
        """Fill in the wizard, with a document now and then."""
        told = {"full_name": NAMES[self.number], "email": self._mail, "phone": self._phone}
        address = "{}, {} NSW 2220".format(*self._place)
        asked = {
            "service_type": BOOKED[self.number % len(BOOKED)],
            "project_type": KINDS[self.number % len(KINDS)],
            "project_value": VALUES[self.number % len(VALUES)],
            "message": PLANS[self.number % len(PLANS)],
            "package": "professional" if self.number % len(BOOKED) == 0 else None,
        }
        with self.at(self.begun):
            with write():
                booking.save_personal(self.visitor, {**told, "address": address, "preferred_contact": "either"})
                draft = booking.save_project(self.visitor, asked)
            if self.number % 3:
                self.store("Drawings.pdf", Uploader.VISITOR, self.begun, booking_id=draft.id)

    def book(self) -> None:
        """Book what was filled in; its money is to come by transfer."""
        booking.save_documents_step(self.visitor)
        choosing.book(None, Caller(self.visitor))
        self._let_sign_in(self._mail)

    def buy(self) -> None:
        """Start a service outright, at a time of their choice."""
        told = {"name": NAMES[self.number], "email": self._mail, "phone": self._phone, "company": ""}
        street, suburb = self._place
        place = {"address_street": street, "address_city": suburb, "address_state": "NSW", "address_zip": "2220"}
        row = onboarding.submit_client(Caller(self.visitor), "firm", {**told, "enquiry_type": "new_project", **place})
        project = onboarding.submit_project(row.id, BOUGHT[self.number % len(BOUGHT)]).project
        slot = self.take(self.begun + timedelta(days=6))
        consultations.choose(project.id, slot.id, Taker(project.id, self.visitor, ""), self.begun)
        choosing.choose(None, Project.get_by_id(project.id), Caller(self.visitor))
        self._let_sign_in(self._mail)

    def _let_sign_in(self, mail: str) -> None:
        Client.update(password_hash=self.hashed, password_change_required=False).where(Client.email == mail).execute()

    def store(
        self, title: str, by: Uploader, at: datetime, booking_id: int | None = None, project_id: int | None = None
    ) -> Document:
        """A document of theirs, or ours, put there at that moment."""
        return documents.store(
            in_force().documents_folder,
            io.BytesIO(sample_pdf(title.removesuffix(".pdf"))),
            title,
            booking_id=booking_id,
            project_id=project_id,
            uploaded_by=by,
            document_type=DocumentType.PROPOSAL if by is Uploader.STAFF else DocumentType.OTHER,
            accepted=BOOKING_EXTENSIONS,
            now=at,
        )

    @staticmethod
    def at(moment: datetime) -> AbstractContextManager[None]:
        """Let what follows happen at that moment."""
        return clock.reading(lambda: moment)

"""Who has visited the demo's site and booked, as real visitors do."""

import io
from contextlib import suppress
from datetime import timedelta
from typing import NamedTuple

from app import clock
from app.access import Caller
from app.booking import actions as booking
from app.booking.models import Booking
from app.config import in_force
from app.demo.papers import sample_pdf
from app.documents import actions as documents
from app.documents.models import Document
from app.documents.rules import BOOKING_EXTENSIONS, BOOKING_LIMITS, DocumentType, Uploader
from app.errors import AppError
from app.factory import House
from app.payments.begin import of_draft
from app.payments.cards import start
from app.payments.settle import settle

CLIENT = "client@example.com"
VISA = "4242424242424242"


class Visit(NamedTuple):
    """Somebody's visit to the demo's site, up to the payment where there is a card."""

    days: int  # ago
    name: str
    email: str
    phone: str
    address: str
    service: str
    kind: str
    value: str
    message: str
    package: str | None
    files: tuple[str, ...]
    card: str | None

    def book(self, house: House, visitor: str) -> None:
        """Book as this visitor would, unless an earlier start has done so, perhaps one that was cut short."""
        if Booking.made_by(visitor) or (self.card is None and Booking.draft_of(visitor) is not None):
            return
        then = clock.now() - timedelta(days=self.days)
        with clock.reading(lambda: then):
            booking.save_personal(
                visitor,
                {
                    "full_name": self.name,
                    "email": self.email,
                    "phone": self.phone,
                    "address": self.address,
                    "preferred_contact": "either",
                },
            )
            draft = booking.save_project(
                visitor,
                {
                    "service_type": self.service,
                    "project_type": self.kind,
                    "project_value": self.value,
                    "message": self.message,
                    "package": self.package,
                },
            )
            kept = {file.file_name for file in Document.of_booking(draft.id)}
            for title in (title for title in self.files if title not in kept):
                documents.store(
                    in_force().documents_folder,
                    io.BytesIO(sample_pdf(title)),
                    title,
                    booking_id=draft.id,
                    uploaded_by=Uploader.VISITOR,
                    document_type=DocumentType.OTHER,
                    accepted=BOOKING_EXTENSIONS,
                    now=then,
                    limits=BOOKING_LIMITS,
                )
            booking.save_documents_step(visitor)
            if self.card is not None and house.gateway is not None:
                # A start that was cut short after the payment is settled by asking to pay again, and refused.
                with suppress(AppError):
                    started = start(house.gateway, of_draft(Caller(visitor)), None)
                    house.sandbox.confirm(started.intent_id, card=self.card)
                    settle(house.gateway, started.intent_id)


VISITS = (
    Visit(19, "Mei Tanaka", "mei.tanaka@example.com", "0400 111 222", "14 Empress Street, Hurstville NSW 2220",
          "contract_review", "new_home", "500k_1m", "The builder wants a signature by Friday week.", "professional",
          ("Building contract draft 3.pdf", "Tender comparison.pdf"), VISA),
    Visit(12, "Sophie Laurent", CLIENT, "0400 333 444", "8 Woniora Road, Hurstville NSW 2220",
          "planning_approvals", "home_renovation", "1m_3m", "First-floor addition behind a heritage facade.", None,
          ("Survey.pdf", "Sketch plans.pdf"), VISA),
    Visit(5, "Daniel Okafor", "daniel.okafor@example.com", "0400 555 666", "3 The Avenue, Penshurst NSW 2222",
          "construction_support", "new_home", "3m_5m", "Two progress claims look too high to us.", None, (), VISA),
    Visit(1, "Priya Raman", "priya.raman@example.com", "0400 777 888", "27 Carrington Avenue, Hurstville NSW 2220",
          "scope_tender", "apartment_building", "over_10m", "", None, ("Brief.pdf",), None),
)  # fmt: skip

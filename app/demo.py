"""The demo's furniture: staff and client sign-ins and a few bookings, made by the same actions as real ones."""

import io
import os
import secrets
from contextlib import suppress
from datetime import timedelta
from typing import NamedTuple

from app import clock
from app.accounts.actions import set_client_password
from app.accounts.models import Admin
from app.accounts.rules import Role
from app.accounts.staff import add_staff, judge_password, reset_staff
from app.booking import actions as booking
from app.booking.models import Booking
from app.config import ConfigError, in_force
from app.documents import actions as documents
from app.documents.models import Document
from app.documents.rules import BOOKING_EXTENSIONS, BOOKING_LIMITS, DocumentType, Uploader
from app.errors import AppError
from app.factory import House
from app.payments.begin import of_draft
from app.payments.cards import start
from app.payments.settle import settle

OWNER, CLIENT = "owner", "client@example.com"
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
                    started = start(house.gateway, of_draft(visitor), None)
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


def furnish(house: House) -> list[str]:
    """Fill an empty demo folder and return the lines that tell how to sign in."""
    password, site = demo_password(), in_force().server.address
    if Admin.called(OWNER) is None:
        add_staff(OWNER, "Helena Marsh", Role.OWNER, password)
    else:
        reset_staff(OWNER, password)
    for number, visit in enumerate(VISITS):
        visit.book(house, f"demo-{number}")
    set_client_password(CLIENT, password)
    return [
        f"  Staff   {site}/admin/login       {OWNER} / {password}",
        f"  Client  {site}/client-portal     {CLIENT} / {password}",
        "  Cards   4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks the bank",
    ]


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


def sample_pdf(title: str) -> bytes:
    """A small, valid PDF that shows its title."""
    shown = title.replace("\\", "").replace("(", "").replace(")", "")
    content = f"BT /F1 24 Tf 72 760 Td ({shown}) Tj 0 -32 Td /F1 12 Tf (Sample document of the demo) Tj ET".encode(
        "latin-1"
    )
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    made, offsets = b"%PDF-1.4\n", []
    for index, body in enumerate(objects, 1):
        offsets.append(len(made))
        made += b"%d 0 obj%s\nendobj\n" % (index, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    count = len(objects) + 1
    trailer = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (count, len(made))
    return made + b"xref\n0 %d\n0000000000 65535 f \n" % count + table + trailer

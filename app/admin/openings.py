"""What staff begin for a client, or for somebody on the phone, over HTTP."""

from typing import Annotated

from flask import Blueprint

from app import checked
from app.accounts.actions import Details
from app.accounts.sessions import present_staff
from app.catalogue.rules import ServiceType
from app.http import Schema, SentId, Who, demanded_key, route
from app.onboarding.rules import TEXT_RULES
from app.payments import arranging
from app.payments.arranging import Wish
from app.projects.models import Project
from app.projects.rules import reference

openings = Blueprint("admin_openings", __name__)


class OpeningIn(Schema):
    """Which service is wanted, and the free time of its consultation, None for one that is agreed on later."""

    service_type: ServiceType
    slot_id: SentId | None = None

    @property
    def wish(self) -> Wish:
        """What is wanted."""
        return Wish(self.service_type, self.slot_id)


class PhoneBookingIn(OpeningIn):
    """The same for somebody new, as they told it."""

    name: Annotated[str, checked.text(TEXT_RULES["name"])] = checked.demanded()
    email: Annotated[str, checked.text(TEXT_RULES["email"])] = checked.demanded()
    phone: Annotated[str, checked.text(TEXT_RULES["phone"])] = checked.demanded()


class Opened(Schema):
    """The project that was begun, and whose it is."""

    project_id: int
    reference: str
    client_id: int

    @classmethod
    def of(cls, project: Project) -> "Opened":
        """As what was made."""
        return cls(project_id=project.id, reference=reference(project.id), client_id=project.client_id)


@route(
    openings,
    "POST",
    "/api/admin/clients/<int:client_id>/projects",
    who=Who.STAFF,
    body=OpeningIn,
    answer=Opened,
    status=201,
    refusals=(404, 409),
    keyed=True,
)
def begin_project(client_id: int, body: OpeningIn) -> Opened:
    """Begin a project for a client, who gets the letter with what is to be paid; once for each Idempotency-Key."""
    return Opened.of(arranging.begin_for(client_id, body.wish, demanded_key(), present_staff()))


@route(
    openings,
    "POST",
    "/api/admin/phone-bookings",
    who=Who.STAFF,
    body=PhoneBookingIn,
    answer=Opened,
    status=201,
    refusals=(404, 409),
    keyed=True,
)
def book_by_phone(body: PhoneBookingIn) -> Opened:
    """Begin a project for somebody new who called; once for each Idempotency-Key."""
    who = Details(body.name, body.email, body.phone)
    return Opened.of(arranging.book_for(who, body.wish, demanded_key(), present_staff()))

"""What clients were found by, as the list shows it."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from app.accounts.models import Client
from app.admin.clients.schemas import MatchOut
from app.booking.models import Booking
from app.documents.models import Document
from app.messages.models import Message
from app.onboarding.models import Onboarding
from app.projects.rules import reference
from app.search.models import Hit, Kind
from app.search.rules import excerpt

PERSON = {
    "name": "Name",
    "email": "Email",
    "phone": "Phone",
    "company": "Company",
    "address_street": "Address",
    "address_city": "Address",
    "address_state": "Address",
    "address_zip": "Address",
}
BOOKED = {"full_name": "Name", "email": "Email", "phone": "Phone", "address": "Address", "message": "Booking"}
# What each kind of row is found by, column by column, and what that is called.
SOURCES: dict[Kind, tuple[Any, dict[str, str]]] = {
    Kind.CLIENT: (Client, PERSON),
    Kind.ONBOARDING: (Onboarding, PERSON),
    Kind.BOOKING: (Booking, BOOKED),
    Kind.DOCUMENT: (Document, {"file_name": "Document"}),
    Kind.MESSAGE: (Message, {"text": "Message"}),
}


def matches(hits: Collection[Hit], shown: Collection[str]) -> dict[int, MatchOut]:
    """The piece of text that each client was found by, by client; nothing of those found by a project's number."""
    by_kind = defaultdict[Kind, dict[int, int]](dict)
    for hit in hits:
        by_kind[hit.kind][hit.row_id] = hit.client_id
    found = dict[int, MatchOut]()
    for kind, clients in by_kind.items():
        model, labels = SOURCES[kind]
        for row in model.select().where(model.id.in_(list(clients))):
            project_id = None if kind is Kind.CLIENT else row.project_id
            piece = excerpt([getattr(row, column) or "" for column in labels], shown)
            if piece is not None:
                place, text = piece
                label = list(labels.values())[place]
                about = f"{label}, {reference(project_id)}" if project_id else label
                found[clients[row.id]] = MatchOut(
                    label=about, before=text.before, hit=text.hit, after=text.after, project_id=project_id
                )
    return found

"""What counts as the last contact with a client: what a person did."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from app import clock
from app.accounts.models import Admin, Client
from app.admin.clients.contacts import COUNTED, of
from app.mail.models import Letter
from app.messages.models import Message
from app.orders.models import Order
from app.orders.money import Payment
from app.projects.models import Project
from app.proposals.models import Proposal
from app.slots.models import Hold, Slot
from tests.people import People


def _letter(kind: str) -> Callable[[datetime], object]:
    first = Letter.select().where(Letter.project_id.is_null(False)).limit(1)
    return lambda at: Letter.update(kind=kind, created_at=at).where(Letter.id == first.get().id).execute()


def _proposal(at: datetime, state: str = "open", ended: datetime | None = None) -> object:
    about = {"project": Project.get(), "admin": Admin.get(), "propose_key": "one", "service": "scope_tender"}
    told = {"title": "Scope", "price_cents": 200_000, "credit_cents": 0, "proposed_at": at, "state": state}
    return Proposal.create(**about, **told, expires_at=at + timedelta(days=30), ended_at=ended)


def _answer(state: str) -> Callable[[datetime], object]:
    return lambda at: _proposal(at - timedelta(days=300), state, at)


def _held(at: datetime) -> object:
    slot = Slot.create(date=at, minutes=45)
    about = {"project_id": Project.get().id, "visitor_id": "v", "kind": "paid", "outcome": "held"}
    return Hold.create(slot=slot, **about, created_at=at)


def _message(at: datetime) -> object:
    return Message.create(project=Project.get(), text="Hello", send_key="k", sent_at=at)


def _paid(at: datetime, provider: str = "sandbox") -> object:
    return Payment.update(paid_at=at, provider=provider).execute()


DONE: list[tuple[str, Callable[[datetime], object], bool]] = [
    ("a letter that staff wrote", _letter("from_us"), True),
    ("a message", _message, True),
    ("a contact that staff noted", lambda at: Project.update(contacted_at=at).execute(), True),
    ("a consultation that was held", _held, True),
    ("a proposal", _proposal, True),
    ("the client's answer to a proposal", _answer("accepted"), True),
    ("the client's answer to a proposal", _answer("declined"), True),
    ("a payment by card", _paid, True),
    ("a proposal that ran out", _answer("run_out"), False),
    ("a transfer that staff noted", lambda at: _paid(at, "bank"), False),
    ("a receipt", _letter("booking_confirmed"), False),
    ("a reminder", _letter("reminder"), False),
    ("an order", lambda at: Order.update(created_at=at).execute(), False),
]


@pytest.mark.parametrize(("what", "act", "counts"), DONE)
def test_what_a_person_did_is_a_contact(
    people: People, what: str, act: Callable[[datetime], object], counts: bool
) -> None:
    people.client()
    people.staff()
    at = clock.now() + timedelta(days=400)
    act(at)
    client = Client.get().id
    assert (at in of([client], {Project.get().id: client}).get(client, [])) is counts, what


def test_every_kind_of_contact_has_its_line_above() -> None:
    assert set(COUNTED) == {what for what, _, counts in DONE if counts}

"""When people last had to do with a client: what somebody did counts, what the program writes by itself does not."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from functools import partial
from typing import Any

from peewee import SQL, fn

from app.mail.models import Letter
from app.messages.models import Message
from app.orders.models import Order
from app.orders.money import Payment
from app.projects.models import Project
from app.proposals.models import Proposal
from app.proposals.rules import ProposalState
from app.rows import Prepared, these
from app.slots.models import Hold

WRITTEN_BY_HAND = ("from_us", "enquiry_answered")
ANSWERED_BY_CLIENT = (ProposalState.ACCEPTED, ProposalState.DECLINED)
Contacts = Iterable[tuple[int, datetime]]


def _letters(about: Any, ids: SQL) -> Any:
    by_hand = about.in_(these(ids)), Letter.kind.in_(WRITTEN_BY_HAND)
    return _newest(Letter.select(about, fn.MAX(Letter.created_at)).where(*by_hand), about)


def _messages(ids: SQL) -> Any:
    said = Message.select(Message.project, fn.MAX(Message.sent_at)).where(Message.project.in_(these(ids)))
    return _newest(said, Message.project)


def _noted(ids: SQL) -> Any:
    noted = Project.id.in_(these(ids)), Project.contacted_at.is_null(False)
    return Project.select(Project.id, Project.contacted_at).where(*noted).tuples()


def _proposed(ids: SQL) -> Any:
    made = Proposal.select(Proposal.project, fn.MAX(Proposal.proposed_at)).where(Proposal.project.in_(these(ids)))
    return _newest(made, Proposal.project)


def _answered(ids: SQL) -> Any:
    by_client = Proposal.project.in_(these(ids)), Proposal.state.in_(ANSWERED_BY_CLIENT)
    return _newest(Proposal.select(Proposal.project, fn.MAX(Proposal.ended_at)).where(*by_client), Proposal.project)


def _paid_by_card(ids: SQL) -> Any:
    # A transfer is noted by staff, days after its client made it.
    by_card = Payment.has_come(), Payment.provider != "bank", Payment.paid_at.is_null(False)
    paid: Any = Payment.select(Order.project, fn.MAX(Payment.paid_at)).join(Order)
    return _newest(paid.where(Order.project.in_(these(ids)), *by_card), Order.project)


def _newest(query: Any, column: Any) -> Any:
    return query.group_by(column).tuples()


_TO_CLIENTS = Prepared(partial(_letters, Letter.client_id))

# By name what counts: of projects by their ids, which project when.
COUNTED: dict[str, Callable[[Collection[int]], Contacts]] = {
    "a letter that staff wrote": Prepared(partial(_letters, Letter.project_id)).rows,
    "a message": Prepared(_messages).rows,
    "a contact that staff noted": Prepared(_noted).rows,
    "a consultation that was held": lambda ids: Hold.held_among(ids).items(),
    "a proposal": Prepared(_proposed).rows,
    "the client's answer to a proposal": Prepared(_answered).rows,
    "a payment by card": Prepared(_paid_by_card).rows,
}


def of(clients: Collection[int], projects: dict[int, int]) -> dict[int, list[datetime]]:
    """The newest contacts of every kind with each of these clients. projects: the client of each of their projects."""
    found = defaultdict[int, list[datetime]](list)
    for number, at in _TO_CLIENTS.rows(clients):
        found[number].append(at)
    for kind in COUNTED.values():
        for project_id, at in kind(list(projects)):
            found[projects[project_id]].append(at)
    return found

"""Clients as staff see them in the list, and on a page of their own."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from app import checked
from app.http import Schema, SentId
from app.onboarding.schemas import DetailsIn, DetailsOut
from app.orders.rules import OrderState
from app.projects.rules import PaymentStatus, ProjectStatus


class ClientSort(StrEnum):
    """By what the list goes; 'best': the likeliest of what was searched first, without a search the newest."""

    BEST = "best"
    NEWEST = "newest"
    OLDEST = "oldest"
    NAME = "name"


class ClientsQuery(Schema):
    """What is looked for, the status of one of their projects, order and page; '' asks for nothing."""

    q: Annotated[str, Field(max_length=200)] = ""
    status: ProjectStatus | Literal[""] = ""
    sort: ClientSort = ClientSort.BEST
    page: Annotated[int, Field(ge=1, le=100_000)] = 1


class MatchOut(Schema):
    """What a client was found by: a piece of a text of that name, and the project that it is about, if it is."""

    label: str
    before: str
    hit: str
    after: str
    project_id: int | None


class ProjectOfClient(Schema):
    """A project of a client; cents. `start`: of its consultation; `is_asked`: as `orders.sums.asked_for`;
    `is_awaited`: as `listing.awaits_begun`.

    `by_merge`: it came with another record that was merged into theirs, and nothing proves the address that it names.
    """

    project_id: int
    reference: str
    service_title: str
    status: ProjectStatus
    money: OrderState
    payment_status: PaymentStatus
    is_awaited: bool
    is_asked: bool
    owed_cents: int
    start: datetime | None
    unread: int
    proved: bool
    by_merge: bool
    created_at: datetime


class ClientLine(Schema):
    """A client in the list; cents. `last_contact_at`: when people last had to do with each other, or the beginning.

    `owed_cents`: of bills, and of what is paid in part; `awaited_cents`: of transfers that are to come for what is not
    owed yet. `proved`: the address is shown to be theirs; `unproved`: how many projects name a known client's address
    and are not shown to be theirs: nothing of these is counted in the rest. `by_merge`: as of a project, how many.
    """

    id: int
    name: str
    email: str
    phone: str
    company: str
    address: str
    proved: bool
    projects: int
    unproved: int
    by_merge: int
    newest: ProjectOfClient | None
    owed_cents: int
    awaited_cents: int
    next_at: datetime | None
    last_contact_at: datetime
    unread: int
    matched: MatchOut | None
    created_at: datetime


class ClientsPage(Schema):
    """One page of the list. `more`: there are more than `total`, which is where counting ends."""

    items: list[ClientLine]
    total: int
    more: bool
    page: int
    page_size: int


class DetailChangeOut(Schema):
    """A detail that was changed; `field` is named as in the client's details, `changed_by` '' for the client."""

    field: str
    old: str
    new: str
    changed_at: datetime
    changed_by: str


class ClientPage(Schema):
    """Everything about a client but what happened. `sign_in`: 'none', 'temporary' while it is the letter's, else 'own'.

    `version`: of the details, to be sent with a correction.
    """

    line: ClientLine
    version: int
    sign_in: str
    details: DetailsOut
    changes: list[DetailChangeOut]
    projects: list[ProjectOfClient]


class CorrectionIn(DetailsIn):
    """What staff correct of a client's details, and the version of them that they had before them."""

    version: SentId = checked.demanded()


class EventKind(StrEnum):
    """What may happen with a client."""

    PROJECT = "project"
    APPOINTMENT = "appointment"
    DOCUMENT = "document"
    PAYMENT = "payment"
    REFUND = "refund"
    INVOICE = "invoice"
    LETTER = "letter"
    MESSAGE = "message"
    NOTE = "note"
    ENQUIRY = "enquiry"
    CHANGE = "change"
    MERGE = "merge"


class EventsQuery(Schema):
    """Of which kind, '' for all, and which page."""

    kind: EventKind | Literal[""] = ""
    page: Annotated[int, Field(ge=1, le=100_000)] = 1


class EventOut(Schema):
    """Something that happened. `who`: as their row names them, '' where that says nothing; `text`: what was written.

    `cents`: of money; `state`: how it stands with a letter or a payment.
    """

    kind: EventKind
    id: int
    at: datetime
    project_id: int | None
    reference: str
    title: str
    text: str
    who: str
    cents: int | None
    state: str


class Events(Schema):
    """A page of what happened."""

    items: list[EventOut]
    total: int
    page: int
    page_size: int

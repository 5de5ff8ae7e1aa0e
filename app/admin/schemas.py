"""The contract of the back office."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from app.booking.rules import BookingStatus, PreferredContact
from app.catalogue.rules import Package, ProjectType, ProjectValue, ServiceType
from app.documents.schemas import DocumentOut
from app.enquiries.schemas import EnquiryOut
from app.http import RowId, Schema
from app.payments.rules import Outcome
from app.projects.rules import PaymentStatus, ProjectStatus, Proof


class AlertOut(Schema):
    """Something that staff must know; `link` is a path of the site."""

    id: int
    kind: str
    message: str
    link: str | None
    created_at: datetime


class Counts(Schema):
    """The dashboard's numbers, each the length or the sum of a list; money in cents.

    bookings: those whose fee is paid; new_this_week: of these; awaited, awaited_cents: the awaited transfers.
    """

    bookings: int
    new_this_week: int
    drafts: int
    paid_cents: int
    paid_this_month_cents: int
    refunded_cents: int
    awaited: int
    awaited_cents: int
    enquiries: int


class MailState(Schema):
    """How the outbox stands; `mode` is smtp or files; `filed`: written to a file instead of sent."""

    mode: Literal["smtp", "files"]
    queued: int
    filed: int
    failed: int


class Dashboard(Schema):
    """What needs a look today. `alerts` are the newest of `open_alerts`; the others follow as these are resolved.

    `not_offered` says how visitors cannot pay, and which settings it takes; may be ''.
    """

    not_offered: str
    alerts: list[AlertOut]
    open_alerts: int
    counts: Counts
    mail: MailState
    notices: list[str]


class ListQuery(Schema):
    """Search, filter and page of a list."""

    search: Annotated[str, Field(max_length=200)] = ""
    status: str = ""
    page: Annotated[int, Field(ge=1, le=100_000)] = 1


class BookingLine(Schema):
    """A booking in the list; money in cents."""

    id: int
    reference: str | None
    status: BookingStatus
    full_name: str
    email: str
    phone: str
    service_type: ServiceType | None
    service_title: str
    project_status: ProjectStatus | None
    payment_status: PaymentStatus | None
    amount_cents: int | None
    documents: int
    created_at: datetime
    confirmed_at: datetime | None


class BookingPage(Schema):
    """One page of the list of bookings."""

    items: list[BookingLine]
    total: int
    page: int
    page_size: int


class PaymentLine(Schema):
    """A payment as staff see it; money in cents."""

    id: int
    provider: str
    intent_id: str | None
    status: PaymentStatus
    provider_status: str | None
    amount_cents: int
    refunded_cents: int
    last_error: str | None
    created_at: datetime
    paid_at: datetime | None


class LetterLine(Schema):
    """A letter as staff see it; the text of one with a password in it stays hidden.

    `scrubbed`: its password is not kept any more, so it cannot be sent again.
    """

    id: int
    kind: str
    recipient: str
    subject: str
    status: str
    attempts: int
    last_error: str | None
    text: str | None
    scrubbed: bool
    created_at: datetime
    sent_at: datetime | None


class HistoryOut(Schema):
    """A line of a project's history."""

    actor: str
    from_status: ProjectStatus | None
    to_status: ProjectStatus | None
    note: str
    created_at: datetime


class BookingDetail(Schema):
    """A booking with everything that belongs to it."""

    id: int
    reference: str | None
    status: BookingStatus
    step: int
    full_name: str
    email: str
    phone: str
    address: str
    preferred_contact: PreferredContact
    service_type: ServiceType | None
    service_title: str
    project_type: ProjectType | None
    project_type_label: str
    project_value: ProjectValue | None
    project_value_label: str
    message: str
    package: Package | None
    package_title: str | None
    client_id: int | None
    project_id: int | None
    project_status: ProjectStatus | None
    payment_status: PaymentStatus | None
    created_at: datetime
    confirmed_at: datetime | None
    documents: list[DocumentOut]
    payments: list[PaymentLine]
    letters: list[LetterLine]
    history: list[HistoryOut]
    ownership: "Ownership | None"


class Ownership(Schema):
    """Whether a project is proved to be its client's. `client_name`: of the client whose address was typed, if that one
    is proved; what was typed is beside it.

    `disowned_at`: when whoever reads the address, or staff, said that it is not theirs. `may_be_taken_back`: it is
    proved by the letter's link or by staff, and as far as the project shows nothing was paid. `has_sign_in`: whether
    the client has one for the portal.
    """

    project_id: int
    reference: str
    proved_by: Proof | None
    disowned_at: datetime | None
    may_be_taken_back: bool
    name: str
    email: str
    client_name: str | None
    has_sign_in: bool


class UnprovedLine(Schema):
    """A submission with a known client's address that nobody has proved to be that client's; what was typed in it."""

    ownership: Ownership
    phone: str
    service_title: str
    documents: int
    created_at: datetime


class EnquiryPage(Schema):
    """One page of the enquiries."""

    items: list[EnquiryOut]
    total: int
    page: int
    page_size: int


class ConsultationQuery(Schema):
    """Which consultations: a page of all, or of those that wait for a transfer; `project` names one to be shown."""

    waiting: Literal["", "transfers"] = ""
    project: RowId | None = None
    page: Annotated[int, Field(ge=1, le=100_000)] = 1
    given_up_page: Annotated[int, Field(ge=1, le=100_000)] = 1


class TransferLine(Schema):
    """A bank transfer that has not arrived yet; money in cents. `outcome`: what follows if it does.

    `is_disowned`: its address is said to be somebody else's, so that no letter follows.
    """

    payment_id: int
    amount_cents: int
    asked_at: datetime
    outcome: Outcome
    is_disowned: bool


class GivenUpTransfer(Schema):
    """A transfer that is not awaited any more: another way to pay was chosen, or the project is closed.

    Its money may come all the same.
    """

    project_id: int
    reference: str
    name: str
    transfer: TransferLine


class ConsultationLine(Schema):
    """A project with its consultation time: held for a card payment or a transfer, or paid; none when it has no time.

    `expires_at`: until when an unpaid time is kept.
    """

    project_id: int
    reference: str
    name: str
    email: str
    phone: str
    service_title: str
    status: ProjectStatus
    start: datetime | None
    kind: Literal["card", "transfer", "paid", "none"]
    expires_at: datetime | None
    transfer: TransferLine | None
    ownership: Ownership


class Consultations(Schema):
    """Every time that is held or booked from now on, and every project that waits for money or for a time.

    `unproved`: the latest submissions with known clients' addresses that are not proved.
    """

    items: list[ConsultationLine]
    unproved: list[UnprovedLine]
    total: int
    page: int
    page_size: int
    given_up: list[GivenUpTransfer]
    given_up_total: int

"""The contract of the booking wizard and its confirmation."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from app import checked
from app.booking.rules import (
    CHOICE_MESSAGES,
    PROJECT_TYPE_CHOICES,
    PROJECT_VALUE_CHOICES,
    SERVICE_CHOICES,
    TEXT_RULES,
    BookingStatus,
    PreferredContact,
)
from app.catalogue.rules import Package, ServiceType
from app.catalogue.works import ProjectType, ProjectValue
from app.documents.schemas import DocumentOut
from app.http import Bare, RowId, Schema
from app.orders.schemas import Arrived
from app.projects.rules import PaymentStatus
from app.projects.schemas import BankDetails, MeetingOut, Method

ConfirmationState = Literal[
    "paid",
    "over",
    "begun",
    "completed",
    "refunded",
    "other_price",
    "cancelled",
    "checking",
    "awaiting",
    "portal",
    "none",
]


class PersonalInformation(Schema):
    """Step 1."""

    step: Literal[1]
    full_name: Annotated[str, checked.text(TEXT_RULES["fullName"])] = checked.demanded()
    email: Annotated[str, checked.text(TEXT_RULES["email"])] = checked.demanded()
    phone: Annotated[str, checked.text(TEXT_RULES["phone"])] = checked.demanded()
    address: Annotated[str, checked.text(TEXT_RULES["address"])] = checked.demanded()
    preferred_contact: PreferredContact = PreferredContact.EITHER


class ProjectInformation(Schema):
    """Step 2."""

    step: Literal[2]
    service_type: Annotated[ServiceType, checked.choice(SERVICE_CHOICES, CHOICE_MESSAGES["serviceType"])] = (
        checked.demanded()
    )
    project_type: Annotated[ProjectType, checked.choice(PROJECT_TYPE_CHOICES, CHOICE_MESSAGES["projectType"])] = (
        checked.demanded()
    )
    project_value: Annotated[ProjectValue, checked.choice(PROJECT_VALUE_CHOICES, CHOICE_MESSAGES["projectValue"])] = (
        checked.demanded()
    )
    message: Annotated[str, checked.text(TEXT_RULES["message"])] = ""
    package: Package | None = None


class DocumentsStep(Schema):
    """Step 3: the files are there already."""

    step: Literal[3]


class SaveStep(Bare[Annotated[PersonalInformation | ProjectInformation | DocumentsStep, Field(discriminator="step")]]):
    """What POST /api/bookings takes: the step's number and that step's fields."""


class BookingOut(Schema):
    """A booking as its visitor sees it. `needs`: the documents that the work of its service begins with."""

    id: int
    step: int
    status: BookingStatus
    full_name: str
    email: str
    phone: str
    address: str
    preferred_contact: PreferredContact
    service_type: ServiceType | None
    project_type: ProjectType | None
    project_value: ProjectValue | None
    message: str
    package: Package | None
    files: list[DocumentOut]
    needs: list[str]
    fee_cents: int


class CurrentBooking(Schema):
    """The draft of this browser session, if there is one."""

    booking: BookingOut | None


class CreateAccount(Schema):
    """What the wizard sends after a payment; the booking itself is what counts."""

    email: str = ""
    name: str = ""
    phone: str = ""
    company: str | None = None
    address_street: str = ""
    address_city: str = ""
    address_state: str = ""
    address_zip: str = ""
    enquiry_type: str = "new_project"


class ConfirmationQuery(Schema):
    """Which booking /success shows; without either, the browser's latest."""

    project_id: RowId | None = None
    payment_intent: str | None = None


class PaymentOut(Schema):
    """The payment of a confirmation."""

    amount_cents: int
    currency: str
    status: PaymentStatus
    transaction_id: str
    method: Method


class Confirmation(Schema):
    """What /success shows.

    `chooses_time`: its client is to choose the consultation's time now, for the first time or anew. `calls_soon`: the
    time within which we call to arrange one is not over. `unsettled_cents`: what is still here although the project is
    cancelled, and staff decide about; `kept_cents`: what they have decided to keep.
    `in_portal`: its client finds it in the portal, with a sign-in that is there or on its way.
    `shared_consultation`: how that of the project stands that it goes on from, so that it needs no time of
    its own; '' for one that has or chooses its own.
    `transfer_note` says by when a transfer is due: how long an unpaid time is kept for it, and why no longer.
    `gave_back`: its client gave its time back and has none since; `card_at`: where the awaited transfer can be replaced
    by a card payment, None where it cannot.
    `may_correct_email`: this browser may still say that its email address was mistyped.
    `reminded`: whether a reminder of the time comes; None where nothing can be said about that.
    `move_note`: until when its client may move the confirmed time, or why they may not.
    `fee_note`: what the booking fee was deducted from, and what of it is left; '' where nothing deducts it.
    `promise`: what the booking of a package promises, '' where nothing is or more was billed since.
    `sent_to`: where the confirmation went, which is the address of then.
    `is_signed_in`: its client looks at it, and needs no sign-in to be told of.
    `moved_before`: its client moved the consultation or gave its time back, and cannot move the next one online.
    `service_title`: of a contract review with its package; `minutes`: how long the consultation is.
    """

    project_id: int
    reference: str
    arrived: Arrived | None
    consultation_slot: datetime | None
    chooses_time: bool
    calls_soon: bool
    unsettled_cents: int
    kept_cents: int
    in_portal: bool
    shared_consultation: str
    reminded: bool | None
    minutes: int
    meeting: MeetingOut
    transfer_note: str | None = None
    service_type: ServiceType
    service_title: str
    project_type: ProjectType
    project_type_label: str
    email: str
    sent_to: str
    full_name: str
    files: list[str]
    payment: PaymentOut
    bank: BankDetails | None = None
    calendar_url: str | None = None
    move_note: str | None = None
    fee_note: str = ""
    promise: str = ""
    is_signed_in: bool
    moved_before: bool
    gave_back: bool
    may_correct_email: bool
    card_at: str | None


class ConfirmationAnswer(Schema):
    """paid: shown in full; over: the same, and the time of its consultation has passed; refunded: all of it
    went back; other_price: what came is not the price; cancelled: paid or not; checking: the provider has not decided;
    awaiting: a transfer; portal: its client has it in the portal, and it does not stand as this browser left it (see
    Checkout); none: nothing to show.

    `is_disowned` and `may_change` as in Checkout. `asks_visitor`: while checking, the bank waits for the visitor to
    approve the payment, and decides nothing before.
    """

    state: ConfirmationState
    booking: Confirmation | None
    is_disowned: bool = False
    may_change: bool = False
    asks_visitor: bool = False

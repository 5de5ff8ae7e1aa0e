"""The contract of payments."""

from datetime import datetime
from typing import Literal

from app.catalogue.rules import ProjectType, ServiceType
from app.http import RowId, Schema
from app.orders.schemas import Arrived
from app.projects.rules import PaymentStatus, ProjectStatus

Method = Literal["card", "bank", "credit"]
ConfirmationState = Literal["paid", "refunded", "other_price", "cancelled", "checking", "awaiting", "none"]


class StartPayment(Schema):
    """What POST /api/create-payment-intent takes; `amount` in dollars is compared, never charged.

    `replace_transfer`: the visitor asks to pay by card in place of the bank transfer that was chosen before.
    """

    amount: float | None = None
    project_id: RowId | None = None
    replace_transfer: bool = False


class ChooseTransfer(Schema):
    """What choosing the bank transfer takes; `amount_cents` is compared, never asked for.

    `replace_transfer`: the visitor asks for a transfer at the price of now in place of the one chosen before.
    """

    amount_cents: int | None = None
    replace_transfer: bool = False


class StartedPayment(Schema):
    """What the card form needs."""

    client_secret: str
    publishable_key: str
    payment_intent: str
    amount_cents: int


class BankDetails(Schema):
    """Where a transfer goes. `by_email`: a letter with this is sent or about to be."""

    account_name: str
    bsb: str
    account: str
    amount_cents: int
    reference: str
    by_email: bool


class Sums(Schema):
    """What a project costs after the booking fee's credit."""

    credit_cents: int
    total_cents: int


class Checkout(Schema):
    """A project at the checkout. `now` is the server's clock, for counting down to the expiry.

    The sums are those of the transfer that was chosen or the payment that came; `anew` is what the project costs if its
    transfer is chosen anew or replaced, None where that is no other sum.

    `transfer_note` says how long a time is kept for a transfer, and why no longer; `kept_for_transfer`: it is already.

    `arrived` is the money that came, None while none has; `appointment_date` is None once the time was let go.

    `client_id` is the browser's submission; None for a booking's project, whose client it must not learn.

    `is_disowned`: its address is said to be somebody else's, so that no letter about it goes there. `may_change`:
    whether this browser may do more than look, and that is choose a time or a way to pay.
    """

    id: int
    client_id: int | None
    reference: str
    service_type: ServiceType
    service_title: str
    status: ProjectStatus
    payment_status: PaymentStatus
    arrived: Arrived | None
    appointment_date: datetime | None
    fee_cents: int
    credit_cents: int
    total_cents: int
    anew: Sums | None
    method: Method | None
    can_pay: bool
    card_available: bool
    transfer_available: bool
    hold_expires_at: datetime | None
    kept_for_transfer: bool
    transfer_note: str | None
    now: datetime
    terms_version: str
    bank: BankDetails | None
    is_disowned: bool
    may_change: bool


class SettlePayment(Schema):
    """The browser's return from the card form."""

    payment_intent: str


class PaymentState(Schema):
    """Where a payment stands, as the provider told us just now.

    `account_created`: this payment has given the client a sign-in, whose letter is written or about to be.
    """

    status: Literal["paid", "processing", "action", "failed", "pending"]
    account_created: bool


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

    `transfer_note` says by when a transfer is due: how long an unpaid time is kept for it, and why no longer.
    `reminded`: whether a reminder of the time comes; None where nothing can be said about that.
    """

    reference: str
    arrived: Arrived | None
    consultation_slot: datetime | None
    reminded: bool | None
    transfer_note: str | None = None
    service_type: ServiceType
    service_title: str
    project_type: ProjectType
    project_type_label: str
    email: str
    full_name: str
    files: list[str]
    payment: PaymentOut
    bank: BankDetails | None = None
    calendar_url: str | None = None


class ConfirmationAnswer(Schema):
    """paid: shown in full; refunded: all of it went back; other_price: what came is not the price; cancelled: paid,
    and cancelled; checking: the provider has not decided; awaiting: a transfer; none: nothing to show.

    `is_disowned` and `may_change` as in Checkout.
    """

    state: ConfirmationState
    booking: Confirmation | None
    is_disowned: bool = False
    may_change: bool = False

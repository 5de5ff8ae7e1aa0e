"""The contract of card payments."""

from typing import Literal

from app.http import RowId, Schema


class StartPayment(Schema):
    """What POST /api/create-payment-intent takes; `amount` in dollars is compared, never charged.

    `replace_transfer`: the visitor asks to pay by card in place of the bank transfer that was chosen before.
    """

    amount: float | None = None
    project_id: RowId | None = None
    replace_transfer: bool = False


class StartedPayment(Schema):
    """What the card form needs."""

    client_secret: str
    publishable_key: str
    payment_intent: str
    amount_cents: int


class SettlePayment(Schema):
    """The browser's return from the card form."""

    payment_intent: str


class PaymentState(Schema):
    """Where a payment stands, as the provider told us just now.

    `account_created`: this payment has given the client a sign-in, whose letter is written or about to be.
    """

    status: Literal["paid", "processing", "action", "failed", "pending"]
    account_created: bool

"""The contract of card payments."""

from app.http import RowId, Schema
from app.payments.rules import Seen


class StartPayment(Schema):
    """What POST /api/create-payment-intent takes; `amount` in dollars is compared, never charged.

    `bill`: which of the project's bills is paid, by its number in the project.
    `replace_transfer`: the visitor asks to pay by card in place of the bank transfer that was chosen before.
    """

    amount: float | None = None
    project_id: RowId | None = None
    bill: RowId | None = None
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

    `account_created`: it is paid, and whoever paid is not signed in as its client: a letter says how to. The same
    for an address that had a sign-in before: whoever typed it does not learn that.
    """

    status: Seen
    account_created: bool

"""Starting a payment by card: one intent at the provider for what is to be paid."""

from dataclasses import dataclass
from decimal import Decimal

from app import clock
from app.catalogue.actions import require_open
from app.db import write
from app.errors import AppError
from app.orders import credit
from app.orders.actions import already_paid, changed, reckon, require_unpaid
from app.orders.credit import Quote
from app.orders.models import Order
from app.orders.money import Payment
from app.payments.begin import Way, check, fits, make
from app.payments.gateway import Gateway
from app.payments.provider import GatewayError, Intent, ProviderBusy, ProviderRefused
from app.payments.settle import settle
from app.payments.void import free_credit, require_no_transfer, supersede, void

UNAVAILABLE = "Failed to initialize payment system. Please try again."
BUSY = "The payment system is busy at the moment. Please try again in a few seconds."
BUSY_SECONDS = 2
NO_CARDS = "Card payment is not available at the moment. Please call us and we will arrange your booking."


@dataclass(frozen=True)
class Started:
    """What the browser's card form needs; `amount_cents` is what will be charged."""

    intent_id: str
    client_secret: str
    amount_cents: int


def unavailable(reason: GatewayError | None = None, message: str = UNAVAILABLE) -> AppError:
    """The provider cannot be used right now; nothing is lost by trying again.

    Where others wait for it already, the answer says when to come again.
    """
    if isinstance(reason, ProviderBusy):
        return AppError("provider_busy", 503, BUSY, retry_after=BUSY_SECONDS)
    return AppError("provider_unavailable", 503, message)


def start(gateway: Gateway | None, quoted: Quote, amount: float | None, replace_transfer: bool = False) -> Started:
    """One payment intent for what is to be paid: made on the first call, the same one ever after.

    amount: what the browser believes it costs, in dollars; replace_transfer: the visitor has said that the card takes
    the place of a bank transfer that was chosen before.
    Raises AppError 409 when it is paid already, was changed meanwhile or a transfer was chosen, 422 for another amount,
    503 where no card can be taken; GatewayError when the provider cannot be asked.
    """
    check(quoted, "amount", None if amount is None else Decimal(str(amount)) * 100)
    if gateway is None:
        require_open()
        raise AppError("no_cards", 503, NO_CARDS)
    for _ in range(2):
        payment = begin(gateway, quoted, replace_transfer)
        intent = _intent(gateway, payment, quoted)
        if intent is not None and intent.status != "canceled":
            break
        supersede(payment)
    else:
        raise unavailable()
    if intent.status in ("succeeded", "processing"):
        # Paid in another tab, or before a reload: nothing is left to pay, so say so after recording it.
        settle(gateway, intent.id)
        raise already_paid(payment.order)
    return Started(intent.id, intent.client_secret, payment.amount_cents)


def begin(gateway: Gateway, quoted: Quote, replace_transfer: bool) -> Payment:
    """The payment's row, written down before the provider is called; another method or sum gets a row of its own."""
    payment, way = Payment.begun(quoted.order_id), Way(gateway.mode, gateway.livemode)
    if not replace_transfer:
        require_no_transfer(payment)
    if payment is not None and not fits(payment, quoted, way):
        void(gateway, payment)
    now = clock.now()
    free_credit(gateway, quoted, now)
    with write():
        # It may have been paid or cancelled since it was looked at.
        require_unpaid(Order.get_by_id(quoted.order_id))
        payment = Payment.begun(quoted.order_id)
        if payment is not None:
            if fits(payment, quoted, way):
                return payment
            if not replace_transfer:
                require_no_transfer(payment)
            raise changed()
        credit.agree(quoted, now)
        made = make(quoted.order_id, quoted.total_cents, way, now)
        reckon(quoted.order_id, now)
    return made


def _intent(gateway: Gateway, payment: Payment, quoted: Quote) -> Intent | None:
    """The payment's intent: fetched when it is known, else made with the stored idempotency key.

    None when the key was used with other words: an earlier answer was lost, and the service has another name since.
    Nobody holds that first intent's secret, so it cannot be paid.
    """
    if payment.intent_id is not None:
        return gateway.retrieve_intent(payment.intent_id)
    told = (payment.amount_cents, payment.currency, payment.marks, payment.idempotency_key, quoted.description)
    try:
        intent = gateway.create_intent(*told)
    except ProviderRefused as refused:
        if refused.code != "idempotency_error":
            raise
        return None
    with write():
        Payment.update(intent_id=intent.id, updated_at=clock.now()).where(
            Payment.id == payment.id, Payment.intent_id.is_null()
        ).execute()
        kept = Payment.get_by_id(payment.id)
    if kept.superseded or kept.intent_id != intent.id:
        # Another way to pay was chosen while the provider answered: nobody may get hold of this intent.
        gateway.cancel_intent(intent.id)
        raise changed()
    return intent

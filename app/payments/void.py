"""Giving up a payment that was begun, so that another may take its place."""

import logging
from datetime import datetime

from app import clock
from app.db import write
from app.errors import AppError
from app.orders import credit
from app.orders.actions import already_paid, changed, reckon
from app.orders.credit import Quote
from app.orders.money import Payment
from app.payments.gateway import Gateway
from app.payments.provider import IntentNotFound, ProviderRefused
from app.payments.settle import settle
from app.projects.rules import PaymentStatus, reference

log = logging.getLogger("helios.payments")

BEING_DECIDED = "Your card payment is being processed. Please wait until your bank has decided."
TRANSFER_CHOSEN = (
    "You have chosen to pay for {reference} by bank transfer, and we are waiting for it. "
    "Nothing has changed; to pay in another way, open its checkout and say so there."
)


def require_no_transfer(payment: Payment | None) -> None:
    """Refuse to put anything in the place of a bank transfer that was chosen: AppError 409.

    Its letter is out, and the client may have sent the money: only their own word withdraws it. For a bill nobody chose
    one: it is asked for until another way is.
    """
    chosen = payment is not None and payment.is_transfer and not payment.order.is_bill
    if payment is not None and chosen and payment.project_id is not None:
        raise AppError("transfer_chosen", 409, TRANSFER_CHOSEN.format(reference=reference(payment.project_id)))


def void(gateway: Gateway | None, payment: Payment) -> None:
    """Give up a payment that was begun, at the provider first, so that it can never be charged afterwards.

    AppError 409 when it turns out to be paid, or the bank is deciding about it; GatewayError when the provider cannot
    be asked.
    """
    if payment.intent_id is not None and gateway is not None and payment.provider == gateway.mode:
        _cancel(gateway, payment.intent_id)
    else:
        _require_undecided(payment)
    if not supersede(payment):
        # Its intent has become known meanwhile, or it was paid: what was read is not what is there.
        present = Payment.get_by_id(payment.id)
        if not present.superseded:
            _require_undecided(present)
            void(gateway, present)


def give_up(gateway: Gateway | None, payment: Payment) -> bool:
    """Void a payment whose provider can be asked; whether it cannot be charged any more, as the provider says."""
    if payment.intent_id is None or payment.provider_status == "canceled":
        return True
    if gateway is None or payment.provider != gateway.mode:
        return False  # only its own provider can say
    try:
        void(gateway, payment)
    except IntentNotFound:
        return True  # the provider has nothing that could be charged
    except AppError:
        return False
    told = settle(gateway, payment.intent_id).payment
    return told is not None and told.provider_status == "canceled" and told.status != PaymentStatus.PROCESSING


def supersede(payment: Payment) -> bool:
    """Set an unpaid row aside, so that there may be another; False when its intent is not the one that was read.

    What became of it says nothing any more of how its order stands.
    """
    now = clock.now()
    with write():
        unpaid = (Payment.id == payment.id) & (Payment.status != PaymentStatus.COMPLETED)
        as_read = unpaid & (Payment.intent_id == payment.intent_id)
        moved = Payment.update(superseded=True, updated_at=now).where(as_read).execute()
        reckon(payment.order_id, now)
    return bool(moved)


def free_credit(gateway: Gateway | None, quoted: Quote, now: datetime) -> None:
    """Void the payments of checkouts that were given up, when what they deduct is to be deducted here.

    AppError 409 when the credit has been used since the quote was made: asked again, the price is another.
    GatewayError when the provider cannot be asked.
    """
    if quoted.credit_of is None:
        return
    claim = quoted.credit_of, quoted.order_id
    if credit.left_of([claim], now)[claim] < quoted.credit_cents:
        raise changed()
    for line in credit.crowded_out(*claim, quoted.credit_cents, now):
        begun = Payment.begun(line.order_id)
        try:
            if begun is not None:
                void(gateway, begun)
        except AppError:
            # That checkout was paid at the last moment.
            raise changed() from None


def _cancel(gateway: Gateway, intent_id: str) -> None:
    deciding = False
    try:
        # Looked at first: some payments can be cancelled while a bank decides, and the client has made this one.
        deciding = gateway.retrieve_intent(intent_id).status == "processing"
        if not deciding:
            gateway.cancel_intent(intent_id)
            return
    except ProviderRefused:
        log.info("a payment could not be cancelled any more")
    _require_undecided(settle(gateway, intent_id).payment)
    if deciding:
        raise AppError("being_decided", 409, BEING_DECIDED)


def _require_undecided(payment: Payment | None) -> None:
    if payment is None:
        return
    if payment.status == PaymentStatus.COMPLETED:
        raise already_paid(payment.order)
    if payment.status == PaymentStatus.PROCESSING:
        raise AppError("being_decided", 409, BEING_DECIDED)

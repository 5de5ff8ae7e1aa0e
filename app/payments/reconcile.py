"""The job that makes up for every message that got lost: it asks the provider about whatever is open."""

import logging
from contextlib import suppress
from datetime import datetime, timedelta

from app import clock
from app.alerts.actions import raise_alert, withdraw
from app.alerts.models import Alert
from app.db import write
from app.errors import AppError
from app.orders.money import Payment
from app.payments.ending import ENDED, OPEN, must_end, open_payments
from app.payments.gateway import Gateway
from app.payments.news import hear
from app.payments.provider import Event, ProviderUnavailable
from app.payments.rules import look_again_after
from app.payments.settle import settle
from app.payments.void import void
from app.projects.rules import PaymentStatus

log = logging.getLogger("helios.payments")

EVERY = timedelta(minutes=5)


def reconcile(gateway: Gateway) -> int:
    """Settle every open payment and every event that has not been heard of; returns how many were looked at.

    One that cannot be settled is told to staff and left for the next run; it does not hold up the others. While the
    provider is away nothing more is asked.
    """
    seen = 0
    now = clock.now()
    try:
        for payment in _due(gateway, now):
            seen += _try(gateway, payment, now)
        seen += hear(gateway, now, lambda payment, event: _try(gateway, payment, now, event))
    except ProviderUnavailable as error:
        log.warning("the card provider is away after %d payments: %s", seen, error)
    return seen


def _due(gateway: Gateway, now: datetime) -> list[Payment]:
    """The open payments that it is time to ask about, however old: a bank may decide late.

    There are few: one that nobody completes within a month is ended at the provider, and then asked about no more.
    """
    return [
        row
        for row in open_payments(gateway)
        if row.status == PaymentStatus.PROCESSING
        or must_end(row, now)
        or now - row.updated_at >= look_again_after(now - row.created_at)
    ]


def _try(gateway: Gateway, payment: Payment, now: datetime, event: Event | None = None) -> bool:
    """Settle one payment; False when it could not be, and staff are told."""
    intent_id = payment.intent_id if event is None else event.intent_id
    stuck = f"payment-stuck-{intent_id}"
    try:
        if must_end(payment, now):
            # Paid at the last moment: then it is settled below like any other.
            with suppress(AppError):
                void(gateway, payment)
        outcome = settle(gateway, str(intent_id), event).outcome
        if outcome in ENDED:
            # Noted, so that it is asked about less and less often.
            still = (Payment.id == payment.id) & Payment.status.in_(OPEN)
            with write():
                Payment.update(provider_status=outcome, updated_at=clock.now()).where(still).execute()
    except ProviderUnavailable:
        raise
    except Exception:
        # Whatever it is, it is this payment's trouble: the others must be settled all the same.
        log.exception("payment %s waits", intent_id)
        text = f"The payment {intent_id} cannot be settled; the log says why. It is tried again and again."
        raise_alert("payment_stuck", stuck, text, now=now)
        return False
    if Alert.select().where(Alert.dedupe_key == stuck).exists():
        withdraw(stuck)
    return True

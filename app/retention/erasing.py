"""Erasing what was never paid for, with its files, once its money cannot come any more."""

from datetime import datetime
from typing import Any

from app.alerts.actions import withdraw
from app.config import in_force
from app.db import write
from app.documents import disk
from app.errors import AppError
from app.mail import files
from app.mail.actions import failed_alert_key
from app.orders.money import Payment
from app.payments.gateway import Gateway
from app.payments.provider import IntentNotFound
from app.payments.settle import settle
from app.payments.void import void
from app.projects.rules import PaymentStatus
from app.retention import remains, unpaid
from app.retention.rules import UNPAID_KEPT, is_abandoned
from app.retention.unpaid import Unpaid


def erase(gateway: Gateway | None, found: Unpaid, now: datetime) -> bool:
    """Erase one abandoned thing; False when it is not abandoned any more, or its money may still come.

    A card payment that was begun is cancelled at the provider first, outside the transaction; ProviderUnavailable
    when that cannot be done now. Files go after their rows.
    """
    if not is_abandoned(found.touched, found.transfer_asked, now):
        return False
    if not all(_cannot_come(gateway, payment) for order in remains.orders(found) for payment in order.payments):
        return False
    folder, stored = in_force().documents_folder, remains.select("stored_name", "documents", found)
    for (name,) in stored:
        disk.mark(folder, name)
    letters: list[Any] = []
    erased = False
    try:
        with write():
            present = unpaid.again(found, now - UNPAID_KEPT)
            if present is not None and is_abandoned(present.touched, present.transfer_asked, now):
                letters = remains.select("id, kind", "letters", present)
                for number, _ in letters:
                    withdraw(failed_alert_key(number))
                remains.erase(present, now)
                erased = True
    finally:
        for (name,) in stored:
            (disk.discard if erased else disk.settle)(folder, name)
    for number, kind in letters:
        files.remove(number, kind)
    return erased


def _cannot_come(gateway: Gateway | None, payment: Payment) -> bool:
    """Whether a payment cannot be charged any more, as its provider says."""
    if payment.intent_id is None or payment.provider_status == "canceled":
        return True
    if gateway is None or payment.provider != gateway.mode:
        return False  # only its own provider can say; until its keys are back, nothing is erased
    try:
        void(gateway, payment)
    except IntentNotFound:
        return True  # the provider has nothing that could be charged
    except AppError:
        return False
    told = settle(gateway, payment.intent_id).payment
    return told is not None and told.provider_status == "canceled" and told.status != PaymentStatus.PROCESSING

"""The job that makes up for every message that got lost: it asks the provider about whatever is open."""

import logging
from datetime import timedelta

from app import clock
from app.config import Config
from app.payments.gateway import Gateway, GatewayError
from app.payments.models import Payment, PaymentEvent
from app.payments.rules import EVENT_TYPES
from app.payments.settle import settle
from app.projects.rules import PaymentStatus

log = logging.getLogger("helios.payments")

EVERY = timedelta(minutes=5)
# The provider retries a webhook for three days and lists its events for thirty.
OPEN_FOR = timedelta(days=30)
LOOK_BACK = timedelta(days=3)
OPEN = (PaymentStatus.PENDING, PaymentStatus.PROCESSING, PaymentStatus.FAILED)


def reconcile(gateway: Gateway, config: Config) -> int:
    """Settle every open payment and every event that has not been heard of; returns how many were looked at.

    One that cannot be settled is logged and left for the next run; it does not hold up the others.
    """
    seen = 0
    now = clock.now()
    due = Payment.select(Payment.intent_id).where(
        Payment.intent_id.is_null(False), Payment.status.in_(OPEN), Payment.created_at > now - OPEN_FOR
    )
    for payment in list(due):
        seen += _try(gateway, config, payment.intent_id)
    try:
        events = gateway.list_events(now - LOOK_BACK, EVENT_TYPES)
    except GatewayError as error:
        log.warning("events cannot be listed: %s", error)
        return seen
    listed = [event.id for event in events]
    heard = PaymentEvent.select(PaymentEvent.provider_event_id).where(PaymentEvent.provider_event_id.in_(listed))
    known = {row.provider_event_id for row in heard}
    for event in sorted(events, key=lambda each: each.created):
        if event.id in known or event.intent_id is None:
            continue
        if Payment.of_intent(event.intent_id) is None:
            continue
        try:
            settle(gateway, config, event.intent_id, event)
            seen += 1
        except GatewayError as error:
            log.warning("event %s waits: %s", event.id, error)
    return seen


def _try(gateway: Gateway, config: Config, intent_id: str) -> int:
    try:
        settle(gateway, config, intent_id)
    except GatewayError as error:
        log.warning("payment %s waits: %s", intent_id, error)
        return 0
    return 1

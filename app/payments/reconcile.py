"""The job that makes up for every message that got lost: it asks the provider about whatever is open."""

import logging
from contextlib import suppress
from datetime import datetime, timedelta

from peewee import JOIN

from app import clock
from app.alerts.actions import raise_alert, withdraw
from app.alerts.models import Alert
from app.config import Config
from app.errors import AppError
from app.payments import actions
from app.payments.gateway import Event, Gateway, GatewayError, ProviderUnavailable
from app.payments.models import Payment, PaymentEvent
from app.payments.rules import EVENT_TYPES, look_again_after
from app.payments.settle import settle
from app.projects.models import Project
from app.projects.rules import PaymentStatus, ProjectStatus

log = logging.getLogger("helios.payments")

EVERY = timedelta(minutes=5)
# The provider retries a webhook for three days and lists its events for thirty.
OPEN_FOR = timedelta(days=30)
LOOK_BACK = timedelta(days=3)
OPEN = (PaymentStatus.PENDING, PaymentStatus.PROCESSING, PaymentStatus.FAILED)


def reconcile(gateway: Gateway, config: Config) -> int:
    """Settle every open payment and every event that has not been heard of; returns how many were looked at.

    One that cannot be settled is told to staff and left for the next run; it does not hold up the others. While the
    provider is away nothing more is asked.
    """
    seen = 0
    now = clock.now()
    try:
        for payment in _due(now):
            seen += _try(gateway, config, payment)
        for event in _unheard(gateway, now):
            known = Payment.of_intent(event.intent_id) if event.intent_id else None
            seen += _try(gateway, config, known, event) if known else 0
    except ProviderUnavailable as error:
        log.warning("the card provider is away after %d payments: %s", seen, error)
    return seen


def _due(now: datetime) -> list[Payment]:
    """The open payments that it is time to ask about."""
    rows = (
        Payment.select(Payment, Project)
        .join(Project, JOIN.LEFT_OUTER)
        .where(Payment.intent_id.is_null(False), Payment.status.in_(OPEN), Payment.created_at > now - OPEN_FOR)
    )
    return [
        row
        for row in rows
        if row.status == PaymentStatus.PROCESSING
        or _given_up(row)
        or now - row.updated_at >= look_again_after(now - row.created_at)
    ]


def _unheard(gateway: Gateway, now: datetime) -> list[Event]:
    """The provider's recent events that no webhook brought, oldest first."""
    try:
        events = gateway.list_events(now - LOOK_BACK, EVENT_TYPES)
    except ProviderUnavailable:
        raise
    except GatewayError as error:
        log.warning("events cannot be listed: %s", error)
        return []
    listed = [event.id for event in events]
    heard = PaymentEvent.select(PaymentEvent.provider_event_id).where(PaymentEvent.provider_event_id.in_(listed))
    known = {row.provider_event_id for row in heard}
    return sorted((event for event in events if event.id not in known), key=lambda each: each.created)


def _try(gateway: Gateway, config: Config, payment: Payment, event: Event | None = None) -> int:
    stuck = f"payment-stuck-{payment.intent_id}"
    try:
        if _given_up(payment):
            # Paid at the last moment: then it is settled below like any other.
            with suppress(AppError):
                actions.withdraw(gateway, config, payment)
        settle(gateway, config, payment.intent_id, event)
    except ProviderUnavailable:
        raise
    except Exception:
        # Whatever it is, it is this payment's trouble: the others must be settled all the same.
        log.exception("payment %s waits", payment.intent_id)
        text = f"The payment {payment.intent_id} cannot be settled; the log says why. It is tried again and again."
        raise_alert("payment_stuck", stuck, text, now=clock.now())
        return 0
    if Alert.select().where(Alert.dedupe_key == stuck).exists():
        withdraw(stuck)
    return 1


def _given_up(payment: Payment) -> bool:
    """Whether it must not be charged any more, although the provider would still do so."""
    cancelled = payment.project_id is not None and payment.project.status == ProjectStatus.CANCELLED
    return (payment.superseded or cancelled) and payment.provider_status != "canceled" and payment.status in OPEN

"""The provider's list of events: what no webhook has brought is heard here, however long nobody listened."""

import logging
from collections.abc import Callable
from datetime import datetime

from app import moments
from app.alerts.actions import raise_alert, withdraw
from app.clock import sydney_text
from app.orders.money import Payment
from app.payments.gateway import Gateway
from app.payments.models import PaymentEvent
from app.payments.provider import Event, GatewayError, ProviderUnavailable
from app.payments.rules import CREATED, EVENT_TYPES, MONEY_MOVED, look_since, out_of_reach
from app.payments.settle import set_aside_foreign

log = logging.getLogger("helios.payments")

HEARD = "provider events heard"
REFUSED = "provider-events-refused"


def hear(gateway: Gateway, now: datetime, take: Callable[[Payment, Event], bool]) -> int:
    """Go through all events since the last look that left nothing open; returns how many payments `take` dealt with.

    take: settles the payment that an event is about; False when it could not, and the event is offered again.
    The look is remembered once everything is settled, set aside or, where it cannot be settled, told to staff; an event
    that was left open is what the next look begins with. Raises ProviderUnavailable, and remembers nothing then.
    """
    last = moments.last(HEARD)
    events = _listed(gateway, last, now)
    if events is None:
        return 0
    oldest = min((event.created for event in events), default=now)
    heard = {row.provider_event_id for row in PaymentEvent.select().where(PaymentEvent.created_at >= oldest)}
    unheard = [event for event in reversed(events) if event.id not in heard]
    taken, left_open, strangers = 0, list[Event](), list[Event]()
    for event in sorted(unheard, key=lambda event: event.created):
        payment = Payment.named(gateway.mode, event.intent_id, event.metadata)
        if payment is None:
            if event.type in MONEY_MOVED:
                strangers.append(event)
        elif event.type != CREATED or payment.intent_id is None:
            done = take(payment, event)
            taken += done
            if not done:
                left_open.append(event)
    set_aside_foreign(strangers, last is None, now)
    moments.note(HEARD, min([now, *(event.created for event in left_open)]))
    return taken


def _listed(gateway: Gateway, last: datetime | None, now: datetime) -> list[Event] | None:
    """The events since `last`, or None when the provider refuses to list them.

    Staff are told of that, and of events that it lists no longer.
    """
    try:
        events = gateway.list_events(look_since(last, now), EVENT_TYPES)
    except ProviderUnavailable:
        raise
    except GatewayError as error:
        log.warning("events cannot be listed: %s", error)
        text = (
            "The card provider refuses to list its events: refunds and disputes may stay unknown here. "
            "Please let the secret key read events."
        )
        raise_alert("payments_refused", REFUSED, text, now=now)
        return None
    withdraw(REFUSED)
    if last is not None and out_of_reach(last, now):
        begin = look_since(None, now)
        text = (
            f"Nothing was heard from the card provider between {sydney_text(last)} and {sydney_text(begin)}, and it "
            "lists the events of those days no longer. Please compare its list of payments, refunds and disputes with "
            "the bookings here."
        )
        raise_alert("payments_unheard", f"payments-unheard-{last:%Y%m%dT%H%M}", text, now=now)
    return events

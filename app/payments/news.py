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
    events = _listed(gateway, look_since(last, now), now)
    if events is None:
        return 0
    if last is not None and out_of_reach(last, now):
        _tell_what_is_lost(last, now)
    taken, left_open, strangers = 0, list[Event](), list[Event]()
    for event in _unheard(events):
        payment = _payment(gateway, event)
        if payment is None:
            if event.type in MONEY_MOVED:
                strangers.append(event)
        elif event.type != CREATED or payment.intent_id is None:
            done = take(payment, event)
            taken += done
            if not done:
                left_open.append(event)
    _set_aside(strangers, last, now)
    moments.note(HEARD, min([now, *(event.created for event in left_open)]))
    return taken


def _payment(gateway: Gateway, event: Event) -> Payment | None:
    """The payment that an event is about, also when the answer with its intent's id was lost."""
    if event.intent_id is None:
        return None
    return Payment.of_intent(event.intent_id) or Payment.without_intent(gateway.mode, event.metadata)


def _listed(gateway: Gateway, since: datetime, now: datetime) -> list[Event] | None:
    """The events since then, or None when the provider refuses to list them, of which staff are told."""
    try:
        events = gateway.list_events(since, EVENT_TYPES)
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
    return events


def _unheard(events: list[Event]) -> list[Event]:
    """Those that are not recorded yet, oldest first."""
    if not events:
        return []
    oldest = min(event.created for event in events)
    heard = {row.provider_event_id for row in PaymentEvent.select().where(PaymentEvent.created_at >= oldest)}
    return sorted((event for event in reversed(events) if event.id not in heard), key=lambda event: event.created)


def _set_aside(strangers: list[Event], last: datetime | None, now: datetime) -> None:
    """Record what was paid to others at the same provider; at the first look of all, told in one sentence."""
    for event in strangers:
        set_aside_foreign(event, tell=last is not None)
    if strangers and last is None:
        count = len({event.intent_id for event in strangers})
        text = (
            f"The card provider tells of payments of the last 30 days that are not known here: {count}. If this site "
            "has taken payments there before, its data are older than they should be."
        )
        raise_alert("payments_before", "payments-before", text, now=now)


def _tell_what_is_lost(last: datetime, now: datetime) -> None:
    begin = look_since(None, now)
    text = (
        f"Nothing was heard from the card provider between {sydney_text(last)} and {sydney_text(begin)}, and it lists "
        "the events of those days no longer. Please compare its list of payments, refunds and disputes with the "
        "bookings here."
    )
    raise_alert("payments_unheard", f"payments-unheard-{last:%Y%m%dT%H%M}", text, now=now)

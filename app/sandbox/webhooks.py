"""Carrying events from the books to the application's webhook."""

import json
import logging
from collections.abc import Callable

from app.sandbox import events
from app.sandbox.books import Object
from app.sandbox.delivery import Deliver, sign
from app.sandbox.store import Store

log = logging.getLogger(__name__)


class Webhooks:
    """Signs events and hands them to `deliver` until each was taken once. `deliver` None: they stay where they are."""

    def __init__(self, store: Store, secret: str, clock: Callable[[], float], deliver: Deliver | None) -> None:
        self.deliver = deliver
        self._store = store
        self._secret = secret
        self._clock = clock

    def signed(self, event: Object, timestamp: int | None = None) -> tuple[bytes, str]:
        """The body and Stripe-Signature header of an event, signed now or at `timestamp`."""
        payload = json.dumps(event, indent=2).encode()
        return payload, sign(payload, self._secret, int(self._clock() if timestamp is None else timestamp))

    def requeue(self) -> None:
        """Everything not yet taken is due again now."""
        with self._store.transaction() as books:
            events.requeue(books)

    def deliver_due(self) -> int:
        """Try every event that is due now once; returns how many the receiver took."""
        taken = 0
        tried: set[str] = set()
        while self.deliver is not None:
            with self._store.transaction() as books:
                parcel = events.due(books)
            if parcel is None or parcel.id in tried:
                break
            tried.add(parcel.id)
            try:
                status = self.deliver(*self.signed(parcel.body))
            except OSError as unreachable:
                log.info("Webhook %s not delivered: %s", parcel.id, type(unreachable).__name__)
                arrived = False
            else:
                arrived = 200 <= status < 300
                if not arrived:
                    log.info("Webhook %s was answered with status %d", parcel.id, status)
            taken += arrived
            with self._store.transaction() as books:
                (events.delivered if arrived else events.failed)(books, parcel.id)
        return taken

    def next_due_at(self) -> float | None:
        """When the next delivery is due; None when there is none, or nobody to deliver to."""
        if self.deliver is None:
            return None
        with self._store.transaction() as books:
            return events.next_due_at(books)

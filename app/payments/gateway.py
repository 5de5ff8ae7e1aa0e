"""The seam to the card provider: plain values in, plain values out.

The `stripe` library is imported here and where a stand-in takes the provider's place, and only inside functions (the
import costs a tenth of a second). A stand-in is reached through the same official client, so what is tested against it
is what runs against the provider.

Every call may wait on the network: never make one inside a database transaction.
"""

import json
import threading
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from functools import partial
from typing import TYPE_CHECKING, Literal, TypeVar

from app.payments import reading
from app.payments.card_form import SCRIPT_URL
from app.payments.library import WITH_REFUNDS, asking, connect, with_refunds
from app.payments.patience import VISITOR, Line, Patience
from app.payments.provider import Endpoint, Event, Intent, IntentNotFound, ProviderRefused, Refunded, SignatureRefused

if TYPE_CHECKING:
    import stripe

Mode = Literal["sandbox", "stripe"]
SIGNATURE_TOLERANCE_SECONDS = 300
EVENTS_PER_PAGE = 100
Answer = TypeVar("Answer")


class Gateway:
    """The provider's verbs that this business uses, for callers of one patience. Safe to share between threads.

    Every verb that asks the provider raises ProviderUnavailable as `patience.Line.call` does.
    """

    def __init__(
        self,
        mode: Mode,
        publishable_key: str,
        script_url: str,
        livemode: bool,
        webhook_secret: str,
        connect: "Callable[[Patience], stripe.StripeClient]",
        patience: Patience,
    ) -> None:
        self.mode: Mode = mode
        self.publishable_key = publishable_key
        self.script_url = script_url
        self.livemode = livemode
        self._webhook_secret = webhook_secret
        self._connect = connect
        self._line = Line(patience)
        self._connected: stripe.StripeClient | None = None
        self._others: dict[Patience, Gateway] = {}
        self._making, self._connecting = threading.Lock(), threading.Lock()

    def with_patience(self, patience: Patience) -> "Gateway":
        """The same provider for other callers, who have places of their own; the same gateway each time."""
        with self._making:
            if patience not in self._others:
                told = (self.mode, self.publishable_key, self.script_url, self.livemode, self._webhook_secret)
                self._others[patience] = Gateway(*told, self._connect, patience)
            return self._others[patience]

    def _ask(
        self, question: "Callable[[stripe.StripeClient], Answer]", unknown: type[ProviderRefused] = ProviderRefused
    ) -> Answer:
        """The answer to one question; `unknown` is raised when the provider has no such object."""

        def ask() -> Answer:
            # The first question of all loads the library, which is part of the wait like everything else.
            with asking(unknown):
                with self._connecting:
                    self._connected = self._connected or self._connect(self._line.patience)
                return question(self._connected)

        return self._line.call(ask)

    def create_intent(
        self,
        amount_cents: int,
        currency: str,
        metadata: Mapping[str, str],
        idempotency_key: str,
        description: str,
    ) -> Intent:
        """Ask for a card payment of `amount_cents`.

        The same `idempotency_key` with the same values always answers with the same intent; with other values it
        raises ProviderRefused with code "idempotency_error".
        """
        params: stripe.params.PaymentIntentCreateParams = {
            "amount": amount_cents,
            "currency": currency,
            "metadata": dict(metadata),
            "description": description,
            "allowed_payment_method_types": ["card"],
            # Nothing is refunded yet; and asked otherwise, a repeat after an upgrade would count as another request.
            "expand": ["latest_charge"],
        }
        options: stripe.RequestOptions = {"idempotency_key": idempotency_key}
        return self._ask(lambda client: Intent.read(client.v1.payment_intents.create(params, options).to_dict()))

    def retrieve_intent(self, intent_id: str) -> Intent:
        """The intent as it stands now, refunds included; IntentNotFound when there is none."""

        def retrieve(client: "stripe.StripeClient") -> Intent:
            return with_refunds(client, client.v1.payment_intents.retrieve(intent_id, {"expand": WITH_REFUNDS}))

        return self._ask(retrieve, unknown=IntentNotFound)

    def cancel_intent(self, intent_id: str) -> Intent:
        """End an unpaid intent so that it can never be charged; ProviderRefused when it is too late for that."""

        def cancel(client: "stripe.StripeClient") -> Intent:
            return with_refunds(client, client.v1.payment_intents.cancel(intent_id, {"expand": WITH_REFUNDS}))

        return self._ask(cancel, unknown=IntentNotFound)

    def refund(self, intent_id: str, amount_cents: int | None, idempotency_key: str, reason: str) -> Refunded:
        """Give back `amount_cents` of a paid intent, or all that is left when None.

        `reason` is the provider's word: duplicate, fraudulent or requested_by_customer.
        """
        params: stripe.params.RefundCreateParams = {"payment_intent": intent_id, "reason": reason}
        if amount_cents is not None:
            params["amount"] = amount_cents
        options: stripe.RequestOptions = {"idempotency_key": idempotency_key}
        return self._ask(
            lambda client: Refunded.read(client.v1.refunds.create(params, options).to_dict()), unknown=IntentNotFound
        )

    def list_events(self, since: datetime, types: Iterable[str]) -> list[Event]:
        """Every event of these types (at most 20) created at or after `since`, newest first, all pages."""
        params: stripe.params.EventListParams = {
            "created": {"gte": int(since.timestamp())},
            "types": list(types),
            "limit": EVENTS_PER_PAGE,
        }
        events, more = self._page_of_events(params)
        listed = events
        while more and events:
            # Each page is a question of its own, so that a long list is not taken for a provider that hangs.
            params["starting_after"] = events[-1].id
            events, more = self._page_of_events(params)
            listed += events
        return listed

    def _page_of_events(self, params: "stripe.params.EventListParams") -> tuple[list[Event], bool]:
        def read(client: "stripe.StripeClient") -> tuple[list[Event], bool]:
            page = client.v1.events.list(params)
            return [Event.read(event.to_dict()) for event in page.data], bool(page.has_more)

        return self._ask(read)

    def told_time(self) -> datetime | None:
        """What the provider's clock shows while it answers, to the second; None where its answer has no date."""

        def read(client: "stripe.StripeClient") -> datetime | None:
            answer = client.v1.events.list({"limit": 1}).last_response
            said = {name.lower(): value for name, value in answer.headers.items()}.get("date") if answer else None
            return parsedate_to_datetime(said) if said else None

        return self._ask(read)

    def list_endpoints(self) -> list[Endpoint]:
        """Where the provider sends its events; ProviderRefused for a key that may not know."""

        def read(client: "stripe.StripeClient") -> list[Endpoint]:
            listed = client.v1.webhook_endpoints.list({"limit": EVENTS_PER_PAGE}).to_dict()
            return [Endpoint.read(each) for each in reading.whole(listed)]

        return self._ask(read)

    def verify_webhook(self, payload: bytes, signature: str) -> Event:
        """The event in a webhook's raw body, if its Stripe-Signature header proves it is the provider's and recent."""
        from stripe import SignatureVerificationError, WebhookSignature

        try:
            WebhookSignature.verify_header(
                payload.decode(), signature, self._webhook_secret, SIGNATURE_TOLERANCE_SECONDS
            )
            return Event.read(reading.members(json.loads(payload)))
        except (SignatureVerificationError, ValueError, KeyError, TypeError, RecursionError) as refusal:
            raise SignatureRefused(f"Webhook refused: {type(refusal).__name__}") from refusal


def stripe_gateway(
    secret_key: str,
    publishable_key: str,
    webhook_secret: str,
    api_base: str | None = None,
    patience: Patience = VISITOR,
) -> Gateway:
    """The provider itself. Makes no connection yet. ValueError when one key is live and the other is not."""
    livemode = "_live_" in secret_key
    if livemode != ("_live_" in publishable_key):
        raise ValueError("The provider's secret and publishable keys must both be live or both be test keys")

    return Gateway(
        "stripe",
        publishable_key,
        SCRIPT_URL,
        livemode,
        webhook_secret,
        partial(connect, secret_key, api_base),
        patience,
    )

"""What the card provider tells us, as plain values, and the ways in which it can fail to."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Self

from app.payments import reading

CAME_BACK = frozenset({"failed", "canceled"})


class GatewayError(Exception):
    """Whatever keeps the provider from doing what was asked."""


class ProviderUnavailable(GatewayError):
    """No usable answer: connection, timeout, 5xx, 429, 409 or nonsense.

    Whether the request took effect is not known; repeat it with the same idempotency key.
    """


class ProviderBusy(ProviderUnavailable):
    """As many calls as may be are under way already: the provider was not asked, and nothing took effect."""


class ProviderRefused(GatewayError):
    """The provider understood and said no; repeating the same request will not help.

    `message` is the provider's own text, `code` its machine word ("" when it gave none).
    """

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.code = code


class IntentNotFound(ProviderRefused):
    """The provider knows no payment intent with this id (in this mode)."""


class SignatureRefused(GatewayError):
    """A webhook that the provider did not sign, signed too long ago, or that was altered on the way."""


@dataclass(frozen=True, slots=True)
class Refunded:
    """Money on its way back, or that was: `cents` of the charge's currency.

    `status` is the provider's: pending, requires_action, succeeded, failed or canceled; one that succeeded may still
    fail later. `reason` is the provider's word for why, None where nobody gave one; `created_at` is aware UTC.
    """

    id: str
    cents: int
    status: str
    reason: str | None
    created_at: datetime

    @classmethod
    def read(cls, body: dict[str, Any]) -> Self:
        """From the provider's JSON; KeyError or ValueError when it is not one."""
        reason = body.get("reason")
        return cls(
            id=reading.name(body["id"]),
            cents=reading.cents(body["amount"]),
            status=reading.name(body["status"]),
            reason=None if reason is None else reading.name(reason),
            created_at=reading.moment(body["created"]),
        )

    @property
    def counts(self) -> bool:
        """Whether the payer has the money or is to get it; what did not go through is the firm's again."""
        return self.status not in CAME_BACK


@dataclass(frozen=True, slots=True)
class Intent:
    """One payment intent as the provider sees it at the moment of asking.

    `currency` is lower case ("aud"); `charge_id` names the charge that took or is taking the money, never a declined
    one; `last_error` is the provider's text of the last failed attempt, None once a later attempt went through.
    `paid_at` is when the charge that succeeded was made, aware UTC; `refunds` are all of that charge, oldest first,
    also those that came back.
    """

    id: str
    client_secret: str
    amount_cents: int
    currency: str
    status: str
    livemode: bool
    metadata: dict[str, str]
    charge_id: str | None = None
    paid_at: datetime | None = None
    refunds: tuple[Refunded, ...] = ()
    last_error: str | None = None

    @classmethod
    def read(cls, body: dict[str, Any]) -> Self:
        """From the provider's JSON; KeyError or ValueError when it is not one."""
        charge = body.get("latest_charge")
        taken = charge if isinstance(charge, dict) and charge["status"] != "failed" else None
        newest_first: list[dict[str, Any]] = []
        # That the refunds are missing is read as that there are none only where the charge says so itself.
        if taken and (taken.get("refunds") is not None or reading.cents(taken["amount_refunded"]) > 0):
            newest_first = reading.whole(taken["refunds"])
        failure = reading.members(body.get("last_payment_error") or {})
        return cls(
            id=reading.name(body["id"]),
            client_secret=reading.text(body["client_secret"]),
            amount_cents=reading.cents(body["amount"]),
            currency=reading.name(body["currency"]),
            status=reading.name(body["status"]),
            livemode=reading.flag(body["livemode"]),
            metadata=reading.texts(body.get("metadata")),
            charge_id=reading.name(taken["id"]) if taken else None,
            paid_at=reading.moment(taken["created"]) if taken and taken["status"] == "succeeded" else None,
            refunds=tuple(map(Refunded.read, reversed(newest_first))),
            last_error=reading.text(failure.get("message") or failure.get("code") or "declined") if failure else None,
        )

    @property
    def refunded_cents(self) -> int:
        """What has gone back to the payer or is on its way there."""
        return sum(refund.cents for refund in self.refunds if refund.counts)


@dataclass(frozen=True, slots=True)
class Event:
    """A knock, not a fact: which intent to ask about, and the id that marks repeats. `created` is aware UTC.

    `metadata` is what the intent or its charge was marked with when it was made; empty where the event does not say.
    """

    id: str
    type: str
    intent_id: str | None
    created: datetime
    livemode: bool
    metadata: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, body: dict[str, Any]) -> Self:
        """From the provider's JSON; KeyError or ValueError when it is not one."""
        subject = reading.members(reading.members(body["data"])["object"])
        intent_id = subject["id"] if subject.get("object") == "payment_intent" else subject.get("payment_intent")
        return cls(
            id=reading.name(body["id"]),
            type=reading.name(body["type"]),
            intent_id=None if intent_id is None else reading.name(intent_id),
            created=reading.moment(body["created"]),
            livemode=reading.flag(body["livemode"]),
            metadata=reading.texts(subject.get("metadata")),
        )


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the provider sends its events: `events` are their types ("*" for all of them)."""

    url: str
    events: frozenset[str]
    is_enabled: bool

    @classmethod
    def read(cls, body: dict[str, Any]) -> Self:
        """From the provider's JSON; KeyError or ValueError when it is not one."""
        return cls(
            url=reading.text(body["url"]),
            events=frozenset(map(reading.text, body["enabled_events"])),
            is_enabled=body["status"] == "enabled",
        )

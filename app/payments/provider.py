"""What the card provider tells us, as plain values, and the ways in which it can fail to."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Self


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
class Intent:
    """One payment intent as the provider sees it at the moment of asking.

    `currency` is lower case ("aud"); `charge_id` names the charge that took or is taking the money, never a declined
    one; `last_error` is the provider's text of the last failed attempt, None once a later attempt went through.
    """

    id: str
    client_secret: str
    amount_cents: int
    currency: str
    status: str
    livemode: bool
    metadata: dict[str, str]
    charge_id: str | None = None
    refunded_cents: int = 0
    last_error: str | None = None

    @classmethod
    def read(cls, body: dict[str, Any]) -> Self:
        """From the provider's JSON; KeyError, TypeError, AttributeError or ValueError when it is not one."""
        charge = body.get("latest_charge")
        taken = charge if isinstance(charge, dict) and charge["status"] != "failed" else None
        failure = body.get("last_payment_error")
        return cls(
            id=str(body["id"]),
            client_secret=str(body["client_secret"]),
            amount_cents=int(body["amount"]),
            currency=str(body["currency"]),
            status=str(body["status"]),
            livemode=bool(body["livemode"]),
            metadata={str(key): str(value) for key, value in (body.get("metadata") or {}).items()},
            charge_id=str(taken["id"]) if taken else None,
            refunded_cents=int(taken["amount_refunded"]) if taken else 0,
            last_error=str(failure.get("message") or failure.get("code") or "declined") if failure else None,
        )


@dataclass(frozen=True, slots=True)
class Event:
    """A knock, not a fact: which intent to ask about, and the id that marks repeats. `created` is aware UTC."""

    id: str
    type: str
    intent_id: str | None
    created: datetime
    livemode: bool

    @classmethod
    def read(cls, body: dict[str, Any]) -> Self:
        """From the provider's JSON; KeyError, TypeError, AttributeError or ValueError when it is not one."""
        subject = body["data"]["object"]
        intent_id = subject["id"] if subject.get("object") == "payment_intent" else subject.get("payment_intent")
        return cls(
            id=str(body["id"]),
            type=str(body["type"]),
            intent_id=str(intent_id) if intent_id else None,
            created=datetime.fromtimestamp(int(body["created"]), UTC),
            livemode=bool(body["livemode"]),
        )


@dataclass(frozen=True, slots=True)
class Refund:
    """Money on its way back. `status` is pending, requires_action, succeeded, failed or canceled."""

    id: str
    intent_id: str
    amount_cents: int
    currency: str
    status: str

    @classmethod
    def read(cls, body: dict[str, Any]) -> Self:
        """From the provider's JSON; KeyError, TypeError, AttributeError or ValueError when it is not one."""
        return cls(
            id=str(body["id"]),
            intent_id=str(body["payment_intent"]),
            amount_cents=int(body["amount"]),
            currency=str(body["currency"]),
            status=str(body["status"]),
        )

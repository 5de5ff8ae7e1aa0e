"""The provider's own client library: what it answers and how it fails, in plain values.

Imported by the gateway alone. The library itself is imported inside functions: that costs a tenth of a second.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from app.payments import reading
from app.payments.patience import Patience
from app.payments.provider import Intent, ProviderRefused, ProviderUnavailable

if TYPE_CHECKING:
    import stripe

WITH_REFUNDS = ["latest_charge.refunds"]


def connect(secret_key: str, api_base: str | None, patience: Patience) -> "stripe.StripeClient":
    """A client of the provider, or of what is reached at `api_base` in its place. Makes no connection yet."""
    import stripe

    stripe.enable_telemetry = False  # the library would otherwise write an id file into the home folder
    return stripe.StripeClient(
        secret_key,
        base_addresses={"api": api_base} if api_base else None,
        max_network_retries=patience.retries,
        http_client=stripe.RequestsClient(timeout=patience.silence_seconds),
    )


def with_refunds(client: "stripe.StripeClient", answer: "stripe.PaymentIntent") -> Intent:
    """The intent; where its charge has more refunds than come with it (10), they are asked for on one page."""
    body = answer.to_dict()
    charge = body.get("latest_charge")
    if isinstance(charge, dict) and reading.members(charge.get("refunds") or {}).get("has_more") is True:
        params: stripe.params.RefundListParams = {
            "charge": reading.name(charge["id"]),
            "limit": reading.LONGEST_LIST,
        }
        charge["refunds"] = client.v1.refunds.list(params).to_dict()
    return Intent.read(body)


@contextmanager
def asking(unknown: type[ProviderRefused] = ProviderRefused) -> Iterator[None]:
    """Turn the library's errors into ours; `unknown` is raised when the provider has no such object."""
    import stripe

    try:
        yield
    except (stripe.APIConnectionError, stripe.RateLimitError) as silence:
        raise ProviderUnavailable(f"No answer from the payment provider: {type(silence).__name__}") from silence
    except stripe.StripeError as refusal:
        status = refusal.http_status or 0
        # 409 is "another request with this key or object is under way": the same request may well succeed later.
        if not 400 <= status < 500 or status == 409 or refusal.error is None:
            raise ProviderUnavailable(f"The payment provider failed with status {status}") from refusal
        code = refusal.code or refusal.error.code or ""
        if isinstance(refusal, stripe.IdempotencyError):
            code = "idempotency_error"
        kind = unknown if code == "resource_missing" else ProviderRefused
        raise kind(refusal.user_message or "The payment provider refused the request", code) from refusal
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as nonsense:
        raise ProviderUnavailable("The payment provider's answer could not be understood") from nonsense

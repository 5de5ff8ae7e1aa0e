"""The provider's own client library, its requests answered by the sandbox within this process."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from app.payments.gateway import Gateway
from app.payments.patience import VISITOR, Patience
from app.sandbox.faults import NoAnswer
from app.sandbox.sandbox import Sandbox

if TYPE_CHECKING:
    import stripe


def sandbox_gateway(sandbox: Sandbox, patience: Patience = VISITOR) -> Gateway:
    """The payment gateway whose provider is `sandbox`. Makes no connection."""

    def connect(patience: Patience) -> "stripe.StripeClient":
        import stripe

        class InProcessClient(stripe.HTTPClient):
            """Hands the library's requests to the sandbox instead of to a socket."""

            name = "sandbox"

            def request(
                self,
                method: str,
                url: str,
                headers: Mapping[str, str] | None,
                post_data: Any = None,
                *,
                _usage: list[str] | None = None,
            ) -> tuple[str, int, Mapping[str, str]]:
                try:
                    return sandbox.request(method, url, headers or {}, post_data, patience.silence_seconds)
                except NoAnswer as silence:
                    raise stripe.APIConnectionError(str(silence), should_retry=True) from silence

            def close(self) -> None:
                """Nothing is held open between requests."""

        stripe.enable_telemetry = False
        return stripe.StripeClient(
            sandbox.secret_key, max_network_retries=patience.retries, http_client=InProcessClient()
        )

    keys = (sandbox.publishable_key, sandbox.script_url, False, sandbox.webhook_secret)
    return Gateway("sandbox", *keys, connect, patience)

"""What the provider sends: signed events, as often and in whatever order a test likes."""

import json
import time
from typing import Any

from werkzeug.test import TestResponse

from app.factory import House
from app.payments.sandbox.delivery import sign


def knock(house: House, event: dict[str, Any], secret: str | None = None, age: int = 0) -> TestResponse:
    """Deliver an event to the webhook, signed with the sandbox's secret (or another one), `age` seconds old."""
    payload = json.dumps(event).encode()
    signature = sign(payload, secret or house.sandbox.webhook_secret, int(time.time()) - age)
    return house.flask.test_client().post(
        "/api/stripe/webhook",
        data=payload,
        content_type="application/json",
        headers={"Stripe-Signature": signature},
    )

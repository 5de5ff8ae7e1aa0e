"""What the provider sends: signed events, as often and in whatever order a test likes; and room to take them all."""

import json
import time
from typing import Any

import pytest
from werkzeug.test import TestResponse

from app.factory import House
from app.payments import routes
from app.payments.patience import Patience
from app.sandbox.client import sandbox_gateway
from app.sandbox.delivery import sign


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


def let_many_ask(house: House, monkeypatch: pytest.MonkeyPatch, places: int = 20) -> None:
    """Take the limit on calls under way off, where a test needs many of them to meet."""
    roomy = Patience(places, seconds=60, silence_seconds=60, retries=0)
    house.gateway = house.flask.config["GATEWAY"] = sandbox_gateway(house.sandbox, roomy)
    monkeypatch.setattr(routes, "WEBHOOK", roomy)

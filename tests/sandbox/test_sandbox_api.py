"""The sandbox's HTTP API beyond what the gateway uses, and what it refuses."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import stripe

from app.payments.patience import VISITOR
from app.sandbox import Sandbox
from app.sandbox.client import sandbox_gateway

API = "https://api.stripe.com"


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[Sandbox]:
    with Sandbox(tmp_path / "provider.db", "whsec_test") as sandbox:
        yield sandbox


@pytest.fixture
def client(sandbox: Sandbox) -> stripe.StripeClient:
    """The official library itself, as the gateway sets it up."""
    return sandbox_gateway(sandbox)._connect(VISITOR)


def ask(sandbox: Sandbox, request: str, body: str = "", key: str = "sk_test_sandbox") -> tuple[int, dict[str, Any]]:
    method, path = request.split()
    text, status, _ = sandbox.request(method, API + path, {"Authorization": f"Bearer {key}"}, body, 1)
    return status, json.loads(text)


def test_intents_charges_refunds_and_events_can_be_read_back(sandbox: Sandbox, client: stripe.StripeClient) -> None:
    intent = client.v1.payment_intents.create({"amount": 25_000, "currency": "aud"})
    confirmed = client.v1.payment_intents.confirm(
        intent.id, {"payment_method": "pm_card_visa", "expand": ["latest_charge"]}
    )
    assert isinstance(confirmed.latest_charge, stripe.Charge)
    charge = client.v1.charges.retrieve(confirmed.latest_charge.id)
    assert (charge.paid, charge.amount_captured) == (True, 25_000)
    assert charge.payment_method_details and charge.payment_method_details.card
    assert charge.payment_method_details.card.last4 == "4242"
    refund = client.v1.refunds.create({"charge": charge.id, "amount": 1_000})
    assert client.v1.refunds.retrieve(refund.id).amount == 1_000
    assert [each.id for each in client.v1.refunds.list({"charge": charge.id})] == [refund.id]
    event = client.v1.events.list({"limit": 1}).data[0]
    assert client.v1.events.retrieve(event.id).type == "charge.refunded"


def test_a_declined_confirm_raises_the_librarys_card_error(client: stripe.StripeClient) -> None:
    intent = client.v1.payment_intents.create({"amount": 25_000, "currency": "aud"})
    with pytest.raises(stripe.CardError) as declined:
        client.v1.payment_intents.confirm(intent.id, {"payment_method": "pm_card_chargeDeclined"})
    assert declined.value.code == "card_declined"
    assert declined.value.error and declined.value.error.decline_code == "generic_decline"


def test_a_declined_confirm_is_replayed_for_the_same_key(sandbox: Sandbox, client: stripe.StripeClient) -> None:
    intent = client.v1.payment_intents.create({"amount": 25_000, "currency": "aud"})
    for _ in range(2):
        with pytest.raises(stripe.CardError):
            client.v1.payment_intents.confirm(
                intent.id, {"payment_method": "pm_card_chargeDeclined"}, {"idempotency_key": "confirm-1"}
            )
    assert [event["type"] for event in sandbox.events()].count("charge.failed") == 1


def test_undelivered_events_can_be_asked_for(sandbox: Sandbox, client: stripe.StripeClient) -> None:
    client.v1.payment_intents.create({"amount": 25_000, "currency": "aud"})
    assert len(client.v1.events.list({"delivery_success": False}).data) == 1
    assert client.v1.events.list({"delivery_success": True}).data == []
    sandbox.webhooks.deliver = lambda payload, signature: 204
    sandbox.webhooks.deliver_due()
    (event,) = client.v1.events.list({"delivery_success": True, "type": "payment_intent.*"}).data
    assert event.pending_webhooks == 0


@pytest.mark.parametrize("key", ["", "pk_test_sandbox", "sk_test_other", "sk_test_sandbox "])
def test_only_the_secret_key_opens_the_api(sandbox: Sandbox, key: str) -> None:
    assert ask(sandbox, "POST /v1/payment_intents", "amount=25000&currency=aud", key)[0] == 401
    assert sandbox.intents() == []


@pytest.mark.parametrize(
    ("request_line", "body", "status", "code"),
    [
        ("POST /v1/payment_intents", "currency=aud", 400, "parameter_missing"),
        ("POST /v1/payment_intents", "amount=250.00&currency=aud", 400, "parameter_invalid_integer"),
        ("POST /v1/payment_intents", "amount=NaN&currency=aud", 400, "parameter_invalid_integer"),
        ("POST /v1/payment_intents", "amount[a]=1&currency=aud", 400, "parameter_invalid_integer"),
        ("POST /v1/payment_intents", "amount=1&amount[a]=1", 400, None),
        ("POST /v1/payment_intents", "amount=25000&currency=aud&confrim=true", 400, "parameter_unknown"),
        (
            "POST /v1/payment_intents",
            "amount=25000&currency=aud&payment_method_types[]=card",
            400,
            "payment_method_types_no_longer_supported",
        ),
        ("POST /v1/payment_intents", "amount=25000&currency=aud&metadata=x", 400, None),
        ("POST /v1/payment_intents", "amount=25000&currency=aud&expand[]=customer", 400, None),
        ("POST /v1/payment_intents", "amount=25000&currency=aud&expand[]=latest_charge.customer", 400, None),
        ("GET /v1/refunds?charge=ch_0", "", 404, "resource_missing"),
        ("GET /v1/refunds?customer=cus_0", "", 400, "parameter_unknown"),
        ("GET /v1/payment_intents/pi_0", "", 404, "resource_missing"),
        ("GET /v1/charges/ch_0", "", 404, "resource_missing"),
        ("GET /v1/events/evt_0", "", 404, "resource_missing"),
        ("GET /v1/events?limit=101", "", 400, None),
        ("GET /v1/events?starting_after=evt_0", "", 404, "resource_missing"),
        ("GET /v1/events?created[before]=1", "", 400, None),
        ("POST /v1/refunds", "payment_intent=pi_0", 404, "resource_missing"),
        ("GET /v1/customers", "", 404, None),
        ("DELETE /v1/payment_intents/pi_0", "", 404, None),
        ("GET /v1/payment_intents/..%2Fx", "", 404, None),
    ],
)
def test_a_wrong_request_is_answered_in_the_providers_shape(
    sandbox: Sandbox, request_line: str, body: str, status: int, code: str | None
) -> None:
    answer, problem = ask(sandbox, request_line, body)
    assert (answer, problem["error"].get("code")) == (status, code)
    assert problem["error"]["type"] == "invalid_request_error"
    assert problem["error"]["message"]
    assert sandbox.intents() == []

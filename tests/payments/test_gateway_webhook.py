"""A webhook is believed only when its signature, age and content hold."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.payments.gateway import Gateway, stripe_gateway
from app.payments.provider import SignatureRefused
from app.sandbox import Sandbox
from app.sandbox.books import Object
from app.sandbox.client import sandbox_gateway
from app.sandbox.delivery import sign

SECRET = "whsec_test"


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[Sandbox]:
    with Sandbox(tmp_path / "provider.db", SECRET) as sandbox:
        yield sandbox


@pytest.fixture
def gateway(sandbox: Sandbox) -> Gateway:
    return sandbox_gateway(sandbox)


@pytest.fixture
def event(sandbox: Sandbox, gateway: Gateway) -> Object:
    intent = gateway.create_intent(25_000, "aud", {}, "booking-7", "Initial consultation")
    sandbox.confirm(intent.id)
    return sandbox.events()[-1]


def test_a_signed_event_is_taken_and_names_its_intent(sandbox: Sandbox, gateway: Gateway, event: Object) -> None:
    taken = gateway.verify_webhook(*sandbox.webhooks.signed(event))
    assert (taken.id, taken.type) == (event["id"], "payment_intent.succeeded")
    assert taken.intent_id == event["data"]["object"]["id"]
    assert int(taken.created.timestamp()) == event["created"]


def test_a_refund_event_names_the_intent_it_belongs_to(sandbox: Sandbox, gateway: Gateway, event: Object) -> None:
    intent_id = event["data"]["object"]["id"]
    gateway.refund(intent_id, None, "refund-1", "duplicate")
    for refund_event in sandbox.events()[-2:]:
        assert gateway.verify_webhook(*sandbox.webhooks.signed(refund_event)).intent_id == intent_id


def test_the_provider_itself_signs_the_same_way(sandbox: Sandbox, event: Object) -> None:
    provider = stripe_gateway("sk_test_x", "pk_test_x", SECRET)
    assert provider.verify_webhook(*sandbox.webhooks.signed(event)).id == event["id"]


@pytest.mark.parametrize("age", [301, 3600, 10**9])
def test_an_old_webhook_is_refused(sandbox: Sandbox, gateway: Gateway, event: Object, age: int) -> None:
    with pytest.raises(SignatureRefused):
        gateway.verify_webhook(*sandbox.webhooks.signed(event, int(time.time()) - age))


def test_a_webhook_just_within_five_minutes_is_taken(
    sandbox: Sandbox, gateway: Gateway, event: Object, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = int(time.time())
    monkeypatch.setattr(time, "time", lambda: now)
    gateway.verify_webhook(*sandbox.webhooks.signed(event, now - 300))


def test_an_altered_body_is_refused(sandbox: Sandbox, gateway: Gateway, event: Object) -> None:
    payload, signature = sandbox.webhooks.signed(event)
    with pytest.raises(SignatureRefused):
        gateway.verify_webhook(payload.replace(b"25000", b"25001"), signature)


def test_a_signature_made_young_again_is_refused(sandbox: Sandbox, gateway: Gateway, event: Object) -> None:
    payload, signature = sandbox.webhooks.signed(event, int(time.time()) - 4000)
    digest = signature.partition(",")[2]
    with pytest.raises(SignatureRefused):
        gateway.verify_webhook(payload, f"t={int(time.time())},{digest}")


@pytest.mark.parametrize(
    "signature", ["", "nonsense", "t=1", "t=now,v1=00", "v1=00", "t=1,v1=", "t=1,v0=00", "é,=", "t=1,v1=é"]
)
def test_a_malformed_signature_is_refused(sandbox: Sandbox, gateway: Gateway, event: Object, signature: str) -> None:
    payload, _ = sandbox.webhooks.signed(event)
    with pytest.raises(SignatureRefused):
        gateway.verify_webhook(payload, signature)


def test_a_signature_with_another_secret_is_refused(gateway: Gateway, event: Object) -> None:
    payload = json.dumps(event).encode()
    with pytest.raises(SignatureRefused):
        gateway.verify_webhook(payload, sign(payload, "whsec_other", int(time.time())))


@pytest.mark.parametrize(
    "payload",
    [b"", b"{", b"null", b"[]", b'"x"', b"{}", b'{"id": "evt_1"}', b"\xff\xfe", b'{"data": {"object": 1}}'],
)
def test_a_signed_body_that_is_no_event_is_refused(gateway: Gateway, payload: bytes) -> None:
    with pytest.raises(SignatureRefused):
        gateway.verify_webhook(payload, sign(payload, SECRET, int(time.time())))


def test_a_gateway_without_a_secret_refuses_everything(event: Object) -> None:
    payload = json.dumps(event).encode()
    with pytest.raises(SignatureRefused):
        stripe_gateway("sk_test_x", "pk_test_x", "").verify_webhook(payload, sign(payload, "", int(time.time())))

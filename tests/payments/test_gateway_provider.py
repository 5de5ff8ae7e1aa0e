"""The gateway over a socket: what it sends, and how it reads a provider that fails in every way."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

import pytest

from app.payments.gateway import (
    Gateway,
    Intent,
    IntentNotFound,
    ProviderRefused,
    ProviderUnavailable,
    stripe_gateway,
)
from app.payments.patience import Patience

INTENT = {
    "id": "pi_1",
    "object": "payment_intent",
    "client_secret": "pi_1_secret_2",
    "amount": 25_000,
    "currency": "aud",
    "status": "succeeded",
    "livemode": False,
    "metadata": {"booking": "7"},
    "latest_charge": {"id": "ch_1", "object": "charge", "status": "succeeded", "amount_refunded": 5_000},
    "last_payment_error": None,
}


@dataclass
class Provider:
    """A scripted server; each request takes the next (status, body, pause in seconds), the last one stays."""

    answers: list[tuple[int, str, float]]
    requests: list[tuple[str, dict[str, str], dict[str, list[str]]]] = field(default_factory=list)
    address: str = ""


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    script = Provider([(200, json.dumps(INTENT), 0)])

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
            headers = {name.lower(): value for name, value in self.headers.items()}
            script.requests.append((f"{self.command} {self.path}", headers, parse_qs(body)))
            status, text, pause = script.answers.pop(0) if len(script.answers) > 1 else script.answers[0]
            time.sleep(pause)
            self.send_response(status)
            self.send_header("Content-Length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        do_GET = do_POST = answer

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_: None  # callers that hang up are part of the test
    script.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield script
    server.shutdown()
    thread.join()
    server.server_close()


def reach(provider: Provider, timeout: float = 60, retries: int = 0) -> Gateway:
    patience = Patience(places=1, seconds=60, silence_seconds=timeout, retries=retries)
    return stripe_gateway("sk_test_x", "pk_test_x", "whsec_x", provider.address, patience)


def refusal(status: int, **error: str) -> tuple[int, str, float]:
    return status, json.dumps({"error": {"type": "invalid_request_error", **error}}), 0


def test_a_created_intent_is_asked_for_with_key_amount_and_cards_only(provider: Provider) -> None:
    intent = reach(provider).create_intent(25_000, "aud", {"booking": "7"}, "key-1", "Consultation", "a@b.example")
    request, headers, body = provider.requests[0]
    assert request == "POST /v1/payment_intents"
    assert headers["idempotency-key"] == "key-1"
    assert headers["authorization"] == "Bearer sk_test_x"
    assert body == {
        "amount": ["25000"],
        "currency": ["aud"],
        "metadata[booking]": ["7"],
        "description": ["Consultation"],
        "receipt_email": ["a@b.example"],
        "allowed_payment_method_types[0]": ["card"],
        "expand[0]": ["latest_charge"],
    }
    assert intent == Intent(
        "pi_1", "pi_1_secret_2", 25_000, "aud", "succeeded", False, {"booking": "7"}, "ch_1", 5_000, None
    )


@pytest.mark.parametrize(
    "answer",
    [
        (500, json.dumps({"error": {"type": "api_error", "message": "Oops"}}), 0),
        (502, "<html>Bad gateway</html>", 0),
        (503, "", 0),
        (200, "<html>Captive portal</html>", 0),
        (200, "", 0),
        (200, "[]", 0),
        (200, "null", 0),
        (200, '{"id": "pi_1"}', 0),
        (200, json.dumps(INTENT | {"amount": "a lot"}), 0),
        (200, json.dumps(INTENT | {"latest_charge": {"id": "ch_1"}}), 0),
        (404, "<html>Not here</html>", 0),
        (409, json.dumps({"error": {"type": "invalid_request_error", "code": "lock_timeout"}}), 0),
        (429, json.dumps({"error": {"type": "invalid_request_error", "message": "Slow down"}}), 0),
        (200, json.dumps(INTENT), 30),
    ],
    ids=lambda answer: f"{answer[0]}-{answer[1][:24]}-{answer[2]}",
)
def test_an_unusable_answer_reads_as_unavailable(provider: Provider, answer: tuple[int, str, float]) -> None:
    provider.answers = [answer]
    with pytest.raises(ProviderUnavailable):
        reach(provider, timeout=0.2).retrieve_intent("pi_1")


def test_a_closed_port_reads_as_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        nobody = Provider([], address=f"http://127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(ProviderUnavailable):
            reach(nobody).retrieve_intent("pi_1")


@pytest.mark.parametrize(
    ("answer", "kind", "code"),
    [
        (refusal(400, code="amount_too_small", message="Too small"), ProviderRefused, "amount_too_small"),
        (refusal(400, type="idempotency_error", message="Key reused"), ProviderRefused, "idempotency_error"),
        (refusal(401, message="Invalid API Key"), ProviderRefused, ""),
        (
            refusal(402, type="card_error", code="card_declined", message="No"),
            ProviderRefused,
            "card_declined",
        ),
        (refusal(403, message="Not allowed"), ProviderRefused, ""),
        (refusal(404, code="resource_missing", message="No such intent"), IntentNotFound, "resource_missing"),
    ],
)
def test_a_refusal_keeps_its_message_and_code(
    provider: Provider, answer: tuple[int, str, float], kind: type[ProviderRefused], code: str
) -> None:
    provider.answers = [answer]
    with pytest.raises(ProviderRefused) as refused:
        reach(provider).retrieve_intent("pi_1")
    assert type(refused.value) is kind
    assert refused.value.code == code
    assert refused.value.message == json.loads(answer[1])["error"]["message"]


def test_a_failed_attempt_is_repeated_with_the_same_key(provider: Provider) -> None:
    provider.answers = [(503, "", 0), (200, json.dumps(INTENT), 0)]
    reach(provider, retries=1).create_intent(25_000, "aud", {}, "key-1", "Consultation")
    assert [headers["idempotency-key"] for _, headers, _ in provider.requests] == ["key-1", "key-1"]


def test_a_declined_charge_is_not_taken_for_money(provider: Provider) -> None:
    declined = {"id": "ch_2", "object": "charge", "status": "failed", "amount_refunded": 0}
    failure = {"type": "card_error", "code": "card_declined", "message": "Your card was declined."}
    provider.answers = [(200, json.dumps(INTENT | {"latest_charge": declined, "last_payment_error": failure}), 0)]
    intent = reach(provider).retrieve_intent("pi_1")
    assert (intent.charge_id, intent.last_error) == (None, "Your card was declined.")


def test_live_and_test_keys_do_not_mix() -> None:
    assert stripe_gateway("sk_live_x", "pk_live_x", "whsec_x").livemode
    assert not stripe_gateway("rk_test_x", "pk_test_x", "whsec_x").livemode
    for secret, publishable in [("sk_live_x", "pk_test_x"), ("sk_test_x", "pk_live_x")]:
        with pytest.raises(ValueError, match="both be live or both be test"):
            stripe_gateway(secret, publishable, "whsec_x")

"""The gateway over a socket: what it sends, and how it reads a provider that fails in every way."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote

import pytest

from app.payments.gateway import Gateway, stripe_gateway
from app.payments.patience import Patience
from app.payments.provider import Intent, IntentNotFound, ProviderRefused, ProviderUnavailable, Refunded

REFUND: dict[str, Any] = {
    "id": "re_1",
    "object": "refund",
    "payment_intent": "pi_1",
    "amount": 5_000,
    "created": 1_790_000_600,
    "currency": "aud",
    "status": "succeeded",
    "reason": "duplicate",
}
INTENT: dict[str, Any] = {
    "id": "pi_1",
    "object": "payment_intent",
    "client_secret": "pi_1_secret_2",
    "amount": 25_000,
    "currency": "aud",
    "status": "succeeded",
    "livemode": False,
    "metadata": {"booking": "7"},
    "latest_charge": {
        "id": "ch_1",
        "object": "charge",
        "status": "succeeded",
        "created": 1_790_000_000,
        "amount_refunded": 5_000,
        "refunds": {"object": "list", "url": "/v1/charges/ch_1/refunds", "has_more": False, "data": [REFUND]},
    },
    "last_payment_error": None,
}
PAID_AT = datetime.fromtimestamp(1_790_000_000, UTC)


def with_charge(**changed: Any) -> str:
    """The provider's answer with another charge; None leaves a member out."""
    charge = INTENT["latest_charge"] | changed
    return json.dumps(INTENT | {"latest_charge": {name: charge[name] for name in charge if charge[name] is not None}})


def listed(*refunds: Any, has_more: Any = False) -> dict[str, Any]:
    return {"object": "list", "url": "/v1/charges/ch_1/refunds", "has_more": has_more, "data": list(refunds)}


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
    intent = reach(provider).create_intent(25_000, "aud", {"booking": "7"}, "key-1", "Consultation")
    request, headers, body = provider.requests[0]
    assert request == "POST /v1/payment_intents"
    assert headers["idempotency-key"] == "key-1"
    assert headers["authorization"] == "Bearer sk_test_x"
    assert body == {
        "amount": ["25000"],
        "currency": ["aud"],
        "metadata[booking]": ["7"],
        "description": ["Consultation"],
        "allowed_payment_method_types[0]": ["card"],
        "expand[0]": ["latest_charge"],
    }
    told = "pi_1", "pi_1_secret_2", 25_000, "aud", "succeeded", False, {"booking": "7"}
    back = Refunded("re_1", 5_000, "succeeded", "duplicate", PAID_AT + timedelta(minutes=10))
    assert intent == Intent(*told, "ch_1", PAID_AT, (back,), None)
    assert intent.refunded_cents == 5_000


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
        (200, with_charge(created=None), 0),
        (200, with_charge(created="yesterday"), 0),
        (200, with_charge(refunds=None), 0),
        (200, with_charge(refunds=[]), 0),
        (200, with_charge(refunds={"object": "list", "data": []}), 0),
        (200, with_charge(refunds=listed("re_1")), 0),
        (200, with_charge(refunds=listed(*[REFUND] * 101)), 0),
        (200, with_charge(refunds=listed(REFUND, has_more="no")), 0),
        (200, with_charge(refunds=listed(REFUND | {"amount": -1})), 0),
        (200, with_charge(refunds=listed(REFUND | {"amount": 10**15})), 0),
        (200, with_charge(refunds=listed(REFUND | {"status": None})), 0),
        (200, with_charge(refunds=listed(REFUND | {"reason": {"word": "duplicate"}})), 0),
        (200, with_charge(refunds=listed(REFUND | {"created": 10**30})), 0),
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


def test_a_charge_that_is_still_pending_is_not_paid_yet(provider: Provider) -> None:
    pending = json.loads(with_charge(status="pending", refunds=listed())) | {"status": "processing"}
    provider.answers = [(200, json.dumps(pending), 0)]
    intent = reach(provider).retrieve_intent("pi_1")
    assert (intent.charge_id, intent.paid_at, intent.refunds) == ("ch_1", None, ())


def test_a_charge_of_which_nothing_went_back_needs_no_list_of_refunds(provider: Provider) -> None:
    """The money was taken: nothing that says nothing may keep its payment from being settled."""
    without = json.loads(with_charge(refunds=None, amount_refunded=0))
    null = without | {"latest_charge": without["latest_charge"] | {"refunds": None}}
    provider.answers = [(200, json.dumps(without), 0), (200, json.dumps(null), 0)]
    for intent in [reach(provider).retrieve_intent("pi_1") for _ in range(2)]:
        assert (intent.paid_at, intent.refunds, intent.refunded_cents) == (PAID_AT, (), 0)


def test_an_intent_is_asked_for_together_with_its_refunds_in_one_call(provider: Provider) -> None:
    reach(provider).retrieve_intent("pi_1")
    reach(provider).cancel_intent("pi_1")
    asked = "/v1/payment_intents/pi_1?expand[0]=latest_charge.refunds"
    assert [unquote(request) for request, _, _ in provider.requests] == [
        f"GET {asked}",
        "POST /v1/payment_intents/pi_1/cancel",
    ]
    assert provider.requests[1][2] == {"expand[0]": ["latest_charge.refunds"]}


def test_only_refunds_that_go_through_or_may_still_do_count(provider: Provider) -> None:
    words = ["pending", "requires_action", "succeeded", "failed", "canceled"]
    refunds = [REFUND | {"id": f"re_{word}", "amount": 10**power, "status": word} for power, word in enumerate(words)]
    refunds[1].pop("reason")
    provider.answers = [(200, with_charge(refunds=listed(*reversed(refunds))), 0)]
    intent = reach(provider).retrieve_intent("pi_1")
    assert [refund.status for refund in intent.refunds] == words
    assert [refund.counts for refund in intent.refunds] == [True, True, True, False, False]
    assert intent.refunds[1].reason is None
    assert intent.refunded_cents == 111


def test_more_refunds_than_come_with_a_charge_are_asked_for_on_one_page(provider: Provider) -> None:
    many = [REFUND | {"id": f"re_{number}", "amount": 1} for number in range(12)]
    first = (200, with_charge(refunds=listed(*many[:10], has_more=True)), 0)
    provider.answers = [first, (200, json.dumps(listed(*many)), 0)]
    intent = reach(provider).retrieve_intent("pi_1")
    assert [refund.id for refund in intent.refunds] == [each["id"] for each in reversed(many)]
    assert [request for request, _, _ in provider.requests][1] == "GET /v1/refunds?charge=ch_1&limit=100"


def test_refunds_that_no_page_holds_are_never_taken_for_all(provider: Provider) -> None:
    first = (200, with_charge(refunds=listed(REFUND, has_more=True)), 0)
    provider.answers = [first, (200, json.dumps(listed(REFUND, has_more=True)), 0)]
    with pytest.raises(ProviderUnavailable):
        reach(provider).retrieve_intent("pi_1")
    assert len(provider.requests) == 2


def test_live_and_test_keys_do_not_mix() -> None:
    assert stripe_gateway("sk_live_x", "pk_live_x", "whsec_x").livemode
    assert not stripe_gateway("rk_test_x", "pk_test_x", "whsec_x").livemode
    for secret, publishable in [("sk_live_x", "pk_test_x"), ("sk_test_x", "pk_live_x")]:
        with pytest.raises(ValueError, match="both be live or both be test"):
            stripe_gateway(secret, publishable, "whsec_x")

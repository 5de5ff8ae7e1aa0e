"""Events reach the application's webhook: signed, in order, again after failures and after a restart."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from app.payments.gateway import Gateway
from app.payments.provider import Event
from app.sandbox import Sandbox, post_to
from app.sandbox.client import sandbox_gateway
from app.sandbox.events import BACKOFF, GIVE_UP_SECONDS


@dataclass
class Clock:
    """A clock that tests move."""

    now: float = field(default_factory=time.time)

    def __call__(self) -> float:
        return self.now


@dataclass
class Webhook:
    """The application's end: keeps what it was sent, answers with the next status, 200 when none is left."""

    statuses: list[int] = field(default_factory=list)
    received: list[tuple[bytes, str]] = field(default_factory=list)

    def __call__(self, payload: bytes, signature: str) -> int:
        self.received.append((payload, signature))
        status = self.statuses.pop(0) if self.statuses else 200
        if status == 0:
            raise ConnectionRefusedError("nobody listens")
        return status

    def events(self, gateway: Gateway) -> list[Event]:
        return [gateway.verify_webhook(payload, signature) for payload, signature in self.received]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def webhook() -> Webhook:
    return Webhook()


@pytest.fixture
def sandbox(tmp_path: Path, webhook: Webhook, clock: Clock) -> Iterator[Sandbox]:
    with Sandbox(tmp_path / "provider.db", "whsec_test", webhook, clock=clock) as sandbox:
        yield sandbox


@pytest.fixture
def gateway(sandbox: Sandbox) -> Gateway:
    return sandbox_gateway(sandbox)


def pay(sandbox: Sandbox, gateway: Gateway, key: str = "booking-7", card: str = "4242424242424242") -> str:
    intent = gateway.create_intent(25_000, "aud", {}, key, "Initial consultation")
    sandbox.confirm(intent.id, card)
    return intent.id


def eventually(check: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not check():
        assert time.monotonic() < deadline, "did not happen in time"
        time.sleep(0.01)


def test_each_event_is_delivered_once_in_order_and_signed(sandbox: Sandbox, gateway: Gateway, webhook: Webhook) -> None:
    intent_id = pay(sandbox, gateway)
    assert sandbox.webhooks.deliver_due() == 3
    delivered = webhook.events(gateway)
    assert [event.type for event in delivered] == [
        "payment_intent.created",
        "charge.succeeded",
        "payment_intent.succeeded",
    ]
    assert {event.intent_id for event in delivered} == {intent_id}
    assert sandbox.webhooks.deliver_due() == 0
    assert sandbox.events(undelivered=True) == []


@pytest.mark.parametrize("failure", [0, 301, 400, 500, 503])
def test_a_webhook_that_was_not_taken_comes_again_later(
    sandbox: Sandbox, gateway: Gateway, webhook: Webhook, clock: Clock, failure: int
) -> None:
    gateway.create_intent(25_000, "aud", {}, "booking-7", "Initial consultation")
    webhook.statuses = [failure] * 3
    for pause in BACKOFF[:3]:
        assert sandbox.webhooks.deliver_due() == 0
        assert len(sandbox.events(undelivered=True)) == 1
        clock.now += pause - 0.01
        seen = len(webhook.received)
        sandbox.webhooks.deliver_due()
        assert len(webhook.received) == seen, "too early"
        clock.now += 0.02
    assert sandbox.webhooks.deliver_due() == 1
    assert sandbox.events(undelivered=True) == []
    assert len({payload for payload, _ in webhook.received}) == 1, "the same event each time"
    assert len({signature for _, signature in webhook.received}) > 1, "signed anew, or it would grow too old"


def test_one_failing_event_does_not_hold_up_the_others(sandbox: Sandbox, gateway: Gateway, webhook: Webhook) -> None:
    pay(sandbox, gateway)
    webhook.statuses = [500]
    assert sandbox.webhooks.deliver_due() == 2


def test_after_three_days_it_is_given_up_but_stays_listed(
    sandbox: Sandbox, gateway: Gateway, webhook: Webhook, clock: Clock
) -> None:
    gateway.create_intent(25_000, "aud", {}, "booking-7", "Initial consultation")
    webhook.statuses = [500]
    clock.now += GIVE_UP_SECONDS + 1
    sandbox.webhooks.deliver_due()
    clock.now += GIVE_UP_SECONDS
    assert sandbox.webhooks.deliver_due() == 0
    assert len(webhook.received) == 1
    assert len(sandbox.events(undelivered=True)) == 1


def test_a_restart_delivers_what_was_left_and_settles_what_was_processing(
    tmp_path: Path, sandbox: Sandbox, gateway: Gateway, webhook: Webhook, clock: Clock
) -> None:
    webhook.statuses = [0] * 9
    intent_id = pay(sandbox, gateway, card="4000000000005100")
    sandbox.webhooks.deliver_due()
    sandbox.close()
    clock.now += 60

    later = Webhook()
    with Sandbox(tmp_path / "provider.db", "whsec_test", later, clock=clock) as restarted:
        restarted.resume()
        eventually(lambda: restarted.intent(intent_id)["status"] == "succeeded")
        eventually(lambda: restarted.events(undelivered=True) == [])
        assert len(restarted.charges(intent_id)) == 1
    assert [event.type for event in later.events(gateway)] == [
        "payment_intent.created",
        "payment_intent.processing",
        "charge.succeeded",
        "payment_intent.succeeded",
    ]


def test_the_background_thread_settles_and_delivers_over_loopback_http(tmp_path: Path) -> None:
    received: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            received.append(self.headers["Stripe-Signature"])
            self.send_response(500 if len(received) == 1 else 200)
            self.end_headers()

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    deliver = post_to(f"http://127.0.0.1:{server.server_port}/api/stripe/webhook", timeout=60)
    try:
        with Sandbox(tmp_path / "provider.db", "whsec_test", deliver, processing_seconds=0.1) as sandbox:
            sandbox.resume()
            intent_id = pay(sandbox, sandbox_gateway(sandbox), card="4000000000005100")
            eventually(lambda: sandbox.intent(intent_id)["status"] == "succeeded")
            eventually(lambda: sandbox.events(undelivered=True) == [])
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert len(received) == 5, "four events, the first of them twice"


def test_nothing_is_delivered_off_this_machines_plain_http() -> None:
    for address in ("https://example.com/hook", "ftp://127.0.0.1/", "127.0.0.1:80"):
        with pytest.raises(ValueError, match="loopback"):
            post_to(address)

"""Webhooks: signing, posting and trying again; and the thread that does it in the background."""

import hashlib
import hmac
import http.client
import logging
import threading
import time
from collections.abc import Callable
from urllib.parse import urlsplit

Deliver = Callable[[bytes, str], int]
"""Posts a body with its Stripe-Signature header; returns the HTTP status or raises OSError."""

TIMEOUT_SECONDS = 10.0
LONGEST_SLEEP_SECONDS = 60.0

log = logging.getLogger(__name__)


def sign(payload: bytes, secret: str, timestamp: int) -> str:
    """The Stripe-Signature header for a payload: t=<seconds>,v1=<HMAC-SHA256 of "t.payload">."""
    digest = hmac.new(secret.encode(), b"%d.%s" % (timestamp, payload), hashlib.sha256).hexdigest()
    return f"t={timestamp},v1={digest}"


def post_to(url: str, timeout: float = TIMEOUT_SECONDS) -> Deliver:
    """A `Deliver` that posts to the application's own webhook address, e.g. http://127.0.0.1:8000/api/stripe/webhook.

    Straight to the address: no proxy from the environment, no redirect followed.
    """
    parts = urlsplit(url)
    if parts.scheme != "http" or parts.hostname is None:
        raise ValueError(f"The sandbox delivers webhooks over plain loopback HTTP, not to {url}")
    host, port, path = parts.hostname, parts.port or 80, parts.path or "/"

    def deliver(payload: bytes, signature: str) -> int:
        connection = http.client.HTTPConnection(host, port, timeout=timeout)
        try:
            connection.request(
                "POST",
                path,
                payload,
                {"Content-Type": "application/json; charset=utf-8", "Stripe-Signature": signature},
            )
            return connection.getresponse().status
        except http.client.HTTPException as broken:
            raise OSError(str(broken)) from broken
        finally:
            connection.close()

    return deliver


class Worker:
    """One daemon thread that does what is due, then sleeps until the next thing is, or until woken."""

    def __init__(self, work: Callable[[], float | None]) -> None:
        """`work` does everything due now and returns when it wants to be called again (time.time() seconds)."""
        self._work = work
        self._wake = threading.Event()
        self._stopping = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin, unless it runs already."""
        if self._thread is None:
            self._stopping = False
            self._thread = threading.Thread(target=self._run, name="payment-sandbox", daemon=True)
            self._thread.start()
        self.wake()

    def wake(self) -> None:
        """Something new may be due."""
        self._wake.set()

    def stop(self) -> None:
        """End after what is in hand. Repeatable."""
        self._stopping = True
        self.wake()
        if self._thread is not None:
            self._thread.join(timeout=TIMEOUT_SECONDS + 1)
            self._thread = None

    def _run(self) -> None:
        while not self._stopping:
            self._wake.clear()
            try:
                next_at = self._work()
            except Exception:
                log.exception("The payment sandbox's background work failed; it goes on")
                next_at = time.time() + 1
            pause = LONGEST_SLEEP_SECONDS if next_at is None else next_at - time.time()
            self._wake.wait(max(0.0, min(pause, LONGEST_SLEEP_SECONDS)))

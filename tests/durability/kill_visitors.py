"""Visitors who book over HTTP and remember what the server has acknowledged, so that it can be held to it."""

import hashlib
import http.client
import json
import random
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from app.demo.papers import sample_pdf

CARD = {"type": "card", "number": "4242424242424242", "exp_month": "12", "exp_year": "34", "cvc": "123"}
BOUNDARY = "helios-kill-test"
TRIES, PAUSE_SECONDS = 200, 0.1


class Refused(AssertionError):
    """The server answered, but not with success."""


class Busy(Exception):
    """The server asks to come again in a moment: it takes few payments at once."""


class Acknowledgements:
    """Counts the acknowledged steps of all visitors, so that a kill can be aimed between two of them."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._count = 0

    def add(self) -> None:
        """One more step was acknowledged."""
        with self._changed:
            self._count += 1
            self._changed.notify_all()

    def wait_for(self, count: int, seconds: float) -> bool:
        """Sleep until that many steps were acknowledged."""
        with self._changed:
            return self._changed.wait_for(lambda: self._count >= count, timeout=seconds)


@dataclass
class Visitor:
    """One browser. `told` holds the acknowledged answers, `files` the acknowledged uploads: id -> digest."""

    port: int
    email: str
    token: str = ""
    cookie: str | None = None
    told: dict[str, Any] = field(default_factory=dict)
    files: dict[int, str] = field(default_factory=dict)
    offered: set[str] = field(default_factory=set)
    intent: str | None = None
    secret: str | None = None
    charged: bool = False
    paid: bool = False
    reached: int = 0

    @property
    def steps(self) -> list[Callable[[], None]]:
        """The way to a paid booking."""
        return [self._personal, self._project, self._upload, self._documents, self._intent, self._pay, self._return]

    def book(self, acknowledgements: Acknowledgements) -> None:
        """Go on where the last acknowledged step was; ends quietly when the server dies, loudly when it refuses."""
        while self.reached < len(self.steps):
            try:
                self.steps[self.reached]()
            except (OSError, http.client.HTTPException):
                return
            self.reached += 1
            acknowledgements.add()

    def ask(self, method: str, path: str, body: bytes | None = None, kind: str = "", **headers: str) -> Any:
        """One request on a connection of its own; the JSON answer, or the bytes of any other. Refused unless 2xx."""
        sent = {name.replace("_", "-"): text for name, text in headers.items()}
        if kind:
            sent["Content-Type"] = kind
        if self.cookie:
            sent["Cookie"] = self.cookie
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(
                method, path, body, sent | {key.replace("_", "-"): text for key, text in headers.items()}
            )
            answer = connection.getresponse()
            got = answer.read()
        finally:
            connection.close()
        if answer.status == 503:
            raise Busy(path)
        if not 200 <= answer.status < 300:
            raise Refused(f"{method} {path}: {answer.status} {got.decode(errors='replace')}")
        given = answer.getheader("Set-Cookie")
        if given:
            self.cookie = given.partition(";")[0]
        return json.loads(got) if (answer.getheader("Content-Type") or "").startswith("application/json") else got

    def post(self, path: str, **body: Any) -> Any:
        """POST JSON; again, as often as the server asks for a moment's patience."""
        for _ in range(TRIES):
            with suppress(Busy):
                return self.ask("POST", path, json.dumps(body).encode(), "application/json")
            time.sleep(PAUSE_SECONDS)
        raise Refused(f"POST {path}: busy all the time")

    def _personal(self) -> None:
        # Without an answer there is no cookie: who repeats this first step is a stranger and begins another draft.
        self.token = secrets.token_hex(8)
        answers = {
            "fullName": f"Visitor {self.token}",
            "email": self.email,
            "phone": "0400 123 456",
            "address": f"{self.token} Forest Road",
            "preferredContact": "phone",
        }
        self.post("/api/bookings", step=1, **answers)
        self.told |= answers

    def _project(self) -> None:
        answers = {
            "serviceType": "planning_approvals",
            "projectType": "new_home",
            "projectValue": "1m_3m",
            "message": f"About {self.token}",
        }
        self.post("/api/bookings", step=2, **answers)
        self.told |= answers

    def _upload(self) -> None:
        remark = b"%" + random.randbytes(random.randrange(1_000, 200_000)).hex().encode()
        content = sample_pdf(self.token) + remark + b"\n%%EOF\n"
        digest = hashlib.sha256(content).hexdigest()
        self.offered.add(digest)
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="Plan.pdf"\r\n\r\n'
        body = head.encode() + content + f"\r\n--{BOUNDARY}--\r\n".encode()
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        document = self.ask("POST", "/api/bookings/current/documents", body, kind)
        self.files[document["id"]] = digest

    def _documents(self) -> None:
        self.post("/api/bookings", step=3)
        self.told["step"] = 4

    def _intent(self) -> None:
        started = self._unless_paid(lambda: self.post("/api/create-payment-intent", amount=250))
        if started is not None:
            self.intent, self.secret = started["paymentIntent"], started["clientSecret"]

    def _pay(self) -> None:
        if self.intent is None or self.secret is None:
            return
        typed = {f"payment_method_data[card][{name}]": text for name, text in CARD.items() if name != "type"}
        form = urlencode({"payment_method_data[type]": "card", **typed}).encode()
        path = f"/sandbox/v1/payment_intents/{self.intent}"
        proof = {"Authorization": "Bearer pk_test_sandbox", "Sandbox_Client_Secret": self.secret}
        # As the provider's script does after a reload: a card that was charged is not charged again.
        state = self.ask("GET", path, None, "", **proof)
        if state["status"] != "succeeded":
            state = self.ask("POST", f"{path}/confirm", form, "application/x-www-form-urlencoded", **proof)
        if state["status"] != "succeeded":
            raise Refused(f"the card was not charged: {state}")
        self.charged = True

    def _return(self) -> None:
        if self.intent is None:
            return
        state = self.post("/api/payments/settle", paymentIntent=self.intent)
        if state["status"] != "paid":
            raise Refused(f"charged, but not paid: {state}")
        self.paid = True

    def _unless_paid(self, ask: Callable[[], Any]) -> Any:
        try:
            return ask()
        except Refused as refusal:
            if "already paid" in str(refusal):
                return None
            raise

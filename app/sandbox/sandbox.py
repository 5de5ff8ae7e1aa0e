"""The sandbox itself: ties books, API, faults and deliveries together for its callers."""

import json
import logging
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import formatdate
from hmac import compare_digest
from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

from app.payments.card_form import SANDBOX_KEY, SANDBOX_SCRIPT_URL
from app.sandbox import attempts, intents
from app.sandbox.api import Api
from app.sandbox.bank import Bank
from app.sandbox.books import Books, Object
from app.sandbox.delivery import Deliver
from app.sandbox.faults import Caller, Fault, Faults, Reply, error_reply
from app.sandbox.params import Params, parse, without_card_number
from app.sandbox.problems import ApiProblem, missing, unauthorised
from app.sandbox.store import Store, StoreFailure
from app.sandbox.webhooks import Webhooks

LOG_LENGTH = 5000
PROCESSING_SECONDS = 3.0
BROWSER_PATIENCE_SECONDS = 30.0
BROKEN = ApiProblem(500, "api_error", "The sandbox cannot reach its own books")
Verb = Literal["retrieve", "confirm", "authenticate"]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LoggedRequest:
    """One request to the API, in order of arrival. Card numbers are reduced to their last four digits."""

    caller: Caller
    method: str
    path: str
    params: Params
    idempotency_key: str | None
    fault: str | None


class Sandbox(Bank):
    """A card provider in a file. Safe to use from many threads; `close()` it, or use it as a context manager.

    Nothing happens in the background before `resume()`: without it, events stay undelivered and processing intents stay
    processing until `deliver_due()` and `settle_processing()` are called.
    """

    script_url = SANDBOX_SCRIPT_URL
    publishable_key = SANDBOX_KEY
    secret_key = "sk_test_sandbox"

    def __init__(
        self,
        path: Path | str,
        webhook_secret: str,
        deliver: Deliver | None = None,
        *,
        clock: Callable[[], float] = time.time,
        processing_seconds: float = PROCESSING_SECONDS,
    ) -> None:
        """Open or create the books at `path`. `webhooks.deliver` may also be set later, before `resume()`."""
        self.webhook_secret = webhook_secret
        self.faults = Faults()
        self.log: deque[LoggedRequest] = deque(maxlen=LOG_LENGTH)
        self.processing_seconds = processing_seconds
        self.endpoints: list[Object] = []
        self._api = Api(processing_seconds, self.endpoints)
        store = Store(path, clock)
        super().__init__(store, Webhooks(store, webhook_secret, clock, deliver))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def resume(self) -> None:
        """Start the background thread: everything undelivered is delivered again, what was processing settles."""
        self.webhooks.requeue()
        self._worker.start()

    def close(self) -> None:
        """Stop the background thread and let go of the file. Repeatable."""
        self._worker.stop()
        self._store.close()

    # The server's side: the secret-key API

    def request(
        self, method: str, url: str, headers: Mapping[str, str], body: str | bytes | None, timeout: float
    ) -> Reply:
        """Answer one HTTP request of the provider's client library: body, status and headers, or NoAnswer.

        `timeout` is how many seconds the caller is ready to wait.
        """
        parts, method = urlsplit(url), method.upper()
        sent = {name.lower(): value for name, value in headers.items()}
        key = sent.get("idempotency-key")
        encoded = body.decode() if isinstance(body, bytes) else body or ""
        try:
            params = parse(parts.query if method == "GET" else encoded)
            fault = self._arrival("server", method, parts.path, params, key)
            if not _same(sent.get("authorization", ""), f"Bearer {self.secret_key}"):
                raise unauthorised()
        except ApiProblem as problem:
            return error_reply(problem)

        def answer(books: Books) -> Reply:
            status, text, replayed = self._api.answer(books, method, parts.path, params, key)
            always = {"request-id": books.new_id("req"), "date": formatdate(books.now, usegmt=True)}
            return text, status, always | ({"idempotent-replayed": "true"} if replayed else {})

        return self._carry_out(answer, fault, timeout)

    # The browser's side: publishable key and client secret

    def browser_request(self, verb: Verb, intent_id: str, key: str, client_secret: str, params: Params) -> Reply:
        """Answer one call of the browser's script: body, status and headers, or NoAnswer.

        A wrong client secret and an unknown intent cannot be told apart; of the intent only public fields are seen.
        """
        path = f"/v1/payment_intents/{intent_id}"
        method, path = ("GET", path) if verb == "retrieve" else ("POST", f"{path}/{verb}")
        fault = self._arrival("browser", method, path, params, None)

        def answer(books: Books) -> Reply:
            try:
                with books.request():
                    if not _same(key, self.publishable_key):
                        raise unauthorised()
                    intent = books.find("payment_intent", intent_id)
                    if not _same(client_secret, intent["client_secret"]):
                        raise missing("payment_intent", intent_id)
                    if verb == "confirm":
                        intent = attempts.confirm(books, params, intent_id, self.processing_seconds)
                    elif verb == "authenticate":
                        intent = attempts.authenticate(books, params, intent_id)
                return json.dumps(intents.public(intent)), 200, {}
            except ApiProblem as problem:
                if "payment_intent" in problem.error:
                    problem.error["payment_intent"] = intents.public(problem.error["payment_intent"])
                return error_reply(problem)

        return self._carry_out(answer, fault, BROWSER_PATIENCE_SECONDS)

    def _arrival(self, caller: Caller, method: str, path: str, params: Params, key: str | None) -> Fault | None:
        """Log a request and find out what befalls it."""
        fault = self.faults.take(f"{method} {path}", caller)
        kind = fault.kind if fault else None
        self.log.append(LoggedRequest(caller, method, path, without_card_number(params), key, kind))
        return fault

    def _carry_out(self, answer: Callable[[Books], Reply], fault: Fault | None, timeout: float) -> Reply:
        """One transaction between the faults that strike before and those that strike after."""
        failed = fault.before(timeout) if fault else None
        if failed:
            return failed
        try:
            with self._store.transaction() as books:
                reply = answer(books)
        except StoreFailure as failure:
            log.warning("The payment sandbox answers 500: %s", failure)
            return error_reply(BROKEN)
        self._worker.wake()
        return fault.after(reply) if fault else reply

    # What a payer would do, for tests without a browser

    def confirm(
        self, intent_id: str, card: str = "4242424242424242", *, expiry: str = "12/34", cvc: str = "123"
    ) -> Object:
        """Pay with a card (any of cards.TEST_CARDS) as the browser would.

        Returns the public intent, or {"error": …} in the provider's shape when it is declined or out of turn.
        """
        month, _, year = expiry.partition("/")
        typed = {"number": card, "exp_month": month, "exp_year": year, "cvc": cvc}
        return self._as_browser("confirm", intent_id, {"payment_method_data": {"type": "card", "card": typed}})

    def authenticate(self, intent_id: str, complete: bool = True) -> Object:
        """Complete or fail 3-D Secure as the browser would; returns as `confirm` does."""
        return self._as_browser("authenticate", intent_id, {"outcome": "complete" if complete else "fail"})

    def _as_browser(self, verb: Verb, intent_id: str, params: Params) -> Object:
        secret = self.intent(intent_id)["client_secret"]
        text, _, _ = self.browser_request(verb, intent_id, self.publishable_key, secret, params)
        body: Object = json.loads(text)
        return body


def _same(given: str, expected: str) -> bool:
    return compare_digest(given.encode(), expected.encode())

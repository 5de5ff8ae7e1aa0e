"""The provider's HTTP API as one function: a parsed request in, a status and a JSON body out.

The caller holds the transaction. Problems are answers like others: a declined attempt is kept.
"""

import hashlib
import json
import re
from collections.abc import Callable

from app.sandbox import attempts, charges, events, intents, refunds
from app.sandbox.books import Books, Object, RememberedAnswer, listing
from app.sandbox.params import Params, only, page_size
from app.sandbox.problems import CARD_REFUSED, ApiProblem, key_reused, unrecognised

Handler = Callable[..., Object]


def routes(settle_after: float, endpoints: list[Object]) -> list[tuple[str, re.Pattern[str], Handler]]:
    """What the sandbox imitates: method, path, function of (books, params, id where the path has one)."""

    def confirm(books: Books, params: Params, id_: str) -> Object:
        return attempts.confirm(books, params, id_, settle_after)

    def webhook_endpoints(books: Books, params: Params) -> Object:
        only(params, frozenset({"limit"}))
        return listing("/v1/webhook_endpoints", endpoints, page_size(params))

    table: list[tuple[str, str, Handler]] = [
        ("POST", "/v1/payment_intents", intents.create),
        ("GET", "/v1/payment_intents/<id>", intents.retrieve),
        ("POST", "/v1/payment_intents/<id>/confirm", confirm),
        ("POST", "/v1/payment_intents/<id>/cancel", intents.cancel),
        ("POST", "/v1/refunds", refunds.create),
        ("GET", "/v1/refunds", refunds.page),
        ("GET", "/v1/refunds/<id>", refunds.retrieve),
        ("GET", "/v1/charges/<id>", charges.retrieve_charge),
        ("GET", "/v1/events", events.page),
        ("GET", "/v1/events/<id>", events.retrieve),
        ("GET", "/v1/webhook_endpoints", webhook_endpoints),
    ]
    return [(method, re.compile(path.replace("<id>", "([A-Za-z0-9_]+)")), handler) for method, path, handler in table]


class Api:
    """The secret-key API with idempotency. Stateless but for its table of routes."""

    def __init__(self, settle_after: float, endpoints: list[Object]) -> None:
        self._routes = routes(settle_after, endpoints)

    def answer(self, books: Books, method: str, path: str, params: Params, key: str | None) -> tuple[int, str, bool]:
        """Status, JSON text, and whether it is the remembered answer of an earlier request with the same key."""
        if not key or method != "POST":
            return (*self._run(books, method, path, params), False)
        canonical = json.dumps([method, path, params], sort_keys=True)
        fingerprint = hashlib.sha256(canonical.encode()).hexdigest()
        before = books.remembered(key)
        if before is None:
            status, text = self._run(books, method, path, params)
            # As with the provider, a request that never got as far as being carried out leaves the key free.
            if status in (200, CARD_REFUSED):
                books.remember(key, RememberedAnswer(fingerprint, status, text))
            return status, text, False
        if before.fingerprint != fingerprint:
            problem = key_reused()
            return problem.status, problem.text(), False
        return before.status, before.body, True

    def _run(self, books: Books, method: str, path: str, params: Params) -> tuple[int, str]:
        try:
            with books.request():
                for its_method, pattern, handler in self._routes:
                    if its_method == method and (found := pattern.fullmatch(path)):
                        return 200, json.dumps(handler(books, params, *found.groups()))
                raise unrecognised(method, path)
        except ApiProblem as problem:
            return problem.status, problem.text()

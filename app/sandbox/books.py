"""The provider's books as seen within one transaction: objects, events, attempts that wait, remembered answers."""

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from app.sandbox.problems import CARD_REFUSED, ApiProblem, missing

Object = dict[str, Any]
API_VERSION = "2026-10-28.endive"


@dataclass(frozen=True, slots=True)
class RememberedAnswer:
    """What an idempotency key was answered with, and a fingerprint of what it was asked."""

    fingerprint: str
    status: int
    body: str


def listing(url: str, found: list[Object], limit: int) -> Object:
    """A page of what was found, in the provider's shape."""
    return {"object": "list", "url": url, "has_more": len(found) > limit, "data": found[:limit]}


class Books:
    """Reads and writes for one request; `now` is decided once, in seconds since 1970."""

    def __init__(self, connection: Any, now: float) -> None:
        self.connection = connection
        self.now = now

    @contextmanager
    def request(self) -> Iterator[None]:
        """What the block wrote is undone when it ends in a problem, except that a declined card remains a fact."""
        self.connection.execute("SAVEPOINT request")
        try:
            yield
        except ApiProblem as problem:
            if problem.status != CARD_REFUSED:
                self.connection.execute("ROLLBACK TO request")
            raise
        finally:
            self.connection.execute("RELEASE request")

    def new_id(self, prefix: str) -> str:
        """A fresh unguessable id such as pi_3f…"""
        return f"{prefix}_{secrets.token_hex(12)}"

    def find(self, kind: str, id_: str) -> Object:
        """One object by kind ("payment_intent", "charge", "refund") and id; ApiProblem 404 when there is none."""
        row = self.connection.execute("SELECT body FROM objects WHERE id = ? AND kind = ?", (id_, kind)).fetchone()
        if row is None:
            raise missing(kind, id_)
        found: Object = json.loads(row[0])
        return found

    def all(self, kind: str, intent_id: str | None = None) -> list[Object]:
        """Every object of a kind, or those that belong to one intent; oldest first."""
        rows = self.connection.execute(
            "SELECT body FROM objects WHERE kind = ? AND (? IS NULL OR intent_id = ?) ORDER BY seq",
            (kind, intent_id, intent_id),
        )
        return [json.loads(body) for (body,) in rows]

    def events(self, *, undelivered: bool, about: str | None = None) -> list[Object]:
        """Every event, or only those the webhook has not taken yet, or that mention `about`; oldest first."""
        rows = self.connection.execute(
            "SELECT body FROM events WHERE (NOT ? OR delivered_at IS NULL) AND instr(body, ?) > 0 ORDER BY seq",
            (undelivered, about or "{"),
        )
        return [json.loads(body) for (body,) in rows]

    def save(self, thing: Object) -> None:
        """Write an object, new or changed."""
        self.connection.execute(
            "INSERT INTO objects (id, kind, intent_id, body) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET body = excluded.body",
            (thing["id"], thing["object"], thing.get("payment_intent"), json.dumps(thing)),
        )

    def emit(self, type_: str, subject: Object) -> None:
        """Write an event with the subject as it stands, due for delivery at once."""
        event = {
            "id": self.new_id("evt"),
            "object": "event",
            "api_version": API_VERSION,
            "created": int(self.now),
            "data": {"object": subject},
            "livemode": False,
            "pending_webhooks": 1,
            "request": {"id": None, "idempotency_key": None},
            "type": type_,
        }
        self.connection.execute(
            "INSERT INTO events (id, type, created, body, next_attempt_at) VALUES (?, ?, ?, ?, ?)",
            (event["id"], type_, event["created"], json.dumps(event), self.now),
        )

    def wait(self, intent_id: str, card: Object, due_at: float | None) -> None:
        """Park an attempt until the payer authenticates (due_at None) or the bank settles it."""
        self.connection.execute(
            "INSERT OR REPLACE INTO waiting (intent_id, card, due_at) VALUES (?, ?, ?)",
            (intent_id, json.dumps(card), due_at),
        )

    def stop_waiting(self, intent_id: str) -> Object | None:
        """Take a parked attempt's card away; None when nothing waits."""
        row = self.connection.execute("DELETE FROM waiting WHERE intent_id = ? RETURNING card", (intent_id,)).fetchone()
        return None if row is None else json.loads(row[0])

    def settling(self, until: float | None = None) -> list[str]:
        """Intents whose bank takes its time: all, or those it has finished with by `until`."""
        rows = self.connection.execute(
            "SELECT intent_id FROM waiting WHERE due_at IS NOT NULL AND due_at <= ifnull(?, due_at)", (until,)
        )
        return [intent_id for (intent_id,) in rows.fetchall()]

    def next_settlement_at(self) -> float | None:
        """When the next processing intent settles; None when there is none."""
        moment: float | None
        (moment,) = self.connection.execute("SELECT min(due_at) FROM waiting").fetchone()
        return moment

    def remembered(self, key: str) -> RememberedAnswer | None:
        """The answer an idempotency key was given before. Kept for good (the provider: at least 24 hours)."""
        row = self.connection.execute(
            "SELECT fingerprint, status, body FROM idempotency WHERE key = ?", (key,)
        ).fetchone()
        return None if row is None else RememberedAnswer(*row)

    def remember(self, key: str, answer: RememberedAnswer) -> None:
        """Keep an answer for the next request with the same key."""
        self.connection.execute(
            "INSERT INTO idempotency (key, fingerprint, status, body) VALUES (?, ?, ?, ?)",
            (key, answer.fingerprint, answer.status, answer.body),
        )

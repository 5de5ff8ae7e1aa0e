"""Events: listing them as the provider does, and keeping count of their delivery."""

import json
from dataclasses import dataclass
from typing import Any

from app.sandbox.books import Books, Object, listing
from app.sandbox.params import Params, integer, listed, only, page_size
from app.sandbox.problems import invalid, missing

# Seconds to the next try after each failed one; the last repeats until GIVE_UP_SECONDS have passed.
BACKOFF = (1, 2, 5, 15, 60, 300, 900, 3600)
GIVE_UP_SECONDS = 3 * 24 * 3600
LISTED_SECONDS = 30 * 24 * 3600
_COMPARISONS = {"gte": ">=", "gt": ">", "lte": "<=", "lt": "<"}
_COLUMNS = "body, delivered_at"


@dataclass(frozen=True, slots=True)
class Parcel:
    """An event due for delivery."""

    id: str
    body: Object


def retrieve(books: Books, params: Params, id_: str) -> Object:
    """GET /v1/events/<id>"""
    only(params, frozenset())
    row = books.connection.execute(f"SELECT {_COLUMNS} FROM events WHERE id = ?", (id_,)).fetchone()
    if row is None:
        raise missing("event", id_)
    return _shown(row)


def page(books: Books, params: Params) -> Object:
    """GET /v1/events: those of the last 30 days, newest first.

    Takes type, types[], created[…], delivery_success, limit, starting_after.
    """
    only(
        params,
        frozenset({"type", "types", "created", "delivery_success", "limit", "starting_after"}),
    )
    limit = page_size(params)
    conditions, values = _conditions(books, params)
    rows = books.connection.execute(
        f"SELECT {_COLUMNS} FROM events WHERE {' AND '.join(conditions)} ORDER BY seq DESC LIMIT ?",
        (*values, limit + 1),
    ).fetchall()
    return listing("/v1/events", [_shown(row) for row in rows], limit)


def _conditions(books: Books, params: Params) -> tuple[list[str], list[Any]]:
    conditions = ["created >= ?"]
    values: list[Any] = [books.now - LISTED_SECONDS]
    types = listed(params.get("types")) + ([str(params["type"])] if "type" in params else [])
    if types:
        # The provider's wildcard (charge.*) is SQLite's too; brackets and question marks occur in no type.
        conditions.append("(" + " OR ".join(["type GLOB ?"] * len(types)) + ")")
        values += types
    created = params.get("created")
    ranges = created if isinstance(created, dict) else {}
    for name in ranges:
        if name not in _COMPARISONS:
            raise invalid(f"Received unknown parameter: created[{name}]", param="created")
        conditions.append(f"created {_COMPARISONS[name]} ?")
        values.append(integer(ranges, name))
    if "delivery_success" in params:
        wanted = "NOT NULL" if params["delivery_success"] == "true" else "NULL"
        conditions.append(f"delivered_at IS {wanted}")
    if "starting_after" in params:
        row = books.connection.execute("SELECT seq FROM events WHERE id = ?", (params["starting_after"],)).fetchone()
        if row is None:
            raise missing("event", str(params["starting_after"]))
        conditions.append("seq < ?")
        values.append(row[0])
    return conditions, values


def due(books: Books) -> Parcel | None:
    """The event that has waited longest among those due now."""
    row = books.connection.execute(
        "SELECT id, body FROM events WHERE next_attempt_at <= ? ORDER BY next_attempt_at, seq LIMIT 1",
        (books.now,),
    ).fetchone()
    return None if row is None else Parcel(row[0], json.loads(row[1]))


def next_due_at(books: Books) -> float | None:
    """When the next event wants delivering; None when nothing is outstanding."""
    moment: float | None
    (moment,) = books.connection.execute("SELECT min(next_attempt_at) FROM events").fetchone()
    return moment


def delivered(books: Books, id_: str) -> None:
    """The receiver has said 2xx: nothing more to do."""
    books.connection.execute(
        "UPDATE events SET delivered_at = ?, attempts = attempts + 1, next_attempt_at = NULL WHERE id = ?",
        (books.now, id_),
    )


def failed(books: Books, id_: str) -> None:
    """The receiver did not take it: try later, after three days no more."""
    attempts, created = books.connection.execute(
        "UPDATE events SET attempts = attempts + 1 WHERE id = ? RETURNING attempts, created", (id_,)
    ).fetchone()
    pause = BACKOFF[min(attempts, len(BACKOFF)) - 1]
    again = None if books.now - created > GIVE_UP_SECONDS else books.now + pause
    books.connection.execute("UPDATE events SET next_attempt_at = ? WHERE id = ?", (again, id_))


def requeue(books: Books) -> None:
    """Everything undelivered is due again now."""
    books.connection.execute("UPDATE events SET next_attempt_at = ? WHERE delivered_at IS NULL", (books.now,))


def _shown(row: tuple[str, float | None]) -> Object:
    event: Object = json.loads(row[0])
    return event | {"pending_webhooks": 0 if row[1] is not None else 1}

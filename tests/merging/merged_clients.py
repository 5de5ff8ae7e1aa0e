"""Jane and Janet, who are one person, and how staff merge them and undo it."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

from app import clock
from app.accounts.models import Client
from app.db import database
from app.doctor.examination import examine
from app.factory import House
from app.merging import rules
from app.orders.money import Payment
from tests.people import Person

JANE, JANET = "jane@example.com", "janet@example.com"
# What tells that a merge was, and when a row was touched last; a secret or a session that has ended stays so.
HISTORY = {"audit_log", "client_merges", "sessions", "known_browsers", "detail_changes"}
TOUCHED = {"clients": {"version", "updated_at"}, "letters": {"text", "html", "status", "last_error"}}


def named(email: str) -> Client:
    return Client.get(Client.email == email)


def merge(staff: Person, kept: Client, other: Client, **changes: Any) -> Any:
    body = {"otherId": other.id, "version": kept.version, "otherVersion": other.version, **changes}
    key = {"Idempotency-Key": str(uuid4())}
    return staff.post(f"/api/admin/clients/{kept.id}/merge", body, headers=key)


def merged(staff: Person, kept: Client, other: Client, **changes: Any) -> int:
    answer = merge(staff, kept, other, **changes)
    assert answer.status_code == 200, answer.get_json()
    return int(answer.get_json()["id"])


def undo(staff: Person, kept: Client, number: int) -> Any:
    return staff.post(f"/api/admin/clients/{kept.id}/merges/{number}/undo")


def refused(answer: Any, said: str) -> bool:
    return answer.status_code == 409 and answer.get_json()["message"] == said


def dump() -> dict[str, list[Any]]:
    """Every table, row by row, but for what is history."""
    names = database.execute_sql("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    found = {}
    for (name,) in names:
        # How the index of the search is stored depends on its past; what it finds is compared beside this.
        if name in HISTORY or name.startswith(("sqlite_", "search_index")):
            continue
        cursor = database.execute_sql(f"SELECT * FROM {name}")
        columns = [column for column, *_ in cursor.description]
        left_out = TOUCHED.get(name, set())
        found[name] = sorted(
            json.dumps({c: v for c, v in zip(columns, row, strict=True) if c not in left_out}, default=str)
            for row in cursor.fetchall()
        )
    return found


def sound(house: House) -> bool:
    return examine(house.config.folder, clock.now()) == []


def begin_card(kept: Client, other: Client) -> str:
    """Let a card form be open for the first order; what is said of it then."""
    first = Payment.select().order_by(Payment.id).get()
    begun = {"status": "pending", "paid_at": None, "learned_at": None, "created_at": clock.now()}
    Payment.update(begun).where(Payment.id == first.id).execute()
    return rules.PAYING.format(name=kept.name)


def let_bank_decide(kept: Client, other: Client) -> str:
    """Let a bank decide about the first order, since long ago; what is said of it then."""
    begin_card(kept, other)
    long_ago = {"status": "processing", "created_at": clock.now() - timedelta(days=2)}
    Payment.update(long_ago).where(Payment.status == "pending").execute()
    return rules.DECIDING.format(name=kept.name)

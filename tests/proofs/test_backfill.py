"""What an upgrade takes for proved: what was paid for, and everything of the clients whom the portal knows."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app import db, schema
from app.db import database

THEN = "2026-05-12T00:00:00.000000Z"
# id, name, password hash, change required; then the project's payment status, and whether a payment came for it.
CLIENTS = [
    (1, "paid", None, 1, "completed", None),
    (2, "refunded", "hash", 1, "refunded", None),
    (3, "chose a password", "hash", 0, "pending", None),
    (4, "paid another sum", None, 1, "pending", "completed"),
    (5, "typed by somebody", None, 1, "pending", None),
    (6, "failed", None, 1, "failed", "failed"),
]


@pytest.fixture
def before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of the first schema with its rows; what is paid for has an unpaid project beside it."""
    migrations = tmp_path / "migrations"
    migrations.mkdir()
    source = schema.MIGRATIONS
    first = source / "001_initial.py"
    (migrations / first.name).write_text(first.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(schema, "MIGRATIONS", migrations)
    db.connect(tmp_path)
    schema.migrate(tmp_path)
    with db.write():
        for number, name, password, change, status, came in CLIENTS:
            database.execute_sql(
                "INSERT INTO clients (id, name, email, phone, password_hash, password_change_required, created_at,"
                " updated_at) VALUES (?, ?, ?, '', ?, ?, ?, ?)",
                (number, name, f"{number}@example.com", password, change, THEN, THEN),
            )
            for project, paid in ((number, status), (number + 10, "pending")):
                database.execute_sql(
                    "INSERT INTO projects (id, client_id, service_type, payment_status, created_at, updated_at)"
                    " VALUES (?, ?, 'scope_tender', ?, ?, ?)",
                    (project, number, paid, THEN, THEN),
                )
            if came:
                database.execute_sql(
                    "INSERT INTO payments (provider, project_id, idempotency_key, amount_cents, livemode, status,"
                    " created_at, updated_at) VALUES ('bank', ?, ?, 100, 0, ?, ?, ?)",
                    (number, name, came, THEN, THEN),
                )
    later = source / "002_proof.py"
    (migrations / later.name).write_text(later.read_text(encoding="utf-8"), encoding="utf-8")
    yield tmp_path
    db.close()


def test_an_upgrade_says_truly_what_is_proved(before: Path) -> None:
    assert schema.migrate(before) == ["002_proof"]
    known = [1, 2, 3, 4]
    proved = database.execute_sql("SELECT id FROM clients WHERE proved_at IS NOT NULL ORDER BY id").fetchall()
    assert [number for (number,) in proved] == known
    rows = database.execute_sql("SELECT id, proved_by, proved_at IS NOT NULL FROM projects").fetchall()
    assert {number: by for number, by, _ in rows} == {
        **{number: "payment" if number in known else None for number in range(1, 7)},
        **{number + 10: "payment" if number in known else None for number in range(1, 7)},
    }
    assert all(bool(by) == bool(dated) for _, by, dated in rows)

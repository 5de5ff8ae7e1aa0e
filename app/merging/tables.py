"""Which rows are a client's, and what becomes of each when the client is merged: every reference to clients is here."""

from collections.abc import Mapping
from typing import Any

from app.accounts.emptied import NOBODY
from app.db import database

# They move by their own column; those after projects go back with their project, too.
MOVES = ("projects", "bookings", "onboardings", "letters")
LEFT = {
    "detail_changes.client_id": "they say how the other's details came about; the line of time shows both's",
    "email_changes.client_id": "a change that waits is stopped; it was asked by the sign-in that ends",
    "password_resets.client_id": "such a link is worth nothing without the password that it was asked under",
    "client_merges.kept_id": "an earlier merge is a fact of its own",
    "client_merges.other_id": "it names the other",
}
OPENED = """UPDATE document_openings SET reader = :now WHERE reader_kind = 'client' AND reader = :before
    AND document_id IN (SELECT id FROM documents WHERE project_id IN ({}))"""
# What stands in the other's row while it is merged. What is not named stays.
EMPTY: dict[str, Any] = {**NOBODY, "name": "Merged"}
STAYS = {"id", "email", "enquiry_type", "version", "created_at", "updated_at", "erased_at", "erase_key"}


def row(client_id: int) -> dict[str, Any]:
    """A client's row, column by column, as it is stored."""
    cursor = database.execute_sql("SELECT * FROM clients WHERE id = ?", (client_id,))
    (found,) = cursor.fetchall()
    return dict(zip((column for column, *_ in cursor.description), found, strict=True))


def set_row(client_id: int, values: Mapping[str, Any]) -> None:
    """Store these columns of a client's row, and raise its version."""
    sets = ", ".join(f"{column} = :{column}" for column in values)
    sql = f"UPDATE clients SET {sets}, version = version + 1 WHERE id = :client"
    database.execute_sql(sql, {**values, "client": client_id})


def of(client_id: int) -> dict[str, list[int]]:
    """The ids of all that moves with a client, by table."""
    found = {
        table: database.execute_sql(f"SELECT id FROM {table} WHERE client_id = ?", (client_id,)) for table in MOVES
    }
    return {table: [number for (number,) in rows] for table, rows in found.items()}


def move(before: int, now: int, moving: Mapping[str, list[int]]) -> None:
    """Give these rows of the one client to the other, and with the projects who opened their documents."""
    for table in MOVES:
        _give(table, before, now, "id", moving[table])
        if table != "projects":
            _give(table, before, now, "project_id", moving["projects"])
    for some in _few(moving["projects"]):
        database.execute_sql(OPENED.format(some), {"now": str(now), "before": str(before)})


def _give(table: str, before: int, now: int, column: str, ids: list[int]) -> None:
    for some in _few(ids):
        sql = f"UPDATE {table} SET client_id = ? WHERE client_id = ? AND {column} IN ({some})"
        database.execute_sql(sql, (now, before))


def _few(ids: list[int]) -> list[str]:
    """The numbers, 500 at once, as SQL has them."""
    return [",".join(map(str, map(int, ids[at : at + 500]))) for at in range(0, len(ids), 500)]

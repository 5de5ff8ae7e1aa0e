"""Upgrades that rebuild a table which others refer to, on a folder full of real rows."""

import errno
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import peewee
import pytest

from app import db, schema
from app.db import database
from app.factory import House
from app.projects.models import Project
from app.tables import rebuild
from tests import databases
from tests.onboarders import Onboarder
from tests.people import People
from tests.watch import Watch

IN_USE = ("projects", "documents", "letters", "slot_holds", "onboardings", "orders", "order_lines", "payments")
KILLER = Path(__file__).with_name("upgrade_killer.py")
ROOT = Path(__file__).resolve().parents[2]

ONE_MORE_STATUS = """
from app.tables import rebuild

def migrate(migrator, database, fake=False, **kwargs):
    for table in ("projects", "project_history"):
        migrator.run(rebuild, database, table, lambda sql: sql.replace("'cancelled'", "'cancelled','archived'"))
"""
BY_HAND = """
def migrate(migrator, database, fake=False, **kwargs):
    migrator.sql("CREATE TABLE fewer AS SELECT * FROM admins WHERE id > 1")
    migrator.sql("DROP TABLE admins")
    migrator.sql("ALTER TABLE fewer RENAME TO admins")
"""
ROWS_LOST = """
def migrate(migrator, database, fake=False, **kwargs):
    migrator.sql("DELETE FROM projects WHERE id = 1")
"""
RENAMED_FIRST = """
def migrate(migrator, database, fake=False, **kwargs):
    migrator.sql("ALTER TABLE enquiries RENAME TO old")
    migrator.sql("CREATE TABLE newer (id INTEGER PRIMARY KEY, old INTEGER REFERENCES old (id))")
    migrator.sql("DROP TABLE old")
"""
SLIP = """
def migrate(migrator, database, fake=False, **kwargs):
    migrator.sql("INSERT INTO alerts (kind, dedupe_key, message, created_at) VALUES ('a', 'b', 'c', 'd')")
    migrator.run(lambda: {}["nothing"])
"""


@pytest.fixture
def next_migration(watch: Watch, people: People, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A later version of the program, whose one new migration is the returned file; the folder is in full use."""
    people.client(files=2)
    people.client(email="bo@example.com", serviceType="contract_advisory", package=None)
    people.visitor().fill_wizard(files=1)
    buyer = Onboarder(people.house)
    buyer.take(buyer.times()[0]["id"])
    buyer.attach()
    people.visitor().book(email="ann@example.com")
    people.staff("helena")
    here = tmp_path / "later"
    here.mkdir()
    for file in schema.MIGRATIONS.glob("0*.py"):
        (here / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(schema, "MIGRATIONS", here)
    yield here / "900_later.py"


def schema_now() -> set[tuple[str, str]]:
    return set(database.execute_sql("SELECT name, sql FROM sqlite_master").fetchall())


def rows() -> dict[str, int]:
    return {name: database.execute_sql(f"SELECT count(*) FROM {name}").fetchone()[0] for name in database.get_tables()}


@pytest.mark.spec("M-02")
def test_one_more_value_of_an_enumeration_is_migrated_with_every_row_and_index(
    folder: Path, next_migration: Path
) -> None:
    full, before = rows(), schema_now()
    next_migration.write_text(ONE_MORE_STATUS, encoding="utf-8")
    assert schema.migrate(folder) == ["900_later"]
    assert rows() == full | {"migratehistory": full["migratehistory"] + 1}
    assert all(full[name] for name in IN_USE)
    changed = {name for name, _ in before ^ schema_now()}
    assert changed == {"projects", "project_history"}
    assert Project.update(status="archived").where(Project.id == 1).execute() == 1
    assert database.execute_sql("PRAGMA foreign_keys").fetchone() == (1,)
    with pytest.raises(peewee.IntegrityError, match="FOREIGN KEY"), db.write():
        Project.delete().where(Project.id == 1).execute()


BROKEN = {
    BY_HAND: "foreign key mismatch",
    ROWS_LOST: "have lost their projects",
    RENAMED_FIRST: "newer refers to old, which is not there",
    SLIP: "nothing",
}


@pytest.mark.parametrize("text", BROKEN, ids=["a key lost", "rows alone", "a table gone", "a slip"])
def test_a_migration_that_would_leave_a_contradiction_is_refused_and_undone(
    folder: Path, next_migration: Path, text: str
) -> None:
    full, before = rows(), schema_now()
    next_migration.write_text(text, encoding="utf-8")
    with pytest.raises(schema.MigrationFailed, match=BROKEN[text]):
        schema.migrate(folder)
    assert (rows(), schema_now()) == (full, before)
    assert database.execute_sql("PRAGMA foreign_keys").fetchone() == (1,)
    next_migration.write_text(ONE_MORE_STATUS, encoding="utf-8")
    assert schema.migrate(folder) == ["900_later"]


def test_a_copy_that_cannot_be_finished_stops_the_upgrade_and_leaves_nothing_in_the_way(
    folder: Path, next_migration: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    next_migration.write_text(ONE_MORE_STATUS, encoding="utf-8")
    before, copies = schema_now(), folder / "snapshots"
    copies.mkdir()
    (copies / "before-007_other.building").write_bytes(b"half of an earlier copy")
    with monkeypatch.context() as patch:

        def full(path: Path) -> None:
            assert path.exists()
            raise OSError(errno.ENOSPC, "No space left on device")

        patch.setattr(schema, "sync_file", full)
        with pytest.raises(schema.MigrationFailed, match=r"No space left on device.*make sure that there is room"):
            schema.migrate(folder)
    assert schema_now() == before and list(copies.iterdir()) == []
    assert schema.migrate(folder) == ["900_later"]
    assert [path.name for path in copies.iterdir()] == ["before-900_later.sqlite3"]


def test_two_migrations_come_together_or_not_at_all(folder: Path, next_migration: Path) -> None:
    before = schema_now()
    next_migration.write_text(ONE_MORE_STATUS, encoding="utf-8")
    next_migration.with_name("901_more.py").write_text(SLIP, encoding="utf-8")
    with pytest.raises(schema.MigrationFailed):
        schema.migrate(folder)
    assert schema_now() == before


def test_a_rebuilt_table_keeps_its_triggers_and_the_views_that_read_it(folder: Path, next_migration: Path) -> None:
    database.execute_sql("CREATE VIEW open_projects AS SELECT id, status FROM projects")
    database.execute_sql(
        "CREATE TRIGGER told AFTER UPDATE OF status ON projects BEGIN UPDATE projects SET notes = 'told'; END"
    )
    database.execute_sql("CREATE TRIGGER far AFTER INSERT ON enquiries BEGIN UPDATE projects SET notes = 'far'; END")
    before = {name for name, _ in schema_now()}
    next_migration.write_text(ONE_MORE_STATUS, encoding="utf-8")
    schema.migrate(folder)
    assert {name for name, _ in schema_now()} == before
    assert database.execute_sql("SELECT count(*) FROM open_projects").fetchone() == (Project.select().count(),)


def test_a_rebuild_that_changes_nothing_is_a_slip(folder: Path) -> None:
    with pytest.raises(ValueError, match="nothing of projects"):
        rebuild(database, "projects", lambda sql: sql.replace("'never there'", ""))


def test_an_upgrade_killed_at_any_step_leaves_all_or_nothing_and_the_next_start_finishes(
    house: House, next_migration: Path, tmp_path: Path
) -> None:
    next_migration.write_text(ONE_MORE_STATUS, encoding="utf-8")
    databases.settle()
    db.close()
    filled, work = tmp_path / "filled", tmp_path / "work"
    filled.mkdir()
    work.mkdir()
    databases.put(tmp_path, filled)
    ran = subprocess.run(
        [sys.executable, str(KILLER), str(filled), str(work), str(next_migration.parent)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        check=True,
    )
    told: dict[str, Any] = json.loads(ran.stdout)
    before, after = told["before"], told["after"]
    assert told["ended"] == 0 and before["sound"] and after["sound"]
    assert (before["admits"], after["admits"]) == ([], ["project_history", "projects"])
    assert (before["rows"], before["others"]) == (after["rows"], after["others"]) and before["count"] > 100
    met: Counter[str] = Counter()
    for where, killed, left, again, finished in told["kills"]:
        assert killed == signal.SIGKILL, where
        assert left in (before, after), where
        assert (again, finished) == (0, after), where
        met["before" if left == before else "after"] += 1
    places = {where for where, *_ in told["kills"]}
    assert {"within a statement", "before commit", "after commit", "before replace"} <= places
    assert met["before"] > 20 and met["after"] >= 1

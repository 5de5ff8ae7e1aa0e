"""The doctor in a folder in which everything has happened: it finds nothing, changes nothing, stops nobody."""

import json
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pysqlite3 import dbapi2 as sqlite3

from app import clock, db
from app.__main__ import main
from app.doctor.examination import examine
from tests import databases

HAPPENED = {
    "SELECT DISTINCT state FROM orders": {"unpaid", "part_paid", "paid", "part_refunded", "refunded"},
    "SELECT DISTINCT payment_status FROM projects": {"pending", "processing", "failed", "completed", "refunded"},
    "SELECT DISTINCT status FROM bookings": {"draft", "awaiting", "confirmed"},
    "SELECT DISTINCT kind FROM slot_holds WHERE released_at IS NULL": {"card", "transfer", "paid"},
    "SELECT DISTINCT released_at IS NULL FROM slot_holds": {0, 1},
    "SELECT DISTINCT cents FROM order_lines WHERE credit_of IS NOT NULL": {-25_000},
    "SELECT DISTINCT failed_at IS NULL FROM refunds": {0, 1},
    "SELECT DISTINCT booking_id IS NULL FROM documents": {0, 1},
    "SELECT DISTINCT shared_at IS NULL FROM documents WHERE uploaded_by = 'staff'": {0, 1},
    "SELECT DISTINCT need_id IS NULL FROM documents": {0, 1},
    "SELECT DISTINCT reader_kind FROM document_openings": {"client"},
}


@pytest.fixture
def asked(village_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Result]]:
    """What `helios doctor` says, plainly and for monitoring."""
    monkeypatch.setenv("HELIOS_DATA_DIR", str(village_folder))
    yield [CliRunner().invoke(main, ["doctor", *more]) for more in ([], ["--json"])]


def contents(folder: Path) -> dict[str, bytes]:
    """Every file but the index of the newest transactions, which is in memory and made anew by whoever comes first."""
    files = [path for path in folder.rglob("*") if path.is_file() and not path.name.endswith("-shm")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_the_doctor_finds_nothing_where_everything_has_happened(village_folder: Path) -> None:
    db.connect(village_folder, read_only=True)
    assert {sql: {value for (value,) in db.database.execute_sql(sql)} for sql in HAPPENED} == HAPPENED
    assert examine(village_folder, clock.now(), thorough=True) == []


def test_an_earlier_folder_learns_what_was_paid_too_much(village_folder: Path) -> None:
    db.connect(village_folder)
    kept = list(db.database.execute_sql("SELECT id, due_back_cents FROM orders"))
    assert any(cents for _, cents in kept)
    with db.write():
        db.database.execute_sql("UPDATE orders SET due_back_cents = 0")
        db.database.execute_sql(import_module("app.migrations.046_office_sums").STATEMENTS[1])
    assert list(db.database.execute_sql("SELECT id, due_back_cents FROM orders")) == kept


def test_where_nothing_disagrees_the_command_says_so(asked: list[Result]) -> None:
    assert [result.exit_code for result in asked] == [0, 0]
    assert asked[0].output == "Nothing disagrees.\n"
    assert json.loads(asked[1].output) == {"found": []}


@pytest.fixture
def writer(village_folder: Path) -> Iterator[sqlite3.Connection]:
    """Somebody who has the database open, has just written that a project is unpaid, and is writing on."""
    made = databases.raw(village_folder, isolation_level=None)
    made.execute("UPDATE projects SET payment_status = 'failed' WHERE id = 1")
    made.execute("BEGIN IMMEDIATE")
    made.execute("UPDATE projects SET payment_status = 'failed'")
    yield made
    made.close()


def test_the_command_does_not_wait_for_who_is_writing_and_sees_what_is_committed(
    writer: sqlite3.Connection, asked: list[Result]
) -> None:
    assert [result.exit_code for result in asked] == [1, 1]
    said = "project: HPM-1 shows 'failed', but its payments say 'completed'."
    assert asked[0].output.splitlines() == [said]
    (found,) = json.loads(asked[1].output)["found"]
    assert said == f"{found['kind']}: {found['where']} {found['what']}."


@pytest.mark.parametrize("read_only", [True, False])
def test_nobody_changes_a_folder_by_looking_at_it(
    village_folder: Path, writer: sqlite3.Connection, tmp_path: Path, read_only: bool
) -> None:
    """The folder of a server that was killed: its newest transactions are in the second file alone."""
    killed = tmp_path / "killed"
    shutil.copytree(village_folder, killed, ignore=shutil.ignore_patterns("*-shm"))
    before = contents(killed)
    assert before[f"{databases.base(killed).relative_to(killed)}-wal"]
    db.connect(killed, read_only)
    assert len(examine(killed, clock.now())) == 1
    db.close()
    assert contents(killed) == before


def test_the_command_refuses_a_folder_without_a_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HELIOS_DATA_DIR", str(tmp_path))
    refused = CliRunner().invoke(main, ["doctor"])
    assert refused.exit_code == 1
    assert "There is no database" in refused.output
    assert list(tmp_path.iterdir()) == []

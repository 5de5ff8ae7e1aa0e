"""The database: settings in force, transactions, migrations, snapshots, the folder's lock."""

import os
import re
import signal
import sqlite3 as plain_sqlite
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta, timezone
from enum import StrEnum
from pathlib import Path
from typing import Any, get_args

import peewee
import pytest
from pysqlite3 import dbapi2 as sqlite3

from app import db, factory, holding, schema
from app.accounts.models import Admin
from app.accounts.rules import EnquiryType, Role
from app.audit.models import ActorKind
from app.booking.rules import BookingStatus, PreferredContact
from app.catalogue.rules import Package, ServiceType
from app.catalogue.works import ProjectType, ProjectValue
from app.db import after_commit, database, write
from app.documents.rules import DocumentType, Thumbnail, Uploader
from app.invoices.rules import Kind
from app.mail.models import LetterStatus
from app.meeting import Way
from app.messages.rules import Side
from app.notes.models import Note
from app.orders.rules import OrderState
from app.projects.models import Project
from app.projects.rules import PaymentStatus, ProjectStatus, Proof
from app.proofs.rules import Answer
from app.proposals.rules import ProposalState
from app.rows import BaseModel, UtcDateTimeField
from app.slots.rules import Attendance
from tests.listening import listening

# Every model that the finished program has loaded.
assert factory  # loading it loads every feature
MODELS = sorted((model for model in BaseModel.__subclasses__() if model._meta.database is database), key=str)
# CHECKs whose values have no enumeration of their own.
PLAIN = {
    "projects.meeting_way": set(get_args(Way)),
    "document_openings.reader_kind": {"client", "staff"},
    "payments.provider": {"stripe", "sandbox", "bank"},
    "payments.status": {"pending", "processing", "completed", "failed"},
    "slot_holds.kind": {"card", "transfer", "paid"},
}
ENUMERATIONS: dict[str, type[StrEnum]] = {
    "admins.role": Role,
    "audit_log.actor_kind": ActorKind,
    "bookings.package": Package,
    "bookings.preferred_contact": PreferredContact,
    "invoices.kind": Kind,
    "bookings.project_type": ProjectType,
    "bookings.project_value": ProjectValue,
    "bookings.service_type": ServiceType,
    "bookings.status": BookingStatus,
    "clients.enquiry_type": EnquiryType,
    "documents.document_type": DocumentType,
    "documents.uploaded_by": Uploader,
    "documents.thumbnail_state": Thumbnail,
    "letters.status": LetterStatus,
    "message_readers.side": Side,
    "onboardings.enquiry_type": EnquiryType,
    "ownership_questions.answer": Answer,
    "orders.state": OrderState,
    "project_history.from_status": ProjectStatus,
    "project_history.to_status": ProjectStatus,
    "projects.payment_status": PaymentStatus,
    "projects.proved_by": Proof,
    "projects.service_type": ServiceType,
    "projects.status": ProjectStatus,
    "proposals.package": Package,
    "proposals.service": ServiceType,
    "proposals.state": ProposalState,
    "slot_holds.outcome": Attendance,
}


def pragma(name: str) -> Any:
    return database.execute_sql(f"PRAGMA {name}").fetchone()[0]


def test_every_connection_has_the_settings_that_durability_rests_on(as_shipped: None, folder: Path) -> None:
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1, "busy_timeout": 10_000}
    seen: list[dict[str, Any]] = []

    def look() -> None:
        seen.append({name: pragma(name) for name in wanted})
        database.close()

    look()
    other = threading.Thread(target=look)
    other.start()
    other.join()
    assert seen == [wanted, wanted]


def test_the_sqlite_in_use_is_free_of_the_wal_reset_fault(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    version = database.execute_sql("SELECT sqlite_version()").fetchone()[0]
    assert tuple(map(int, version.split("."))) >= (3, 51, 3)
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 51, 2))
    with pytest.raises(RuntimeError, match=r"too old; 3\.51\.3"):
        db.connect(folder)


@pytest.fixture
def counter(folder: Path) -> Iterator[Any]:
    database.execute_sql("CREATE TABLE counter (n INTEGER NOT NULL)")
    database.execute_sql("INSERT INTO counter VALUES (0)")
    yield lambda: database.execute_sql("SELECT n FROM counter").fetchone()[0]


def test_an_inner_write_belongs_to_the_outer_one(counter: Any) -> None:
    with pytest.raises(LookupError), write():
        with write():
            database.execute_sql("UPDATE counter SET n = 1")
        raise LookupError
    assert counter() == 0


def test_a_write_that_fails_leaves_nothing_and_the_next_one_works(counter: Any) -> None:
    with pytest.raises(peewee.IntegrityError), write():
        database.execute_sql("UPDATE counter SET n = 1")
        database.execute_sql("INSERT INTO counter VALUES (NULL)")
    assert counter() == 0
    with write():
        database.execute_sql("UPDATE counter SET n = 2")
    assert counter() == 2


def test_what_follows_a_commit_comes_after_the_outermost_write_and_its_failure_is_not_the_callers(counter: Any) -> None:
    seen: list[bool] = []

    def fail() -> None:
        raise OSError

    with write():
        with write():
            after_commit(fail)
            after_commit(lambda: seen.append(database.in_transaction()))
        assert seen == []
    assert seen == [False]


def test_what_follows_a_commit_does_not_follow_a_write_that_fails(counter: Any) -> None:
    seen: list[int] = []
    with suppress(ValueError), write():
        after_commit(lambda: seen.append(1))
        raise ValueError
    with write():
        pass
    assert seen == []


def test_foreign_keys_and_checks_are_enforced(folder: Path) -> None:
    with pytest.raises(peewee.IntegrityError, match="FOREIGN KEY"), write():
        Project.create(client=99, service_type="consultation", created_at=datetime.now(UTC), updated_at="x")
    with pytest.raises(peewee.IntegrityError, match="CHECK"), write():
        Admin.create(username="x", name="x", password="x", role="king", created_at=datetime.now(UTC))


@contextmanager
def deferred() -> Iterator[None]:
    """What `write()` is not: a transaction that reads before it takes the write lock."""
    with database.atomic("DEFERRED"):
        yield


def race(transaction: Any, counter: Any, patience_seconds: float) -> tuple[int, int]:
    """Two threads add one each, reading first: (the total, how many gave up)."""
    both_read, refused = threading.Barrier(2), []

    def add() -> None:
        try:
            with transaction():
                before = counter()
                with suppress(threading.BrokenBarrierError):  # broken: the other one waits for its turn, as it should
                    both_read.wait(patience_seconds)
                database.execute_sql("UPDATE counter SET n = ?", (before + 1,))
        except peewee.OperationalError as error:
            refused.append(error)
        finally:
            database.close()

    threads = [threading.Thread(target=add) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return counter(), len(refused)


def test_two_writers_that_read_first_both_count(counter: Any) -> None:
    assert race(write, counter, 0.3) == (2, 0)


def test_without_the_early_lock_one_of_two_writers_would_be_lost(counter: Any) -> None:
    """The race that `write()` prevents does happen without it."""
    assert race(deferred, counter, 60) == (1, 1)


def test_writers_of_one_process_all_get_their_turn(counter: Any) -> None:
    def add() -> None:
        for _ in range(25):
            with write():
                database.execute_sql("UPDATE counter SET n = ?", (counter() + 1,))
        database.close()

    threads = [threading.Thread(target=add) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counter() == 200


def test_a_reader_never_waits_for_the_writer(counter: Any) -> None:
    seen: list[int] = []

    def look() -> None:
        seen.append(counter())
        database.close()

    with write():
        database.execute_sql("UPDATE counter SET n = 1")
        reader = threading.Thread(target=look)
        reader.start()
        reader.join(60)
        assert seen == [0]


MOMENTS = [
    datetime(2026, 5, 12, tzinfo=UTC),
    datetime(2026, 5, 12, 10, 0, 0, 1, tzinfo=timezone(timedelta(hours=10))),
    datetime(1999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
]


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_moment_is_kept_in_utc_to_the_microsecond(moment: datetime) -> None:
    field = UtcDateTimeField()
    text = field.db_value(moment)
    assert text is not None
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", text)
    back = field.python_value(text)
    assert back == moment
    assert back is not None and back.tzinfo is UTC


def test_text_order_of_moments_is_time_order_and_a_naive_one_is_refused() -> None:
    field = UtcDateTimeField(column_name="when")
    kept = [str(field.db_value(moment)) for moment in MOMENTS]
    assert sorted(kept) == [str(field.db_value(moment)) for moment in sorted(MOMENTS)]
    field.name = "when"
    with pytest.raises(ValueError, match="aware"):
        field.db_value(datetime(2026, 5, 12))


def table_names() -> set[str]:
    # The search's index and its own tables have no model.
    rows = database.execute_sql("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    return {name for (name,) in rows if not name.startswith("sqlite_")} - {"migratehistory"}


@pytest.mark.spec("M-01")
def test_every_table_has_its_model(folder: Path) -> None:
    assert {model._meta.table_name for model in MODELS} == table_names()


@pytest.mark.spec("M-01")
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.table_name)
def test_a_models_columns_are_the_tables(folder: Path, model: type[BaseModel]) -> None:
    rows = database.execute_sql(f"PRAGMA table_info({model._meta.table_name})").fetchall()
    # A primary key is never null, whatever the declaration says.
    real = {name: bool(required or primary) for _, name, _, required, _, primary in rows}
    told = {field.column_name: not field.null for field in model._meta.sorted_fields}
    assert told == real


@pytest.mark.spec("M-01")
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.table_name)
def test_a_models_references_and_unique_columns_are_the_tables(folder: Path, model: type[BaseModel]) -> None:
    table = model._meta.table_name
    real = {row[3]: row[2] for row in database.execute_sql(f"PRAGMA foreign_key_list({table})")}
    told = {
        field.column_name: field.rel_model._meta.table_name
        for field in model._meta.sorted_fields
        if isinstance(field, peewee.ForeignKeyField)
    }
    assert told.items() <= real.items()
    unique = set()
    for _, name, is_unique, origin, partial in database.execute_sql(f"PRAGMA index_list({table})"):
        columns = [row[2] for row in database.execute_sql(f"PRAGMA index_info({name})")]
        if is_unique and origin != "pk" and not partial and len(columns) == 1:
            unique.add(columns[0])
    assert {f.column_name for f in model._meta.sorted_fields if f.unique and not f.primary_key} <= unique


def checks() -> dict[str, set[str]]:
    """'table.column' -> the texts its CHECK admits."""
    found = {}
    for table, sql in database.execute_sql("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall():
        for column, texts in re.findall(r"CHECK \((\w+) IN \(('[^)]*)\)\)", sql or ""):
            found[f"{table}.{column}"] = set(re.findall(r"'([^']+)'", texts))
    return found


@pytest.mark.spec("M-02")
def test_the_tables_admit_exactly_the_values_of_the_enumerations(folder: Path) -> None:
    told = {name: {str(value) for value in kind} for name, kind in ENUMERATIONS.items()}
    assert checks() == told | PLAIN


# Second document, section 3.2, and the first document's booking table: word for word.
SPECIFIED: dict[type[StrEnum], str] = {
    ServiceType: "contract_review dispute_management project_coordination inspection_services consultation "
    "planning_approvals contract_advisory scope_tender construction_support premium_advisory building_information",
    EnquiryType: "new_project consultation existing_project other",
    ProjectStatus: "inquiry pending_documents pending_payment scheduled in_progress completed cancelled",
    DocumentType: "contract proposal inspection_report requirements other",
    PaymentStatus: "pending processing completed failed refunded",
    ProjectType: "new_home home_renovation apartment_building commercial industrial other n_a",
    ProjectValue: "under_500k 500k_1m 1m_3m 3m_5m 5m_10m over_10m",
    PreferredContact: "email phone either",
}


@pytest.mark.spec("M-02")
@pytest.mark.parametrize("kind", SPECIFIED, ids=lambda kind: kind.__name__)
def test_the_enumerations_are_the_specifications(kind: type[StrEnum]) -> None:
    assert {str(value) for value in kind} == set(SPECIFIED[kind].split())


# Second document, section 3.1: every field of the six tables, by its column.
FIELDS = {
    "clients": "id name email phone company address_street address_city address_state address_zip enquiry_type "
    "replit_id password_hash password_change_required password_reset_token password_reset_expires profile_image_url "
    "created_at updated_at",
    "projects": "id client_id service_type status appointment_date payment_amount payment_status stripe_payment_id "
    "notes created_at updated_at",
    "documents": "id project_id file_name file_size file_type document_type uploaded_at",
    "available_slots": "id date is_booked project_id",
    "admins": "id username password name role created_at",
    "sessions": "sid sess expire",
}


@pytest.mark.spec("M-01")
@pytest.mark.parametrize("table", FIELDS)
def test_a_table_has_every_specified_field(folder: Path, table: str) -> None:
    columns = {row[1] for row in database.execute_sql(f"PRAGMA table_info({table})")}
    assert set(FIELDS[table].split()) <= columns


def test_migrating_a_new_folder_takes_no_snapshot_and_happens_once(tmp_path: Path) -> None:
    db.connect(tmp_path)
    assert schema.migrate(tmp_path)
    assert schema.migrate(tmp_path) == []
    assert not (tmp_path / "snapshots").exists()
    db.close()


@pytest.fixture
def next_migration(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A later version of the program, whose one new migration is the returned file; the folder holds a row."""
    with write():
        Admin.create(username="helena", name="Helena", password="x", role="owner", created_at=datetime.now(UTC))
    here = folder / "migrations"
    here.mkdir()
    for file in schema.MIGRATIONS.glob("0*.py"):
        (here / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(schema, "MIGRATIONS", here)
    return here / "900_later.py"


GOOD = "def migrate(migrator, database, fake=False, **kwargs):\n    migrator.sql('CREATE TABLE later (n INTEGER)')\n"
BAD = GOOD + "    migrator.sql('CREATE TABLE later (n INTEGER)')\n"


def test_a_folder_with_data_is_copied_before_it_is_migrated(folder: Path, next_migration: Path) -> None:
    next_migration.write_text(GOOD, encoding="utf-8")
    assert schema.migrate(folder) == ["900_later"]
    assert "later" in table_names()
    copy = plain_sqlite.connect(folder / "snapshots" / "before-900_later.sqlite3")
    assert copy.execute("SELECT username FROM admins").fetchall() == [("helena",)]
    assert copy.execute("SELECT name FROM sqlite_master WHERE name = 'later'").fetchall() == []
    assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    copy.close()


def test_a_migration_that_fails_changes_nothing(folder: Path, next_migration: Path) -> None:
    next_migration.write_text(BAD, encoding="utf-8")
    before = table_names()
    with pytest.raises(schema.MigrationFailed, match=r"900_later: table later already exists\). Nothing was changed"):
        schema.migrate(folder)
    assert table_names() == before
    assert Admin.select().count() == 1
    next_migration.write_text(GOOD, encoding="utf-8")
    assert schema.migrate(folder) == ["900_later"]


def test_a_folder_of_a_newer_version_is_refused_untouched(folder: Path) -> None:
    database.execute_sql("INSERT INTO migratehistory (name, migrated_at) VALUES ('950_future', '2030-01-01')")
    with pytest.raises(schema.SchemaTooNew, match="950_future"):
        schema.migrate(folder)
    assert not (folder / "snapshots").exists()


HOLD = "import sys,time,pathlib;from app import holding;holding.lock_folder(pathlib.Path(sys.argv[1]))"
HOLD += ";print('held',flush=True);time.sleep(60)"


@contextmanager
def holder(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the folder."""
    process = subprocess.Popen([sys.executable, "-c", HOLD, str(folder)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "held\n"
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_a_second_server_is_refused_at_once_and_told_who_holds_the_folder(tmp_path: Path) -> None:
    with holder(tmp_path) as first:
        for _ in range(20):
            with pytest.raises(holding.FolderInUse, match=rf"process {first.pid}\b"):
                holding.lock_folder(tmp_path)


def test_a_killed_server_leaves_no_lock_behind(tmp_path: Path) -> None:
    for _ in range(3):
        with holder(tmp_path) as first:
            os.kill(first.pid, signal.SIGKILL)
            first.wait()
            with holding.lock_folder(tmp_path):
                assert (tmp_path / "helios.lock").read_text(encoding="ascii") == str(os.getpid())


def test_a_row_found_by_plain_sql_is_the_row_that_peewee_finds(folder: Path) -> None:
    now = datetime.now(UTC)
    made = Admin.create(username="helena", password="x", name="Helena Marsh", role=Role.OWNER, created_at=now)
    assert Admin.one("username = ?", "HELENA").__data__ == Admin.get_by_id(made.id).__data__
    assert Admin.one("username = ?", "nobody") is None


def test_a_row_is_found_by_its_id_without_building_a_query(folder: Path) -> None:
    now = datetime.now(UTC)
    made = Admin.create(username="helena", password="x", name="Helena Marsh", role=Role.OWNER, created_at=now)
    note = Note(admin=made.id)
    with listening() as heard:
        for found in (Admin.get_by_id(made.id), Admin.get(Admin.id == made.id), note.admin):
            assert found == made and found.created_at == now and not found.dirty_fields
    assert {sql for sql, _ in heard} == {"SELECT * FROM admins WHERE id = ?"}
    other = Admin.alias()
    for missing in (Admin.id == 2, Admin.id.is_null(), (Admin.id == made.id) & (Admin.name == "x"), Admin.id > made.id):
        assert Admin.get_or_none(missing) is None
    assert other.select().where(other.id == made.id).get() == made
    with pytest.raises(Admin.DoesNotExist):
        Admin.get_by_id(2)

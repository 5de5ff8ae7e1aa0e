"""Storing, removing, opening and sweeping documents, also together and when the disk fails."""

import errno
import os
import resource
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

import peewee
import pytest
from document_archive import NOW, STAMP, Archive
from document_samples import HONEST, PDF, padded_pdf

from app import clock, db
from app.documents import actions, disk, rules, sweeping
from app.documents.models import Document
from app.documents.shelves import lying
from app.errors import AppError

pytestmark = pytest.mark.spec("B-04")


@pytest.mark.parametrize("ending", HONEST)
def test_every_accepted_kind_is_stored_with_its_facts(archive: Archive, ending: str) -> None:
    content = HONEST[ending]
    document = archive.store(content, f"Plan.{ending}", document_type=rules.DocumentType.CONTRACT)
    (row,) = Document.of_booking(archive.booking_id)
    assert row.id == document.id
    assert (row.file_name, row.file_size) == (f"Plan.{ending}", len(content))
    assert (row.file_type, row.document_type) == (rules.FILE_TYPES[ending], "contract")
    assert (row.uploaded_by, row.uploaded_at, row.sha256) == ("visitor", NOW, sha256(content).hexdigest())
    with actions.open_file(row, archive.folder) as file:
        assert file.read() == content


def test_a_project_s_document_belongs_to_the_project_alone(archive: Archive) -> None:
    document = archive.store(PDF, project_id=1, uploaded_by=rules.Uploader.CLIENT)
    assert [row.id for row in Document.of_project(1)] == [document.id]
    assert list(Document.of_booking(1)) == [] and document.booking_id is None


def test_the_portal_takes_no_spreadsheets(archive: Archive) -> None:
    with pytest.raises(AppError, match="Accepted types: pdf, doc, docx, jpg, jpeg, png"):
        archive.store(HONEST["xlsx"], "sums.xlsx", project_id=1, accepted=rules.CLIENT_EXTENSIONS)


def test_the_same_file_twice_is_two_documents(archive: Archive) -> None:
    first, second = archive.store(PDF), archive.store(PDF)
    assert first.stored_name != second.stored_name
    assert [row.file_name for row in Document.of_booking(1)] == ["plan.pdf", "plan.pdf"]


def test_the_same_act_of_uploading_to_a_draft_is_one_document_and_another_drafts_is_its_own(archive: Archive) -> None:
    first, again = (archive.store(PDF, upload_key="one act") for _ in range(2))
    assert (first.id, Document.select().count()) == (again.id, 1)
    assert archive.store(PDF, booking_id=2, upload_key="one act").id != first.id


def test_the_fifty_first_file_is_refused_and_another_booking_is_not_affected(archive: Archive) -> None:
    occupy(archive, 49, 100)
    archive.store(PDF)
    before = archive.tree()
    with pytest.raises(AppError, match="You can upload at most 50 files") as refused:
        archive.store(PDF)
    assert refused.value.status == 422
    assert archive.tree() == before
    archive.store(PDF, booking_id=2)


def test_two_hundred_megabytes_are_the_most_together(archive: Archive) -> None:
    occupy(archive, 20, 10 * 1024 * 1024 - 100)
    archive.store(padded_pdf(2000))
    with pytest.raises(AppError, match=r"at most 200MB together\. File plan\.pdf does not fit"):
        archive.store(padded_pdf(1))
    assert len(archive.rows()) == 21 and len(archive.files()) == 1


def test_an_owner_that_does_not_exist_is_not_found(archive: Archive) -> None:
    with pytest.raises(AppError) as refused:
        archive.store(PDF, booking_id=99)
    assert refused.value.status == 404
    assert archive.tree() == archive.before and archive.rows() == []


def test_a_document_has_exactly_one_owner(archive: Archive) -> None:
    with pytest.raises(ValueError):
        archive.store(PDF, booking_id=1, project_id=1)
    with pytest.raises(ValueError):
        archive.store(PDF, booking_id=None)


def test_the_caller_s_check_runs_with_the_row_and_can_refuse(archive: Archive) -> None:
    def refuse() -> None:
        assert db.database.in_transaction()
        raise AppError("confirmed", 409, "This booking is already complete.")

    with pytest.raises(AppError, match="already complete"):
        archive.store(PDF, within=refuse)
    assert archive.tree() == archive.before and archive.rows() == []
    document = archive.store(PDF)
    with pytest.raises(AppError, match="already complete"):
        actions.remove(document, archive.folder, within=refuse)
    assert actions.faults(archive.folder) == [] and len(archive.rows()) == 1


def test_files_are_not_stored_or_removed_inside_a_transaction(archive: Archive) -> None:
    document = archive.store(PDF)
    with db.write():
        with pytest.raises(RuntimeError):
            archive.store(PDF)
        with pytest.raises(RuntimeError):
            actions.remove(document, archive.folder)
    assert len(archive.files()) == 1


def test_a_removed_document_leaves_neither_row_nor_file(archive: Archive) -> None:
    document = archive.store(PDF)
    actions.remove(document, archive.folder)
    assert archive.tree() == archive.before and archive.rows() == []
    with pytest.raises(AppError) as refused:
        actions.remove(document, archive.folder)
    assert refused.value.status == 404


@pytest.mark.parametrize("stored_name", ["../../outside/canary.pdf", "/etc/passwd", "ab/canary.pdf", ""])
def test_a_row_never_leads_outside_the_folder(archive: Archive, stored_name: str) -> None:
    document = archive.store(PDF)
    Document.update(stored_name=stored_name).execute()
    (row,) = archive.rows()
    with pytest.raises(AppError) as refused:
        actions.open_file(row, archive.folder)
    assert refused.value.status == 404
    actions.remove(row, archive.folder)
    assert (archive.root / "outside" / "canary.pdf").exists()
    assert archive.files() == [document.stored_name]


@pytest.mark.parametrize("damage", ["gone", "cut", "grown"])
def test_a_missing_or_damaged_file_is_told_and_listed(archive: Archive, damage: str) -> None:
    whole, document = archive.store(PDF), archive.store(PDF)
    path = archive.folder / document.stored_name
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(PDF[:-1] if damage == "cut" else PDF + b" ")
    with pytest.raises(AppError, match=r"file is missing\. Please contact us") as refused:
        actions.open_file(document, archive.folder)
    assert refused.value.status == 404
    assert [row.id for row, _ in actions.faults(archive.folder)] == [document.id]
    actions.open_file(whole, archive.folder).close()


# Together


def occupy(archive: Archive, count: int, size: int, booking_id: int = 1) -> None:
    """Rows without files, to come near a limit quickly."""
    with db.write():
        for number in range(count):
            db.database.execute_sql(
                "INSERT INTO documents (booking_id, file_name, file_size, file_type, stored_name, sha256,"
                " uploaded_by, uploaded_at) VALUES (?, 'a.pdf', ?, 'application/pdf', ?, '', 'visitor', ?)",
                (booking_id, size, f"occupied-{booking_id}-{number}", STAMP),
            )


def race(
    archive: Archive,
    count: int,
    content: bytes,
    monkeypatch: pytest.MonkeyPatch,
    patience_seconds: float = 0.5,
    key: str | None = None,
) -> list[str]:
    """Upload `count` files at once; every upload waits between its check and its row for the others."""
    gate, results = threading.Barrier(count), []
    check = actions.check_room

    def slow_check(*args: Any) -> None:
        check(*args)
        try:
            gate.wait(patience_seconds)
        except threading.BrokenBarrierError:
            time.sleep(0.01)

    def upload() -> None:
        try:
            archive.store(content, upload_key=key)
            results.append("stored")
        except AppError as error:
            results.append(error.code)
        finally:
            db.close()

    monkeypatch.setattr(actions, "check_room", slow_check)
    racers = [threading.Thread(target=upload) for _ in range(count)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    monkeypatch.setattr(actions, "check_room", check)
    return sorted(results)


def test_of_parallel_uploads_only_as_many_pass_as_there_is_room_for(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    occupy(archive, 48, 100)
    assert race(archive, 8, PDF, monkeypatch) == ["no_room"] * 6 + ["stored"] * 2
    assert len(archive.rows()) == 50 and len(archive.files()) == 2


def test_parallel_uploads_respect_the_total_size(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    occupy(archive, 20, 10 * 1024 * 1024 - 100)
    assert race(archive, 4, padded_pdf(1500), monkeypatch) == ["no_room"] * 3 + ["stored"]
    assert len(archive.files()) == 1


def test_the_same_upload_to_a_draft_five_times_at_once_is_one_document(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert race(archive, 5, PDF, monkeypatch, key="one act") == ["stored"] * 5
    assert len(archive.rows()) == len(archive.files()) == 1
    # The check fails without a key.
    race(archive, 5, PDF, monkeypatch)
    assert len(archive.rows()) == len(archive.files()) == 6


def test_without_the_write_lock_the_race_would_be_lost(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def unguarded() -> Iterator[None]:
        yield

    occupy(archive, 48, 100)
    monkeypatch.setattr(actions, "write", unguarded)
    assert race(archive, 8, PDF, monkeypatch, patience_seconds=60) == ["stored"] * 8
    assert len(archive.rows()) == 56


# When the disk fails


def failing(function: Callable[..., Any], code: int, at: int) -> Callable[..., Any]:
    """`function`, but its call number `at` (from 1) raises the OSError `code`."""
    calls = iter(range(1, 1_000_000))

    def call(*args: Any, **options: Any) -> Any:
        if next(calls) == at:
            raise OSError(code, os.strerror(code))
        return function(*args, **options)

    return call


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT])
@pytest.mark.parametrize(
    ("call", "at"),
    [("mkdir", 1), ("mkdir", 2), ("write", 1), ("write", 3), ("link", 1)]
    + [("fsync", number) for number in range(1, 5)],
)
def test_a_failing_disk_leaves_nothing_and_the_next_upload_passes(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, call: str, at: int, code: int
) -> None:
    content = padded_pdf(3 * disk.CHUNK)
    with monkeypatch.context() as patch:
        patch.setattr(os, call, failing(getattr(os, call), code, at))
        with pytest.raises(AppError, match="We cannot save files right now") as refused:
            archive.store(content)
    assert refused.value.status == 507 and refused.value.fields == {"file": refused.value.message}
    assert archive.tree() == archive.before and archive.rows() == []
    archive.store(content)
    assert actions.faults(archive.folder) == []


def test_a_real_refusal_of_the_kernel_leaves_nothing(archive: Archive) -> None:
    archive.store(PDF)
    before = archive.tree()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (disk.CHUNK + 1000, hard))
    try:
        with pytest.raises(AppError) as refused:
            archive.store(padded_pdf(3 * disk.CHUNK))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert refused.value.status == 507
    assert archive.tree() == before
    archive.store(padded_pdf(3 * disk.CHUNK))


def test_partial_writes_are_completed(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = os.write
    content = padded_pdf(disk.CHUNK + 5)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda handle, data: whole(handle, bytes(data[:1000])))
        document = archive.store(content)
    assert (archive.folder / document.stored_name).read_bytes() == content


def test_a_full_database_leaves_no_file(archive: Archive) -> None:
    archive.store(PDF)
    before = archive.tree()
    pages = db.database.execute_sql("PRAGMA page_count").fetchone()[0]
    db.database.execute_sql(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(peewee.OperationalError, match="full"):
        for _ in range(200):
            archive.store(PDF, name="x" * 250 + ".pdf", limits=rules.STAFF_LIMITS)
            before = archive.tree()
    assert archive.tree() == before
    assert len(archive.files()) == len(archive.rows())
    db.database.execute_sql("PRAGMA max_page_count = 1073741823")
    archive.store(PDF, limits=rules.STAFF_LIMITS)


def test_a_file_that_cannot_be_removed_waits_for_the_sweep(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    document = archive.store(PDF)
    with monkeypatch.context() as patch:
        patch.setattr(os, "unlink", failing(os.unlink, errno.EROFS, 1))
        actions.remove(document, archive.folder)
    assert archive.rows() == [] and document.stored_name in archive.files()
    assert sweeping.sweep(archive.folder, later(2)) == sweeping.Swept(1, 1)
    assert archive.files() == [] and archive.set_aside() == [document.stored_name[3:]]


# After a crash


def later(hours: float) -> datetime:
    """A moment `hours` after now, when the test's files were written."""
    return clock.now() + timedelta(hours=hours)


def test_the_sweep_leaves_owned_new_and_foreign_files(archive: Archive) -> None:
    kept = archive.store(PDF)
    shelf = archive.folder / "ab"
    shelf.mkdir(exist_ok=True)
    foreign = [archive.folder / "README.txt", shelf / "notes.txt", shelf / "x.part"]
    left = [shelf / f"{'ab' * 16}.pdf", shelf / f"{'ac' * 16}.pdf.part"]
    for path in foreign + left:
        path.write_bytes(b"left")
    (shelf / f"{'ab' * 16}.pdf.part").write_bytes(b"left")
    assert sweeping.sweep(archive.folder, later(0.9)) == sweeping.Swept(0, 0)
    assert sweeping.sweep(archive.folder, later(1.1)) == sweeping.Swept(2, 1)
    assert archive.set_aside() == [f"{'ab' * 16}.pdf"]
    assert not any(path.exists() for path in left)
    assert all(path.exists() for path in foreign)
    assert actions.faults(archive.folder) == [] and kept.stored_name in archive.files()
    assert sweeping.sweep(archive.folder, later(1.1)) == sweeping.Swept(0, 0)


def test_the_sweep_of_a_folder_that_is_not_there_finds_nothing(archive: Archive) -> None:
    assert sweeping.sweep(archive.folder, later(2)) == sweeping.Swept(0, 0)


def test_the_work_of_a_sweep_does_not_grow_into_a_question_for_each_file(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    execute, listdir = db._Database.execute_sql, os.listdir
    monkeypatch.setattr(
        db._Database, "execute_sql", lambda self, sql, *rest: asked.append("sql") or execute(self, sql, *rest)
    )
    monkeypatch.setattr(os, "listdir", lambda path: asked.append(f"list {path}") or listdir(path))

    def work() -> list[str]:
        asked.clear()
        found = lying(archive.folder)
        sweeping.refuse_older_database(archive.folder, found)
        assert sweeping.sweep_at_start(archive.folder, clock.now(), found) == sweeping.Swept(0, 0)
        return list(asked)

    archive.store(PDF)
    few = work().count("sql")
    for number in range(40):
        archive.store(PDF, name=f"{number}.pdf")
    many = work()
    shelves = [each for each in many if each != "sql"]
    assert many.count("sql") == few < 10
    assert len(shelves) == len(set(shelves)) <= 41

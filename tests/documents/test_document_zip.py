"""All documents of a project as one ZIP: whole, made while it is read, and nothing in it that is not the reader's."""

import io
import zipfile
from pathlib import Path

import pytest
from document_archive import Archive
from document_samples import PDF, padded_pdf

from app.audit.models import AuditLine
from app.documents import pack, rules
from app.documents.models import Document, Opening
from tests.people import People


def read(packed: pack.Pack, step: int = 40_000) -> bytes:
    """The ZIP as waitress reads it: every part twice, since not all that was read was also sent."""
    whole = b""
    while part := packed.read(step):
        packed.seek(len(whole))
        sent = packed.read(step // 2 + 1)
        whole += sent
        assert part.startswith(sent) and packed.tell() == len(whole)
    packed.close()
    return whole


def test_the_zip_is_whole_and_as_long_as_announced(archive: Archive) -> None:
    contents = {"Plän 図面.pdf": padded_pdf(300_001), "b.pdf": PDF, "🏠.pdf": padded_pdf(64 * 1024)}
    rows = [archive.store(content, name) for name, content in contents.items()]
    packed = pack.Pack(pack.entries(rows, archive.folder))
    assert (packed.seek(0, 2), packed.seek(0)) == (packed.size, 0)
    whole = read(packed)
    assert len(whole) == packed.size
    with zipfile.ZipFile(io.BytesIO(whole)) as opened:
        assert opened.testzip() is None
        assert {name: opened.read(name) for name in opened.namelist()} == contents
        assert opened.infolist()[0].date_time == (2026, 5, 12, 10, 0, 0)  # Sydney's time


def test_no_more_of_it_is_held_than_is_being_read(archive: Archive) -> None:
    rows = [archive.store(padded_pdf(2_000_000), f"{number}.pdf") for number in range(5)]
    packed = pack.Pack(pack.entries(rows, archive.folder))
    held = 0
    while packed.read(100_000):
        held = max(held, len(packed._held))
    assert held < 300_000


def test_a_missing_file_is_named_in_a_text_and_the_rest_is_there(archive: Archive) -> None:
    rows = [archive.store(PDF, name) for name in ("here.pdf", "gone.pdf", "cut.pdf")]
    (archive.folder / rows[1].stored_name).unlink()
    (archive.folder / rows[2].stored_name).write_bytes(PDF[:-1])
    with zipfile.ZipFile(io.BytesIO(read(pack.Pack(pack.entries(rows, archive.folder))))) as opened:
        assert opened.namelist() == ["here.pdf", "Missing documents.txt"]
        lines = opened.read("Missing documents.txt").decode().splitlines()
    assert lines == [
        "These documents are missing here. Please contact us and we will find them for you:",
        "",
        "gone.pdf",
        "cut.pdf",
    ]


@pytest.mark.parametrize("damage", [lambda path: path.unlink(), lambda path: path.write_bytes(PDF + b" ")])
def test_a_file_that_changes_meanwhile_breaks_the_zip_off(archive: Archive, damage: object) -> None:
    rows = [archive.store(PDF, name) for name in ("a.pdf", "b.pdf")]
    packed = pack.Pack(pack.entries(rows, archive.folder))
    path: Path = archive.folder / rows[1].stored_name
    damage(path)
    with pytest.raises(OSError):
        while packed.read(100):
            pass


@pytest.mark.parametrize(
    ("names", "unique"),
    [
        (["a.pdf", "b.pdf"], ["a.pdf", "b.pdf"]),
        (["a.pdf", "A.PDF", "a.pdf"], ["a.pdf", "A (2).pdf", "a (3).pdf"]),
        (["a (2).pdf", "a.pdf", "a.pdf"], ["a (2).pdf", "a.pdf", "a (3).pdf"]),
        (["straße.pdf", "STRASSE.pdf"], ["straße.pdf", "STRASSE (2).pdf"]),
        (["é" * 125 + ".pdf"] * 2, ["é" * 125 + ".pdf", "é" * 123 + " (2).pdf"]),
    ],
)
def test_no_two_names_are_one_file_on_any_disk(names: list[str], unique: list[str]) -> None:
    assert rules.unique_names(names) == unique
    assert all(rules.clean_name(name) == name for name in unique)


@pytest.mark.spec("D-04", "R-01")
def test_a_client_s_zip_has_what_they_may_see_and_counts_as_opened(people: People) -> None:
    client, staff = people.client(), people.staff()
    project = client.get("/api/client/projects").get_json()[0]["id"]
    address = f"/api/admin/projects/{project}/documents"
    for name in ("Report.pdf", "Internal.pdf"):
        form = {"file": (io.BytesIO(PDF), name)}
        shared = staff.browser.post(address, data=form, headers={"Idempotency-Key": name}).get_json()["id"]
        if name == "Report.pdf":
            staff.post(f"{address}/share", {"documentIds": [shared]})
            report = shared
    with client.get(f"/api/client/projects/{project}/documents.zip") as answer:
        assert answer.headers["Content-Disposition"].startswith(f'attachment; filename="HPM-{project} documents')
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert answer.headers["Content-Length"] == str(len(answer.data))
        theirs = zipfile.ZipFile(io.BytesIO(answer.data)).namelist()
    with staff.get(f"{address}.zip") as answer:
        every = zipfile.ZipFile(io.BytesIO(answer.data)).namelist()
    assert set(every) - set(theirs) == {"Internal.pdf"} and "Report.pdf" in theirs
    assert [row.document_id for row in Opening.select().where(Opening.reader_kind == "client")] == [report]
    (line,) = AuditLine.select().where(AuditLine.action == "download")
    numbers = [row.id for row in Document.of_project(project)]
    assert (line.subject, line.detail) == (f"project:{project}", f"documents: {' '.join(map(str, numbers))}")


@pytest.mark.spec("R-01")
def test_another_s_zip_is_missing_in_the_words_of_one_that_never_was(people: People) -> None:
    people.client("amelia@example.com")
    theirs = Document.get().project_id
    bruno = people.client("bruno@example.com")
    refused, missing = (bruno.get(f"/api/client/projects/{number}/documents.zip") for number in (theirs, 4711))
    assert refused.status_code == missing.status_code == 404
    assert refused.get_json() == missing.get_json()

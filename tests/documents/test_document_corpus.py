"""Hostile uploads: each is refused in clear words or kept as inert bytes under a name of ours."""

import re
import stat
import struct
import zipfile
from io import BytesIO
from typing import Any

import pytest
from document_archive import NOW, Archive, multipart
from document_samples import (
    DOC,
    MSI,
    PDF,
    PNG,
    WORD_TYPES,
    XLS,
    XLSX,
    directory_saying,
    docx,
    jpg,
    ole,
    padded_pdf,
    part_saying,
    streamed,
    written,
)
from document_samples import archive as zipped
from flask import Flask

from app.documents import actions, rules
from app.documents.models import Document
from app.errors import AppError

pytestmark = pytest.mark.spec("B-04")
STORED = re.compile(r"[0-9a-f]{2}/[0-9a-f]{32}\.(pdf|docx?|xlsx?|jpe?g|png)")
MB = 1024 * 1024

# Name as sent -> the name that is kept, or the status of the refusal. The content is an honest PDF.
NAMES: list[tuple[str, str | int]] = [
    ("../../../etc/passwd", 415),
    ("../../outside/canary.pdf", "canary.pdf"),
    ("..\\..\\outside\\canary.pdf", "canary.pdf"),
    ("../" * 1000 + "canary.pdf", "canary.pdf"),
    ("a/" * 2000 + "plan.pdf", "plan.pdf"),
    ("/etc/cron.d/job.pdf", "job.pdf"),
    ("C:\\Windows\\System32\\drivers.pdf", "drivers.pdf"),
    ("\\\\server\\share\\plan.pdf", "plan.pdf"),
    ("file:///etc/plan.pdf", "plan.pdf"),
    ("plan.pdf\x00.exe", 415),
    ("plan.exe\x00.pdf", "plan.exe.pdf"),
    ("\x00\x00\x00", 422),
    ("CON", 415),
    ("con.pdf", "_con.pdf"),
    ("LPT1.pdf", "_LPT1.pdf"),
    ("COM¹.pdf", "_COM¹.pdf"),
    ("NUL .pdf", "_NUL .pdf"),
    ("a" * 4096 + ".pdf", "a" * 251 + ".pdf"),
    ("é" * 2048 + ".pdf", "é" * 125 + ".pdf"),
    ("plan." + "pdf" * 500, 415),
    ("." * 4096, 422),
    ("invoice\u202efdp.exe", 415),
    ("invoice\u202exslx.pdf", "invoicexslx.pdf"),
    ("plan\u200b.pdf\u200d", 415),
    ("\u200b\u2060\ufeff", 422),
    (".", 422),
    ("..", 422),
    ("...", 422),
    ("plan", 415),
    (".pdf", 415),
    (".htaccess", 415),
    ("plan.pdf.exe", 415),
    ("plan.pdf.html", 415),
    ("plan.svg", 415),
    ("plan.docm", 415),
    ("plan.exe.pdf", "plan.exe.pdf"),
    ("shell.php.jpg", 415),  # the content is a PDF
    ("plan.рdf", 415),  # Cyrillic
    ("plan．pdf", 415),  # full-width dot
    ("․․／plan.pdf", "․․／plan.pdf"),  # looks like ../ and is not
    ("-rf.pdf", "-rf.pdf"),
    ("--output=plan.pdf", "--output=plan.pdf"),
    ("..%2f..%2fplan.pdf", "%2f..%2fplan.pdf"),
    ("%2e%2e%5cplan.pdf", "%2e%2e%5cplan.pdf"),
    ("..%c0%afplan.pdf", "%c0%afplan.pdf"),
    ("..%252f..%252fplan.pdf", "%252f..%252fplan.pdf"),
    ("🏠 plan 👨\u200d👩\u200d👧.pdf", "🏠 plan 👨\u200d👩\u200d👧.pdf"),
    ("plan.pdf:evil.exe", 415),
    ("plan.pdf::$DATA", 415),
    ("plan.pdf. . .", "plan.pdf"),
    ("<img src=x onerror=alert(1)>.pdf", "_img src=x onerror=alert(1)_.pdf"),
    ("=HYPERLINK(1).pdf", "=HYPERLINK(1).pdf"),
    ("'; DROP TABLE documents; --.pdf", "'; DROP TABLE documents; --.pdf"),
    ("$(reboot)`id`|sh.pdf", "$(reboot)`id`_sh.pdf"),
    ("{name.__class__}%s%n{0}.pdf", "{name.__class__}%s%n{0}.pdf"),
    ("{name.__class__}{list}", 415),
    ("PLAN.PDF", "PLAN.PDF"),
    ("./~/.ssh/authorized_keys", 415),
]
# Line breaks would end the header of a browser's request; other callers can send them in a name.
BREAKS: list[tuple[str, str | int]] = [
    ("plan\r\nSet-Cookie: a=b.pdf", "planSet-Cookie_ a=b.pdf"),
    ("plan\n\n<script>.pdf", "plan_script_.pdf"),
    ("plan\u2028\u2029\x85.pdf", "plan.pdf"),
    ("plan\ud800.pdf", "plan.pdf"),
    ("", 422),
]


def edited(data: bytes, old: bytes, new: bytes) -> bytes:
    """`data` with every `old` replaced; the two are equally long so that offsets stay."""
    assert old in data and len(old) == len(new)
    return data.replace(old, new)


def bomb() -> bytes:
    """A Word file whose directory declares 4 x 200 MB."""
    data = docx({f"word/media/{number}.png": bytes(1000) for number in range(4)})
    size = struct.pack("<I", 1000)
    return edited(data, size, struct.pack("<I", 200 * MB))


def overlapping() -> bytes:
    """A Word file with many parts in the directory that all point at the same bytes."""
    data = docx({"word/media/a.png": bytes(range(256)) * 40}, zipfile.ZIP_STORED)
    with zipfile.ZipFile(BytesIO(data)) as packed:
        entry_start = data.index(b"PK\x01\x02", packed.start_dir + 1)
        entry_start = data.index(b"PK\x01\x02", entry_start + 1)
    end = data.rindex(b"PK\x05\x06")
    entry = data[entry_start:end]
    directory = data[packed.start_dir : end] + entry * 100
    count = 3 + 100
    tail = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, count, count, len(directory), packed.start_dir, 0)
    return data[: packed.start_dir] + directory + tail


def crowded() -> bytes:
    """An archive with 60,000 empty parts: small on disk, large once its directory is read."""
    return docx({f"word/{number:06}": b"" for number in range(60_000)}, zipfile.ZIP_STORED)


def encrypted_flag() -> bytes:
    """A zip whose type list claims to be encrypted."""
    data = bytearray(docx())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.index(mark)
        data[at + offset] |= 1
    return bytes(data)


def torn_type_list() -> bytes:
    """A zip whose type list does not unpack."""
    data = docx()
    at = data.index(b"[Content_Types].xml") + len("[Content_Types].xml")
    return data[:at] + b"\xff" * 8 + data[at + 8 :]


def lying() -> bytes:
    """A Word file with a part of 20 MB that both its directory and its own header call 1 kB."""
    data = docx({"word/document.xml": b"<w:p/>" * (20 * MB // 6)})
    return data.replace(struct.pack("<I", 20 * MB // 6 * 6), struct.pack("<I", 1000))


def called_stored() -> bytes:
    """A Word file with a part of 20 MB that its directory calls stored, as large as its packed bytes."""
    data = docx({"word/document.xml": bytes(20 * MB)})
    with zipfile.ZipFile(BytesIO(data)) as packed:
        size = struct.pack("<I", packed.getinfo("word/document.xml").compress_size)
    return directory_saying(directory_saying(data, 10, bytes(2)), 20, size * 2)


def streamed_on() -> bytes:
    """A streamed Word file with a part of 20 MB, of which its directory declares the first 200 packed bytes."""
    return directory_saying(streamed(bytes(20 * MB)), 20, struct.pack("<II", 200, 300_000))


def long_text() -> bytes:
    """A Word file with 20 MB of numbers, which shrink as numbers do."""
    return docx({"word/document.xml": b"".join(b"<w:t>%d</w:t>" % (number * 7919) for number in range(1_200_000))})


HTML = b"<!doctype html><script>alert(document.cookie)</script>"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
EXE = b"MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff" + bytes(200)
ELF = b"\x7fELF\x02\x01\x01" + bytes(200)

# What it is -> name, content and the status of the answer (201: kept as inert bytes).
CONTENTS: dict[str, tuple[str, Any, int]] = {
    "empty file": ("plan.pdf", b"", 422),
    "ten megabytes and a byte": ("plan.pdf", lambda: padded_pdf(10 * MB + 1), 413),
    "exactly ten megabytes": ("plan.pdf", lambda: padded_pdf(10 * MB), 201),
    "thirty megabytes": ("plan.pdf", lambda: padded_pdf(30 * MB), 413),
    "html as pdf": ("plan.pdf", HTML, 415),
    "html before a pdf": ("plan.pdf", HTML + PDF, 415),
    "blank before a pdf": ("plan.pdf", b"\n" + PDF, 415),
    "html inside a pdf": ("plan.pdf", PDF + HTML, 201),
    "script inside a pdf": (
        "plan.pdf",
        PDF.replace(b"/Catalog", b"/Catalog/OpenAction<</JS(app.alert(1))>>"),
        201,
    ),
    "javascript as pdf": ("plan.pdf", b"alert(1);//%PDF-1.4", 415),
    "svg as pdf": ("plan.pdf", SVG, 415),
    "program as pdf": ("plan.pdf", EXE, 415),
    "zip as pdf": ("plan.pdf", docx(), 415),
    "half a pdf mark": ("plan.pdf", b"%PD", 415),
    "only a pdf mark": ("plan.pdf", PDF[:8], 415),
    "truncated pdf": ("plan.pdf", padded_pdf(2000)[:-6], 415),
    "svg as png": ("plan.png", SVG, 415),
    "html as png": ("plan.png", HTML, 415),
    "jpeg as png": ("plan.png", jpg(), 415),
    "gif as png": ("plan.png", b"GIF89a" + bytes(60), 415),
    "only a png mark": ("plan.png", PNG[:8], 415),
    "truncated png": ("plan.png", PNG[:-12], 415),
    "png without a size": ("plan.png", PNG[:16] + bytes(8) + PNG[24:], 415),
    "html after a png": ("plan.png", PNG + HTML, 201),
    "png as jpeg": ("plan.jpg", PNG, 415),
    "truncated jpeg mark": ("plan.jpg", b"\xff\xd8\xff", 415),
    "truncated jpeg header": ("plan.jpg", jpg()[:40], 415),
    "jpeg without a picture": ("plan.jpeg", jpg()[: jpg().index(b"\xff\xda")] + b"\xff\xd9", 415),
    "endless jpeg fill": ("plan.jpg", b"\xff\xd8" + b"\xff" * 5000, 415),
    "php in a jpeg": ("plan.jpg", jpg(b"<?php system($_GET[0]); ?>"), 201),
    "program as docx": ("plan.docx", EXE, 415),
    "program as doc": ("plan.doc", EXE, 415),
    "elf as doc": ("plan.doc", ELF, 415),
    "rich text as doc": ("plan.doc", b"{\\rtf1\\ansi}", 415),
    "installer as doc": ("plan.doc", MSI, 415),
    "only an ole mark": ("plan.doc", DOC[:8], 415),
    "sheet as doc": ("plan.doc", XLS, 415),
    "letter as xls": ("plan.xls", DOC, 415),
    "html as xls": ("plan.xls", b"<html><table></table></html>", 415),
    "ole as docx": ("plan.docx", DOC, 415),
    "locked docx": ("plan.docx", ole("EncryptedPackage", "EncryptionInfo"), 415),
    "sheet as docx": ("plan.docx", XLSX, 415),
    "letter as xlsx": ("plan.xlsx", docx(), 415),
    "plain zip as docx": ("plan.docx", zipped({"a.exe": EXE}), 415),
    "zip with a word folder": ("plan.docx", zipped({"word/a.js": b"1"}), 415),
    "jar as docx": ("plan.docx", zipped({"META-INF/MANIFEST.MF": b"", "word/A.class": b""}), 415),
    "types of another kind": ("plan.docx", zipped({"[Content_Types].xml": b"<x/>", "word/a": b""}), 415),
    "macros as docx": ("plan.docx", docx({"word/vbaProject.bin": b"1"}), 415),
    "declared zip bomb": ("plan.docx", bomb, 415),
    "real zip bomb": ("plan.docx", lambda: docx({f"word/{n}": bytes(90 * MB) for n in range(6)}), 415),
    "one dense part": ("plan.docx", lambda: docx({"word/document.xml": b"<w:p/>" * (200 * MB // 6)}), 415),
    "a part larger than it says": ("plan.docx", lying, 415),
    "a packed part called stored": ("plan.docx", called_stored, 415),
    "a streamed part called stored": ("plan.docx", lambda: directory_saying(streamed(), 10, bytes(2)), 415),
    "a streamed part longer than it says": ("plan.docx", streamed_on, 415),
    "a part without a header": ("plan.docx", lambda: part_saying(docx(), 0, b"PK\x07\x08"), 415),
    "a part with other flags": ("plan.docx", lambda: part_saying(docx(), 6, b"\x08"), 415),
    "a part with another method": ("plan.docx", lambda: part_saying(docx(), 8, bytes(2)), 415),
    "a part of another packed size": ("plan.docx", lambda: part_saying(docx(), 18, bytes(4)), 415),
    "a part of another size": ("plan.docx", lambda: part_saying(docx(), 22, bytes(4)), 415),
    "a part of a wide size without one": ("plan.docx", lambda: part_saying(docx(), 22, b"\xff" * 4), 415),
    "a part with another name": ("plan.docx", lambda: part_saying(docx(), 30, b"WORD"), 415),
    "a part with a longer name": ("plan.docx", lambda: part_saying(docx(), 26, b"\xff\xff"), 415),
    "a part behind the end": ("plan.docx", lambda: directory_saying(docx(), 42, b"\xff\xff\xff\x7f"), 415),
    "a streamed letter": ("plan.docx", streamed, 201),
    "a streamed letter that is not packed": ("plan.docx", lambda: streamed(compression=zipfile.ZIP_STORED), 201),
    "a streamed letter with wide sizes": ("plan.docx", lambda: streamed(wide=True), 201),
    "a letter with wide sizes": ("plan.docx", lambda: written(b"<w:document/>", BytesIO(), wide=True), 201),
    "a letter of whole steps": ("plan.docx", lambda: docx({"word/document.xml": bytes(MB)}), 201),
    "a letter that is not packed": ("plan.docx", lambda: docx(compression=zipfile.ZIP_STORED), 201),
    "a long text": ("plan.docx", long_text, 201),
    "overlapping zip bomb": ("plan.docx", overlapping, 415),
    "crowded zip": ("plan.docx", crowded, 415),
    "encrypted zip": ("plan.docx", encrypted_flag, 415),
    "torn zip": ("plan.docx", torn_type_list, 415),
    "zip with a rare method": ("plan.docx", lambda: docx(compression=zipfile.ZIP_BZIP2), 415),
    "zip cut short": ("plan.docx", docx()[:-30], 415),
    "zip after a program": ("plan.docx", EXE + docx(), 415),
    "program after a zip": ("plan.docx", docx() + EXE, 415),
    "zip with climbing parts": ("plan.docx", docx({"../../outside/canary.pdf": b"climbed"}), 415),
    "second zip directory": ("plan.docx", docx() + zipped({"word/a": WORD_TYPES}), 415),
}


def content_of(case: str) -> tuple[str, bytes, int]:
    name, content, status = CONTENTS[case]
    return name, content() if callable(content) else content, status


def check_refused(archive: Archive, error: AppError, status: int) -> None:
    """The refusal has its status, one text in both places, and left no trace."""
    assert error.status == status, error.message
    assert error.fields == {"file": error.message}
    assert error.message.replace("\u200d", "").isprintable() and 10 < len(error.message) < 400
    assert archive.tree() == archive.before
    assert archive.rows() == []


def check_inert(archive: Archive, document: Document, content: bytes, name: str) -> None:
    """The bytes lie unchanged under a name of ours, unreadable for others, and nothing else changed."""
    assert document.file_name == name
    assert STORED.fullmatch(document.stored_name)
    added = {path: what for path, what in archive.tree().items() if path not in archive.before}
    assert added == {f"data/documents/{document.stored_name}": (len(content), document.sha256)}
    assert all(archive.tree()[path] == what for path, what in archive.before.items())
    path = archive.folder / document.stored_name
    assert path.read_bytes() == content
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == stat.S_IMODE(archive.folder.stat().st_mode) == 0o700


def test_the_corpus_has_more_than_forty_cases() -> None:
    assert len(NAMES) + len(BREAKS) > 40 and len(CONTENTS) > 40


@pytest.mark.parametrize(("raw_name", "expected"), NAMES + BREAKS)
def test_a_hostile_name_is_refused_or_made_harmless(archive: Archive, raw_name: str, expected: str | int) -> None:
    if isinstance(expected, int):
        with pytest.raises(AppError) as refused:
            archive.store(PDF, raw_name)
        check_refused(archive, refused.value, expected)
    else:
        check_inert(archive, archive.store(PDF, raw_name), PDF, expected)


@pytest.mark.parametrize(("raw_name", "expected"), NAMES)
def test_a_hostile_name_over_http_is_refused_or_made_harmless(
    archive: Archive, desk: Flask, raw_name: str, expected: str | int
) -> None:
    answer = desk.test_client().post("/files", **multipart(PDF, raw_name.replace("\\", "\\\\").encode()))
    if isinstance(expected, int):
        assert answer.status_code == expected, answer.json
        assert answer.json["fields"] == {"file": answer.json["message"]}
        assert archive.tree() == archive.before and archive.rows() == []
        return
    assert answer.status_code == 201, answer.json
    assert answer.json["fileName"] == expected
    (document,) = archive.rows()
    check_inert(archive, document, PDF, expected)
    with desk.test_client().get(f"/files/{document.id}") as given:
        assert given.data == PDF
        assert given.headers["Content-Disposition"].startswith('attachment; filename="')
        assert given.headers["Content-Type"] == "application/pdf"


@pytest.mark.parametrize("case", CONTENTS)
def test_hostile_content_is_refused_or_kept_inert(archive: Archive, desk: Flask, case: str) -> None:
    name, content, status = content_of(case)
    answer = desk.test_client().post("/files", **multipart(content, name.encode()))
    assert answer.status_code == status, answer.json
    if status == 201:
        (document,) = archive.rows()
        check_inert(archive, document, content, name)
        return
    assert answer.json["fields"] == {"file": answer.json["message"]}
    assert name in answer.json["message"]
    assert archive.tree() == archive.before and archive.rows() == []


def test_a_refused_bomb_is_never_unpacked(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    def unpack(*_: Any, **__: Any) -> None:
        raise AssertionError("opened a part")

    data = bomb()
    monkeypatch.setattr(zipfile.ZipFile, "open", unpack)
    with pytest.raises(AppError) as refused:
        archive.store(data, "plan.docx")
    check_refused(archive, refused.value, 415)
    assert "unpacks to far more" in refused.value.message


def test_a_crowded_archive_s_directory_is_never_read(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_: Any, **__: Any) -> None:
        raise AssertionError("read the directory")

    data = crowded()
    monkeypatch.setattr(zipfile.ZipFile, "__init__", read)
    with pytest.raises(AppError) as refused:
        archive.store(data, "plan.docx")
    check_refused(archive, refused.value, 415)


def test_the_locked_file_s_message_tells_what_to_do(archive: Archive) -> None:
    name, content, _ = content_of("locked docx")
    with pytest.raises(AppError, match=r"File plan\.docx is protected with a password\. Please remove the password"):
        archive.store(content, name)


def test_a_file_is_read_no_further_than_the_limit(archive: Archive) -> None:
    class Endless:
        taken = 0

        def read(self, size: int, /) -> bytes:
            self.taken += size
            return PDF.ljust(size, b" ")

    stream = Endless()
    with pytest.raises(AppError) as refused:
        actions.store(
            archive.folder,
            stream,
            "plan.pdf",
            booking_id=1,
            uploaded_by=rules.Uploader.VISITOR,
            accepted=rules.BOOKING_EXTENSIONS,
            now=NOW,
        )
    check_refused(archive, refused.value, 413)
    assert refused.value.message == "File plan.pdf is too large. Maximum size is 10MB."
    assert stream.taken <= rules.MAX_FILE_BYTES + MB

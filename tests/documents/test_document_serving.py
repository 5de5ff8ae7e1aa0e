"""Documents over HTTP: what an upload must look like, and what a download looks like."""

from io import BytesIO
from typing import Any
from urllib.parse import unquote
from wsgiref.util import FileWrapper

import pytest
from document_archive import Archive, multipart
from document_samples import PDF, PNG, padded_pdf
from flask import Flask

from app.documents import rules
from app.documents.models import Document
from app.documents.schemas import DocumentOut
from app.documents.serving import disposition

MB = 1024 * 1024
FORM = "multipart/form-data; boundary=edge"


def test_an_upload_is_answered_with_the_document(archive: Archive, desk: Flask) -> None:
    answer = desk.test_client().post("/files", **multipart(PNG, b"site.png"))
    assert answer.status_code == 201
    assert answer.json == {
        "id": 1,
        "fileName": "site.png",
        "fileSize": len(PNG),
        "fileType": "image/png",
        "documentType": "other",
        "uploadedBy": "visitor",
        "uploadedAt": "2026-05-12T00:00:00Z",
    }
    assert DocumentOut.model_validate(archive.rows()[0]).file_size == len(PNG)


@pytest.mark.parametrize(
    ("request_", "status", "text"),
    [
        ({"json": {"file": "x"}}, 415, "as a form"),
        ({"data": PDF, "content_type": "application/pdf"}, 415, "as a form"),
        ({"data": {"file": "x"}}, 415, "as a form"),
        ({}, 415, "as a form"),
        ({"data": b"", "content_type": FORM}, 422, "choose a file"),
        ({"data": b"rubbish", "content_type": FORM}, 400, "could not read"),
        ({"data": PDF, "content_type": "multipart/form-data"}, 400, "could not read"),
        ({"data": PDF, "content_type": "multipart/form-data; boundary=\u00e9"}, 400, "could not read"),
        (
            {"data": b"--edge\r\nrubbish\r\n\r\nx\r\n--edge--\r\n", "content_type": FORM},
            400,
            "could not read",
        ),
        ({"data": b"--edge--\r\n", "content_type": FORM}, 422, "choose a file"),
        (multipart(PDF, b""), 422, "choose a file"),
        (multipart(PDF, b"plan.pdf", part="document"), 422, "choose a file"),
        ({"data": {"file": "only text"}, "content_type": "multipart/form-data"}, 422, "choose a file"),
    ],
)
def test_what_is_no_upload_is_refused_in_one_shape(
    archive: Archive, desk: Flask, request_: dict[str, Any], status: int, text: str
) -> None:
    answer = desk.test_client().post("/files", **request_)
    assert answer.status_code == status, answer.json
    assert text in answer.json["message"] and answer.json["fields"] == {"file": answer.json["message"]}
    assert archive.tree() == archive.before and archive.rows() == []


def test_an_upload_cut_short_is_refused(archive: Archive, desk: Flask) -> None:
    whole = multipart(PDF, b"plan.pdf")
    for length in range(1, len(whole["data"]) - 4, 7):
        answer = desk.test_client().post("/files", **{**whole, "data": whole["data"][:length]})
        assert answer.status_code == 400, length
    assert archive.tree() == archive.before and archive.rows() == []


@pytest.mark.parametrize("second", ["file", "other"])
def test_two_files_at_once_are_refused(archive: Archive, desk: Flask, second: str) -> None:
    data = {"file": [(BytesIO(PDF), "a.pdf")], second: [(BytesIO(PDF), "a.pdf"), (BytesIO(PDF), "b.pdf")]}
    answer = desk.test_client().post("/files", data=data)
    assert (answer.status_code, answer.json["message"]) == (422, "Please send one file at a time.")
    assert archive.tree() == archive.before


def test_other_fields_may_come_along(archive: Archive, desk: Flask) -> None:
    data = {"projectId": "1", "file": (BytesIO(PDF), "a.pdf"), "documentType": "contract"}
    assert desk.test_client().post("/files", data=data).status_code == 201


@pytest.mark.spec("B-04")
def test_a_large_file_s_refusal_names_it_and_a_huge_body_is_not_read(archive: Archive, desk: Flask) -> None:
    client = desk.test_client()
    answer = client.post("/files", **multipart(padded_pdf(31 * MB), b"Large plan.pdf"))
    assert answer.status_code == 413
    assert answer.json["message"] == "File Large plan.pdf is too large. Maximum size is 10MB."
    answer = client.post("/files", **multipart(padded_pdf(rules.MAX_BODY_BYTES), b"plan.pdf"))
    assert (answer.status_code, answer.json["message"]) == (
        413,
        "The file is too large. Maximum size is 10MB.",
    )
    assert archive.tree() == archive.before and archive.rows() == []


def test_a_download_is_an_attachment_that_nothing_renders(archive: Archive, desk: Flask) -> None:
    document = archive.store(padded_pdf(300_000), "Plän <1>.pdf")
    with desk.test_client().get(f"/files/{document.id}") as answer:
        assert answer.status_code == 200
        assert answer.data == padded_pdf(300_000)
        headers = answer.headers
        assert headers["Content-Length"] == "300000"
        assert headers["Content-Type"] == "application/pdf"
        assert headers["Content-Disposition"] == (
            "attachment; filename=\"Plan _1_.pdf\"; filename*=UTF-8''Pl%C3%A4n%20_1_.pdf"
        )
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Content-Security-Policy"] == "sandbox; default-src 'none'"
        assert headers["Cache-Control"] == "private, no-store"
    with desk.test_client().head(f"/files/{document.id}") as answer:
        assert (answer.headers["Content-Length"], answer.data) == ("300000", b"")


def test_a_download_is_left_to_the_server_to_send_from_the_file(archive: Archive, desk: Flask) -> None:
    document = archive.store(padded_pdf(300_000))
    with desk.test_request_context(f"/files/{document.id}", environ_overrides={"wsgi.file_wrapper": FileWrapper}) as at:
        sent = desk.wsgi_app(at.request.environ, lambda status, headers: None)
        assert isinstance(sent, FileWrapper)
        sent.close()


def test_a_download_whose_file_is_missing_says_so(archive: Archive, desk: Flask) -> None:
    document = archive.store(PDF)
    (archive.folder / document.stored_name).unlink()
    answer = desk.test_client().get(f"/files/{document.id}")
    assert answer.status_code == 404
    assert answer.json["message"].startswith("This document's file is missing.")


@pytest.mark.parametrize(
    ("name", "ascii_name"),
    [
        ("plan.pdf", "plan.pdf"),
        ("Plän 2.PDF", "Plan 2.pdf"),
        ("図面.pdf", "document.pdf"),
        ("🏠.png", "document.png"),
        ("%2e%2e%5cplan.pdf", "_2e_2e_5cplan.pdf"),
        ("a;b,c'd.pdf", "a_b_c_d.pdf"),
        ('a"b\\c\r\nX: y.pdf', "a_b_c__X_ y.pdf"),
        ("-rf.pdf", "-rf.pdf"),
    ],
)
def test_the_download_name_is_told_twice(name: str, ascii_name: str) -> None:
    header = disposition(name)
    assert f'filename="{ascii_name}"' in header
    assert unquote(header.rpartition("''")[2]) == name
    assert header.isascii() and header.isprintable()


def test_documents_are_listed_oldest_first(archive: Archive) -> None:
    names = ["b.pdf", "a.pdf", "c.pdf"]
    for name in names:
        archive.store(PDF, name)
    assert [row.file_name for row in Document.of_booking(1)] == names

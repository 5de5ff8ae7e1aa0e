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
from tests.people import People

MB = 1024 * 1024
FORM = "multipart/form-data; boundary=edge"


def test_an_upload_is_answered_with_the_document(archive: Archive, desk: Flask) -> None:
    answer = desk.test_client().post("/files", **multipart(PNG, b"site.png"))
    assert answer.status_code == 201
    assert answer.json == {
        "id": 1,
        "projectId": None,
        "fileName": "site.png",
        "fileSize": len(PNG),
        "fileType": "image/png",
        "documentType": "other",
        "uploadedBy": "visitor",
        "uploadedAt": "2026-05-12T00:00:00Z",
        "thumbnail": None,
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


@pytest.mark.parametrize(
    ("asked", "start", "end"),
    [
        ("bytes=0-99", 0, 100),
        ("bytes=299000-", 299_000, 300_000),
        ("bytes=299000-999999", 299_000, 300_000),
        ("bytes=-5", 299_995, 300_000),
        ("bytes=-999999", 0, 300_000),
        ("BYTES=0-0", 0, 1),
    ],
)
def test_a_part_of_a_download_is_sent_from_the_file(
    archive: Archive, desk: Flask, asked: str, start: int, end: int
) -> None:
    content = (PDF + bytes(range(256)) * 1200)[:299_994] + PDF[-6:]
    document = archive.store(content)
    headers = {"Range": asked, "If-Range": f'"{document.sha256}"'}
    with desk.test_client().get(f"/files/{document.id}", headers=headers) as answer:
        assert (answer.status_code, answer.data) == (206, content[start:end])
        assert answer.headers["Content-Range"] == f"bytes {start}-{end - 1}/300000"
        assert (answer.headers["Content-Length"], answer.headers["Accept-Ranges"]) == (str(end - start), "bytes")
        assert answer.headers["Cache-Control"] == "private, no-store"
    with desk.test_request_context(
        f"/files/{document.id}", headers=headers, environ_overrides={"wsgi.file_wrapper": FileWrapper}
    ) as at:
        sent = desk.wsgi_app(at.request.environ, lambda status, headers: None)
        assert isinstance(sent, FileWrapper) and sent.filelike.tell() == start
        sent.close()


def test_a_part_of_another_file_is_the_whole_of_this_one(archive: Archive, desk: Flask) -> None:
    document = archive.store(PDF)
    headers = {"Range": "bytes=5-9", "If-Range": f'"{"0" * 64}"'}
    with desk.test_client().get(f"/files/{document.id}", headers=headers) as answer:
        assert (answer.status_code, answer.data) == (200, PDF)


@pytest.mark.parametrize(
    "asked", ["octets=0-1", "bytes=9-5", "bytes=a-b", "bytes=", "bytes", "bytes=0-1,4-5", "bytes=" + "9" * 5000 + "-"]
)
def test_what_is_no_part_of_ours_is_ignored(archive: Archive, desk: Flask, asked: str) -> None:
    document = archive.store(PDF)
    with desk.test_client().get(f"/files/{document.id}", headers={"Range": asked}) as answer:
        assert (answer.status_code, answer.data, answer.headers["Accept-Ranges"]) == (200, PDF, "bytes")
    with desk.test_client().head(f"/files/{document.id}", headers={"Range": "bytes=0-1"}) as answer:
        assert (answer.status_code, answer.headers["Content-Length"]) == (200, str(len(PDF)))


@pytest.mark.parametrize("asked", ["bytes=999999-", "bytes=-0"])
def test_a_part_that_is_not_there_is_refused_with_the_size(people: People, asked: str) -> None:
    client = people.client()
    (entry,) = client.get("/api/client/documents").get_json()
    answer = client.get(f"/api/client/documents/{entry['id']}/download", headers={"Range": asked})
    assert (answer.status_code, answer.get_json()["message"]) == (416, "That part is not there.")
    assert answer.headers["Content-Range"] == f"bytes */{entry['fileSize']}"


@pytest.mark.parametrize("part", [{}, {"Range": "bytes=0-3"}])
def test_who_asks_for_another_version_is_refused_and_for_any_served(people: People, part: dict[str, str]) -> None:
    client = people.client()
    (entry,) = client.get("/api/client/documents").get_json()
    where = f"/api/client/documents/{entry['id']}/download"
    with client.get(where) as first:
        etag = first.headers["ETag"]
    for wanted, status in (
        ('"no"', 412),
        (f"W/{etag}", 412),
        ("*", 206 if part else 200),
        (etag, 206 if part else 200),
    ):
        with client.get(where, headers={"If-Match": wanted, **part}) as answer:
            assert answer.status_code == status, wanted
            if status == 412:
                assert answer.get_json()["message"] == "That has changed meanwhile."


def test_who_has_the_file_already_gets_nothing_again(archive: Archive, desk: Flask) -> None:
    document = archive.store(PDF)
    with desk.test_client().get(f"/files/{document.id}") as answer:
        tag = answer.headers["ETag"]
    assert tag == f'"{document.sha256}"'
    with desk.test_client().get(f"/files/{document.id}", headers={"If-None-Match": tag}) as answer:
        assert (answer.status_code, answer.data, answer.headers["ETag"]) == (304, b"", tag)
    with desk.test_client().get(f"/files/{document.id}", headers={"If-None-Match": '"other"'}) as answer:
        assert (answer.status_code, answer.data) == (200, PDF)


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

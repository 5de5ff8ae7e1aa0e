"""Forty hostile files are refused or inert, twenty genuine ones are taken: over HTTP, as a browser sends them."""

import pytest
from document_archive import Archive, multipart
from file_corpus import GENUINE, HOSTILE, Case
from flask import Flask

CASES = {**HOSTILE, **GENUINE}
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Cache-Control": "private, no-store",
}


@pytest.mark.spec("B-04")
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_file_is_refused_in_clear_words_or_given_back_as_it_came(archive: Archive, desk: Flask, case: Case) -> None:
    name, make, status = case
    content = make()
    answer = desk.test_client().post("/files", **multipart(content, name.encode()))
    assert answer.status_code == status, answer.json
    if status != 201:
        assert answer.json["fields"] == {"file": answer.json["message"]} and len(answer.json["message"]) < 400
        assert archive.tree() == archive.before and archive.rows() == []
        return
    (row,) = archive.rows()
    assert archive.files() == [row.stored_name] and len(row.file_name.encode()) <= 255
    with desk.test_client().get(f"/files/{row.id}") as given:
        assert given.data == content
        assert HEADERS.items() <= dict(given.headers).items()
        assert given.headers["Content-Disposition"].startswith("attachment; ") and len(str(given.headers)) < 3000


def test_there_are_forty_hostile_and_twenty_genuine_files() -> None:
    assert len(HOSTILE) >= 40 and len(GENUINE) >= 20
    assert all(status == 201 for _, _, status in GENUINE.values())

"""Forty hostile files are refused or inert, twenty genuine ones are taken: over HTTP, as a browser sends them."""

import pytest
from document_archive import Archive, multipart
from file_corpus import GENUINE, HOSTILE, Case
from flask import Flask

from app.errors import AppError

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


@pytest.mark.spec("B-04")
@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("from outside", "fetches parts from elsewhere"),
        ("object", "holds another file"),
        ("put in", "holds another file"),
        ("macro", "holds macros"),
        ("file packed", "holds another file"),
        ("endless", "unpacks to far more"),
    ],
)
def test_the_refusal_names_its_reason(archive: Archive, word: str, said: str) -> None:
    cases = [
        case
        for name, case in HOSTILE.items()
        if word in name and case[2] == 415 and "rich text" not in name and case[0] != "a.docm"
    ]
    assert cases
    for name, make, _ in cases:
        with pytest.raises(AppError) as refused:
            archive.store(make(), name)
        assert said in refused.value.message, name


def test_there_are_forty_hostile_and_twenty_genuine_files() -> None:
    assert len(HOSTILE) >= 40 and len(GENUINE) >= 20
    assert all(status == 201 for _, _, status in GENUINE.values())

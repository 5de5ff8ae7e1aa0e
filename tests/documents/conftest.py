"""A fresh data folder with one client, one project and two booking drafts, and an app that takes uploads."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from document_archive import NOW, STAMP, Archive
from flask import Flask, request

from app import db, http
from app.documents import actions, rules, serving
from app.documents.models import Document
from app.documents.schemas import DocumentOut
from app.errors import AppError
from tests import databases


@pytest.fixture
def archive(tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Archive]:
    """A fresh archive; temporary files and the working folder lie inside the watched tree too."""
    place = Archive(tmp_path)
    for name in ("data", "outside", "temporary"):
        (tmp_path / name).mkdir()
    (tmp_path / "outside" / "canary.pdf").write_bytes(b"untouched")
    monkeypatch.chdir(tmp_path / "outside")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    databases.put(empty_database, tmp_path / "data")
    db.connect(tmp_path / "data")
    with db.write():
        for statement in (
            "INSERT INTO clients (id, name, email, phone, created_at, updated_at)"
            " VALUES (1, 'Client', 'client@example.com', '0255500134', ?, ?)",
            "INSERT INTO projects (id, client_id, service_type, created_at, updated_at)"
            " VALUES (1, 1, 'consultation', ?, ?)",
            "INSERT INTO bookings (id, visitor_id, created_at, updated_at) VALUES (1, 'visitor', ?, ?)",
            "INSERT INTO bookings (id, visitor_id, created_at, updated_at) VALUES (2, 'other', ?, ?)",
        ):
            db.database.execute_sql(statement, (STAMP, STAMP))
    place.before = place.tree()
    yield place
    db.close()


@pytest.fixture
def desk(archive: Archive) -> Flask:
    """An app with the two routes that documents need: hand in, and get back."""
    app = Flask(__name__)
    app.register_error_handler(AppError, http.refuse)

    @app.post("/files")
    def hand_in() -> Any:
        stream, raw_name = serving.read_upload(request)
        document = actions.store(
            archive.folder,
            stream,
            raw_name,
            booking_id=archive.booking_id,
            uploaded_by=rules.Uploader.VISITOR,
            accepted=rules.BOOKING_EXTENSIONS,
            now=NOW,
        )
        return DocumentOut.model_validate(document).model_dump(mode="json", by_alias=True), 201

    @app.get("/files/<int:number>")
    def get_back(number: int) -> Any:
        return serving.attachment(Document.get_by_id(number), archive.folder)

    return app

"""The verbs of documents: store, remove, open, and the care of their folder.

`folder` is always the documents folder. A file is whole and durable on disk before its row exists, and its
row is gone before the file is; so every row has its file, and what a crash leaves over is found by `sweeping.sweep`.
"""

import logging
import os
from collections.abc import Callable
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

import peewee

from app.db import database, write
from app.documents import disk, rules
from app.documents.disk import Readable, refusal
from app.documents.models import Document
from app.documents.rules import BOOKING_LIMITS, DocumentType, Limits, Uploader
from app.documents.space import DISK, require_space
from app.errors import not_found

log = logging.getLogger("helios.documents")

MISSING = "This document's file is missing. Please contact us and we will find it for you."


def store(
    folder: Path,
    stream: Readable,
    raw_name: str,
    *,
    booking_id: int | None = None,
    project_id: int | None = None,
    uploaded_by: Uploader,
    document_type: DocumentType = DocumentType.OTHER,
    accepted: tuple[str, ...],
    now: datetime,
    limits: Limits = BOOKING_LIMITS,
    counted: peewee.Expression | None = None,
    within: Callable[[], object] | None = None,
    then: Callable[[Document], object] | None = None,
    upload_key: str | None = None,
    need_id: int | None = None,
) -> Document:
    """Check and keep one uploaded file for a booking or a project (exactly one of them).

    File, name and row are durable when this returns. `within` runs first in the row's transaction: it may
    raise to refuse, e.g. when the draft is no longer one; `then` runs last in it, with what follows from the document.
    `limits` count the owner's documents, or those that `counted` finds. AppError, each with its text under `file`: 413
    too large, 415 wrong type by name or content, 422 empty, unusable name or no room left, 507 quota reached, disk
    nearly full or read-only; 404 when the owner does not exist.
    `upload_key` names the act of uploading to that owner: repeating it answers with the first one's document, 409 with
    another file.
    """
    _outside_transactions()
    owner = Document.of_owner(booking_id, project_id)
    counted = owner if counted is None else counted
    name = _accepted_name(raw_name, accepted)
    known = Document.uploaded(owner, upload_key)
    if known is not None:
        return _same(known, name, _digest(stream))
    require_space(folder)
    check_room(counted, name, 0, limits)  # spares the writing; the check that counts is in the transaction
    try:
        kept = disk.keep(folder, stream, name, limits)
    except OSError as error:
        log.error("cannot save a file: %s", error)
        raise refusal("disk", 507, DISK) from error
    row = {
        "booking_id": booking_id,
        "project_id": project_id,
        "file_name": name,
        "file_size": kept.size,
        "file_type": rules.FILE_TYPES[rules.extension(name)],
        "document_type": document_type,
        "stored_name": kept.stored_name,
        "sha256": kept.sha256,
        "upload_key": upload_key,
        "uploaded_by": uploaded_by,
        "uploaded_at": now,
        "need_id": need_id,
        "unopened": uploaded_by != rules.Uploader.STAFF,
    }
    try:
        with write():
            document = Document.uploaded(owner, upload_key)
            if document is not None:
                _same(document, name, kept.sha256)
            else:
                if within is not None:
                    within()
                check_room(counted, name, kept.size, limits)
                document = Document.create(**row)
                if then is not None:
                    then(document)
    except Exception as error:
        disk.discard(folder, kept.stored_name)
        if isinstance(error, peewee.IntegrityError) and "FOREIGN KEY" in str(error):
            raise not_found() from error
        raise
    # Where the same upload has come twice at once, the first one is kept.
    (disk.settle if document.stored_name == kept.stored_name else disk.discard)(folder, kept.stored_name)
    return document


def remove(document: Document, folder: Path, *, within: Callable[[], None] | None = None) -> None:
    """Delete a document: its row, then its file. AppError 404 when the row is gone already.

    `within` runs first in the row's transaction: it may refuse, or write an audit line.
    """
    _outside_transactions()
    disk.mark(folder, document.stored_name)
    try:
        with write():
            if within is not None:
                within()
            if not Document.delete().where(Document.id == document.id).execute():
                raise not_found()
    except BaseException:
        disk.settle(folder, document.stored_name)
        raise
    disk.discard(folder, document.stored_name)


def open_file(document: Document, folder: Path) -> BinaryIO:
    """The document's file, open for reading. AppError 404 when it is missing or not of the recorded size."""
    try:
        file = open(disk.path_of(folder, document.stored_name), "rb")  # noqa: SIM115 - the caller closes it
    except OSError as error:
        log.error("document %s cannot be read: %s", document.id, error)
        raise not_found(MISSING) from error
    if os.fstat(file.fileno()).st_size != document.file_size:
        file.close()
        log.error("document %s has another size than recorded", document.id)
        raise not_found(MISSING)
    return file


def faults(folder: Path, thorough: bool = False) -> list[tuple[Document, str]]:
    """The documents whose file is not the one that was recorded, each with what is wrong; in words.

    thorough: read every file through and compare its digest, too.
    """
    found = []
    for document in Document.select().order_by(Document.id):
        sha256 = document.sha256 if thorough else None
        what = disk.fault(folder, document.stored_name, document.file_size, sha256)
        if what:
            found.append((document, what))
    return found


def check_room(owner: peewee.Expression, name: str, size: int, limits: Limits) -> None:
    """AppError 422, 507 for a quota, when there is no room beside the documents of `owner` for one of `size` bytes."""
    total = peewee.fn.COALESCE(peewee.fn.SUM(Document.file_size), 0)
    held, held_bytes = Document.select(peewee.fn.COUNT(Document.id), total).where(owner).scalar(as_tuple=True)
    problem = rules.room_problem(name, size, held, held_bytes, limits)
    if problem:
        raise refusal("no_room", 507 if limits.is_quota else 422, problem)


def _same(known: Document, name: str, digest: str) -> Document:
    """What an upload's key made before; AppError 409 where another file comes under it."""
    if (known.file_name, known.sha256) != (name, digest):
        raise refusal("another_file", 409, rules.ANOTHER_FILE)
    return known


def _digest(stream: Readable) -> str:
    found = sha256()
    while chunk := stream.read(disk.CHUNK):
        found.update(chunk)
    return found.hexdigest()


def _outside_transactions() -> None:
    # A rollback cannot bring a file back, and a slow upload must not hold the write lock.
    if database.in_transaction():
        raise RuntimeError("documents are stored and removed outside of transactions")


def _accepted_name(raw_name: str, accepted: tuple[str, ...]) -> str:
    try:
        name = rules.clean_name(raw_name)
    except rules.UnusableName as error:
        raise refusal("unusable_name", 422, str(error)) from None
    problem = rules.type_problem(name, accepted)
    if problem:
        raise refusal("invalid_type", 415, problem)
    return name

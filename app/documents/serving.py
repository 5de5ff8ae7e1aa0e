"""Documents over HTTP: how an upload is read and how a file is given back."""

import unicodedata
from pathlib import Path
from typing import IO, Any, BinaryIO, cast
from urllib.parse import quote

from flask import Request, Response, request
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge
from werkzeug.formparser import FormDataParser
from werkzeug.wsgi import wrap_file

from app.documents import rules
from app.documents.actions import open_file
from app.documents.disk import refusal
from app.documents.models import Document

NO_FILE = "Please choose a file."
ONE_FILE = "Please send one file at a time."
MALFORMED = "We could not read the upload. Please try again."
NOT_MULTIPART = "Please send the file as a form."
TOO_LARGE = "The file is too large. Maximum size is 10MB."


class _StrictParser(FormDataParser):
    """Werkzeug's parser takes a malformed body for an empty one, and forgets the files that it began."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{**options, "silent": False})
        make, self._made = self.stream_factory, list[IO[bytes]]()

        def begin(*args: Any, **options: Any) -> IO[bytes]:
            self._made.append(make(*args, **options))
            return self._made[-1]

        self.stream_factory = begin

    def parse(self, *args: Any, **options: Any) -> Any:
        try:
            return super().parse(*args, **options)
        except BaseException:
            for stream in self._made:
                stream.close()
            raise


def read_upload(request: Request) -> tuple[BinaryIO, str]:
    """The stream and the sender's name of the single part `file`; `request.form` has the other fields then.

    AppError with a text under `file`: 400 malformed, 413 body over 32 MiB, 415 not multipart, 422 no file or
    several.
    """
    if request.mimetype != "multipart/form-data":
        raise refusal("unsupported", 415, NOT_MULTIPART)
    request.max_content_length = rules.MAX_BODY_BYTES
    request.form_data_parser_class = _StrictParser
    try:
        parts = list(request.files.items(multi=True))
    except RequestEntityTooLarge:
        raise refusal("too_large", 413, TOO_LARGE) from None
    except (ValueError, BadRequest):
        raise refusal("malformed", 400, MALFORMED) from None
    if len(parts) > 1:
        raise refusal("several_files", 422, ONE_FILE)
    if not parts or parts[0][0] != "file" or not parts[0][1].filename:
        raise refusal("no_file", 422, NO_FILE)
    part = parts[0][1]
    return cast(BinaryIO, part.stream), str(part.filename)


def attachment(document: Document, folder: Path) -> Response:
    """The document as a download that no browser renders. AppError 404 when its file is missing.

    The caller has found `document` through its owner.
    """
    handle = open_file(document, folder)
    # The server's own wrapper: waitress then sends from the file, where it would else copy all of it beforehand.
    response = Response(wrap_file(request.environ, handle), mimetype=document.file_type, direct_passthrough=True)
    response.call_on_close(handle.close)
    response.content_length = document.file_size
    response.headers["Content-Disposition"] = disposition(document.file_name)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Content-Security-Policy"] = "sandbox; default-src 'none'"
    response.headers["Cache-Control"] = "private, no-store"
    return response


def disposition(name: str) -> str:
    """The Content-Disposition of a download: an ASCII name for old programs, then the real one (RFC 5987)."""
    stem, ending = rules.split_name(name)
    plain = unicodedata.normalize("NFKD", stem).encode("ascii", "ignore").decode()
    safe = "".join(char if char.isalnum() or char in " ._-()+" else "_" for char in plain).strip(" .")
    old = (safe if safe.strip("_") else "document") + ending
    return f"attachment; filename=\"{old}\"; filename*=UTF-8''{quote(name, safe='')}"

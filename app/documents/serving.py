"""Documents over HTTP: how an upload is read and how a file is given back."""

import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, BinaryIO, cast
from urllib.parse import quote

from flask import Request, Response, request
from werkzeug.exceptions import BadRequest, PreconditionFailed, RequestedRangeNotSatisfiable, RequestEntityTooLarge
from werkzeug.formparser import FormDataParser
from werkzeug.wsgi import wrap_file

from app.documents import pack, rules, thumbnails
from app.documents.actions import open_file
from app.documents.disk import refusal
from app.documents.models import Document
from app.documents.rules import DocumentType
from app.errors import invalid, not_found
from app.site import byte_range

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
    return cast(BinaryIO, part.stream), str(part.filename)  # Werkzeug says IO[bytes], which is the same to us


def document_type(request: Request) -> DocumentType:
    """What the form that was sent says that its file is; AppError 422 when it is nothing of ours."""
    kind = request.form.get("documentType", DocumentType.OTHER)
    if kind not in set(DocumentType):
        raise invalid({"documentType": f"Invalid enum value. Expected {', '.join(DocumentType)}"})
    return DocumentType(kind)


def attachment(document: Document, folder: Path) -> Response:
    """The document as a download that no browser renders, whole or the part that is asked for.

    AppError 404 when its file is missing; RequestedRangeNotSatisfiable; PreconditionFailed when another version is
    asked for. The caller has found `document` through its owner.
    """
    wanted = request.if_match  # before any range (RFC 9110, 13.2.2)
    if wanted and not (wanted.star_tag or wanted.is_strong(document.sha256)):
        raise PreconditionFailed
    handle = open_file(document, folder)
    response = _download(handle, document.file_name, document.file_type, document.file_size)
    response.set_etag(document.sha256)
    try:
        response.make_conditional(_asked(document.file_size), accept_ranges=True, complete_length=document.file_size)
    except RequestedRangeNotSatisfiable:
        handle.close()
        raise
    if response.status_code == 206 and "wsgi.file_wrapper" in request.environ:
        # It sends no more than the length says (PEP 3333); of what werkzeug cuts out it could not send from the file.
        handle.seek(response.content_range.start or 0)
        response.response = wrap_file(request.environ, handle)
    return _begun(response)


def all_of(documents: Sequence[Document], folder: Path, name: str) -> Response:
    """These documents as one ZIP of that name, made while it is sent; a file that is missing is named in it.

    The caller has found them through their owner.
    """
    return zip_of(pack.entries(documents, folder), name)


def zip_of(entries: Sequence[pack.Entry], name: str) -> Response:
    """These files as one ZIP of that name, made while it is sent."""
    packed = pack.Pack(entries)
    return _begun(_download(packed, name, "application/zip", packed.size))


def thumbnail(document: Document, digest: str, folder: Path) -> Response:
    """The thumbnail of a picture, which no browser keeps: others may use it, too.

    AppError 404 where there is none at this address (yet). The caller has found `document` through its owner.
    """
    made = thumbnails.read(document, folder) if digest == document.thumbnail else None
    if made is None:
        raise not_found()
    response = Response(made, mimetype="image/jpeg")
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Content-Security-Policy"] = "sandbox; default-src 'none'"
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _asked(size: int) -> dict[str, Any]:
    """The request with the one range that it asks for in its plainest form; without one that is to be ignored.

    Werkzeug refuses what RFC 9110 (14.2) has ignored: another unit, a malformed range; and a suffix that is too long.
    """
    asked = dict(request.environ)
    asked.pop("HTTP_IF_MATCH", "")  # attachment() has judged it
    wanted = asked.pop("HTTP_RANGE", "")
    part = byte_range(wanted, size) if request.method == "GET" else None
    if part is not None:
        first, end = part
        asked["HTTP_RANGE"] = f"bytes={first}-{end - 1}" if part != (0, 0) else f"bytes={size}-"
    return asked


def was_sent(response: Response) -> bool:
    """Whether the one who asked gets content: not who has it already, nor who asks only how large it is."""
    return request.method != "HEAD" and response.status_code in (200, 206)


def _download(file: Any, name: str, kind: str, size: int) -> Response:
    # The server's own wrapper: waitress then sends from the file, where it would else copy all of it beforehand.
    response = Response(wrap_file(request.environ, file), mimetype=kind, direct_passthrough=True)
    response.call_on_close(file.close)
    response.content_length = size
    return as_download(response, name)


def _begun(response: Response) -> Response:
    if not was_sent(response):
        response.close()  # nobody will read the file
    return response


def as_download(response: Response, name: str) -> Response:
    """`response`, a file called `name`, as a download that no browser renders or keeps."""
    response.headers["Content-Disposition"] = disposition(name)
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

"""Documents on disk: generated names, whole files only, nothing left over after a failure.

A file lies at `<documents folder>/<2 hex>/<32 hex>.<extension>`; no part of that is the sender's text.
"""

import errno
import logging
import os
import re
import secrets
import shutil
import stat
from contextlib import suppress
from dataclasses import dataclass
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Protocol

from app.documents import rules
from app.documents.rules import Limits
from app.durable import sync_folder
from app.errors import AppError

log = logging.getLogger("helios.documents")

CHUNK = 256 * 1024
UNFINISHED = ".part"
THUMBNAIL = ".thumb"
SET_ASIDE = ".set-aside"
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS}
_STORED_NAME = re.compile(r"[0-9a-f]{2}/[0-9a-f]{32}\.[a-z]{3,4}")


class Readable(Protocol):
    """What an upload is read from."""

    def read(self, size: int, /) -> bytes:
        """At most `size` further bytes; b"" at the end."""


@dataclass(frozen=True)
class Kept:
    """A file that is whole and durable: its path below the documents folder, bytes and hex digest."""

    stored_name: str
    size: int
    sha256: str


def refusal(code: str, status: int, text: str) -> AppError:
    """An AppError about the file, with its text both as the message and under `file`."""
    return AppError(code, status, text, {"file": text})


def keep(folder: Path, stream: Readable, name: str, limits: Limits) -> Kept:
    """Write the upload of the clean `name` below `folder`, checked and durable.

    AppError 413 too large, 422 empty, 415 when the content is not the extension's; OSError as the disk says.
    In every case but success no file is left. Its unfinished twin lies beside it until `settle`.
    """
    from app.documents import content  # what looks into files, which no start waits for

    drawn = secrets.token_hex(16)
    stored_name = f"{drawn[:2]}/{drawn}.{rules.extension(name)}"
    final = folder / stored_name
    part = final.with_name(final.name + UNFINISHED)
    for level in (folder, final.parent):
        level.mkdir(mode=0o700, exist_ok=True)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    try:
        try:
            size, digest = _copy(stream, handle, name, limits)
            os.fsync(handle)
        finally:
            os.close(handle)
        problem = content.problem(part, name)
        if problem:
            raise refusal("invalid_content", 415, problem)
        _give_name(part, final)
        # A parallel upload may have made these folders and not yet made them durable.
        for level in (final.parent, folder, folder.parent):
            sync_folder(level)
    except BaseException:
        if _unlink(final):
            _unlink(part)
        raise
    return Kept(stored_name, size, digest)


def _give_name(part: Path, final: Path) -> None:
    # The unfinished twin stays until the row is there: only so can a file that lost its row be told from one that never
    # had any. A disk without links does without.
    try:
        os.link(part, final)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        os.rename(part, final)


def _copy(stream: Readable, handle: int, name: str, limits: Limits) -> tuple[int, str]:
    """Copy `stream` to the open file; its size and digest. Stops as soon as it is too large."""
    size, digest = 0, sha256()
    while chunk := stream.read(CHUNK):
        size += len(chunk)
        if size > limits.file_bytes:
            break
        digest.update(chunk)
        rest = memoryview(chunk)
        while rest:
            rest = rest[os.write(handle, rest) :]
    problem = rules.size_problem(name, size, limits)
    if problem:
        raise refusal("too_large", 413, problem) if size else refusal("empty", 422, problem)
    return size, digest.hexdigest()


def is_ours(stored_name: str) -> bool:
    """Whether a path below the documents folder is one that `keep` gives."""
    return _STORED_NAME.fullmatch(stored_name) is not None


def path_of(folder: Path, stored_name: str) -> Path:
    """Where a stored file lies; FileNotFoundError for a name that `keep` never gives."""
    if not is_ours(stored_name):
        raise FileNotFoundError(stored_name)
    return folder / stored_name


def thumbnail_of(folder: Path, stored_name: str) -> Path:
    """Where the thumbnail of a stored picture lies; FileNotFoundError for a name that `keep` never gives."""
    path = path_of(folder, stored_name)
    return path.with_name(path.name + THUMBNAIL)


def digest(path: Path) -> str:
    """The hex digest of a file as it is now. OSError as the disk says."""
    with open(path, "rb") as file:
        return file_digest(file, "sha256").hexdigest()


def discard(folder: Path, stored_name: str) -> None:
    """Remove a file that no row names, its thumbnail and its unfinished twin.

    Where the disk refuses, the next sweep tries again.
    """
    if is_ours(stored_name.removesuffix(UNFINISHED)) and _unlink(folder / stored_name) and is_ours(stored_name):
        _unlink(folder / (stored_name + THUMBNAIL))
        _unlink(folder / (stored_name + UNFINISHED))


def _unlink(path: Path) -> bool:
    """Whether the file is gone now."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        log.warning("cannot remove a file: %s", error)
        return False
    return True


def mark(folder: Path, stored_name: str) -> None:
    """Put the unfinished twin beside a file that is about to lose its row: a crash meanwhile leaves it in doubt."""
    with suppress(OSError):
        os.link(folder / stored_name, folder / (stored_name + UNFINISHED))


def settle(folder: Path, stored_name: str) -> None:
    """Remove the twin: the file has its row, and from now on a file without one is somebody's lost document."""
    _unlink(folder / (stored_name + UNFINISHED))


def fault(folder: Path, stored_name: str, size: int, sha256: str | None) -> str | None:
    """What is wrong with a file that was kept with `size` bytes, in words; sha256: read it through and compare."""
    if not is_ours(stored_name):
        return "is recorded at a place outside the documents"
    path = folder / stored_name
    try:
        there = path.lstat()
        if not stat.S_ISREG(there.st_mode):
            return "is no file of its own, but leads elsewhere"
        if there.st_size != size:
            return f"has {there.st_size} bytes, but {size} were uploaded"
        if sha256 is not None and digest(path) != sha256:
            return "is not what was uploaded any more"
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return None


def space(folder: Path) -> tuple[int, int]:
    """The bytes that are free on the disk of `folder`, and all of them. OSError as the disk says."""
    there = next(path for path in (folder, *folder.parents) if path.exists())
    usage = shutil.disk_usage(there)
    return usage.free, usage.total

"""Several files as one ZIP that is made while it is read: nothing is packed, nothing lies in memory or on disk.

What sends a file can send it, without a thread that waits for a slow client.
"""

import logging
import os
import zipfile
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from io import BytesIO, FileIO, RawIOBase
from pathlib import Path
from typing import Any

from app.clock import in_sydney
from app.documents import disk, rules
from app.documents.models import Document

log = logging.getLogger("helios.documents")

MISSING = "These documents are missing here. Please contact us and we will find them for you:"
MISSING_NAME = "Missing documents.txt"  # no document of ours has that ending
CHUNK = 64 * 1024
# APPNOTE 4.3: what stands around a name and its content, and at the end. Together they stay below 4 GB (rules.py).
_AROUND_BYTES = 30 + 16 + 46
_END_BYTES = 22


@dataclass(frozen=True)
class Entry:
    """A file of the ZIP: a name that no other has, what opens it, its bytes, and when it was written (local time)."""

    name: str
    open: Callable[[], BytesIO | FileIO]
    size: int
    written: datetime


class _Sink(RawIOBase):
    """Where zipfile writes what is taken away at once; nobody goes back in it."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []

    def write(self, data: Any) -> int:
        piece = bytes(data)
        self._waiting.append(piece)
        return len(piece)

    def take(self) -> bytes:
        taken, self._waiting = b"".join(self._waiting), []
        return taken


def _made(entries: Sequence[Entry]) -> Generator[bytes]:
    """The ZIP in pieces; OSError when a file is gone or has another size by now."""
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_STORED) as archive:
        for entry in entries:
            info = zipfile.ZipInfo(entry.name, entry.written.timetuple()[:6])
            left = entry.size
            with entry.open() as source, archive.open(info, "w") as target:
                while chunk := source.read(CHUNK):
                    left -= len(chunk)
                    target.write(chunk)
                    yield sink.take()
            if left:
                raise OSError(f"{entry.name} has another size than recorded")
            yield sink.take()
    yield sink.take()


def entries(documents: Sequence[Document], folder: Path) -> list[Entry]:
    """What a ZIP of these holds: the files under names of their own, and a text that names those missing."""
    names = rules.unique_names([document.file_name for document in documents])
    found, missing = list[Entry](), list[str]()
    for document, name in zip(documents, names, strict=True):
        if disk.fault(folder, document.stored_name, document.file_size, None):
            log.error("document %s is missing in a ZIP", document.id)
            missing.append(name)
            continue
        path = disk.path_of(folder, document.stored_name)
        written = in_sydney(document.uploaded_at)
        found.append(Entry(name, partial(FileIO, path), document.file_size, written))
    if missing:
        text = "\r\n".join([MISSING, "", *missing, ""]).encode()
        found.append(Entry(MISSING_NAME, partial(BytesIO, text), len(text), in_sydney(documents[-1].uploaded_at)))
    return found


class Pack:
    """The ZIP as a file to read once: one goes back in it only to where the last reading began."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.size = _END_BYTES + sum(_AROUND_BYTES + 2 * len(each.name.encode()) + each.size for each in entries)
        self._rest = _made(entries)
        self._held, self._held_from, self._at = bytearray(), 0, 0

    def read(self, count: int) -> bytes:
        """The next `count` bytes, fewer at the end. OSError when what comes is not what was announced."""
        del self._held[: self._at - self._held_from]
        self._held_from = self._at
        while len(self._held) < count and (piece := next(self._rest, None)) is not None:
            self._held += piece
        if self._at + count >= self.size != self._held_from + len(self._held):
            raise OSError("the ZIP has another size than announced")
        read = bytes(self._held[:count])
        self._at += len(read)
        return read

    def seekable(self) -> bool:
        """Whether a reading can be repeated."""
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to a place; reading begins there."""
        self._at = offset + (0, self._at, self.size)[whence]
        return self._at

    def tell(self) -> int:
        """The present place."""
        return self._at

    def close(self) -> None:
        """Let go of the file that is open."""
        self._rest.close()

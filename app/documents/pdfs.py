"""A PDF: whether it is one, and whether it asks to start a program.

Only that action is refused (Launch, ISO 32000-2, 12.6.4.6): forms of authorities have scripts, which readers keep to
the document. Seen: its name wherever it stands in the file, also with its letters as #xx (7.3.5), and in object streams
that are packed the common way (Flate without a predictor). Not seen: what is packed twice or otherwise, or encrypted.
"""

import mmap
import re
import zlib
from collections.abc import Iterator
from typing import BinaryIO

import filetype

from app.documents import images, rules

MAX_UNPACKED_BYTES = 128 * 1024 * 1024  # of all object streams together; a drawing of 10 MB has a tenth of it
_STEP = 1024 * 1024
_LONGEST_DICTIONARY = 2048


def _name(letters: bytes) -> bytes:
    """What finds a name in any spelling, before a delimiter."""
    spelled = (b"(?:%s|#(?i:%02x))" % (re.escape(bytes([letter])), letter) for letter in letters)
    return b"/" + b"".join(spelled) + rb"(?![^\x00\t\n\x0c\r ()<>\[\]{}/%])"


LAUNCH = re.compile(_name(b"Launch"))
_OBJECTS = re.compile(_name(b"ObjStm"))
# Without a look at what stands before it: only what begins with letters is searched for fast, and as long as it takes
# nobody else gets an answer. "endstream" is left out where it is found.
_STREAM = re.compile(rb"stream\r?\n")
_LONGEST_NAME = 1 + 3 * len(b"Launch") + 1


class _TooMuch(Exception):
    """Object streams unpack to more than a document needs."""


def problem(file: BinaryIO) -> str | None:
    """A PDF begins with its mark, and ends with the mark of its end, as readers look for it; it starts no program."""
    # Readers tolerate text before the mark, browsers do not: such a file could be two things at once.
    file.seek(0)
    head = file.read(8)
    begins = head.startswith(b"%PDF-") and filetype.archive_match(head)
    if not begins or b"%%EOF" not in images.tail(file):
        return rules.MISMATCH
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        try:
            return rules.COMMANDS if LAUNCH.search(data) or any(map(_launches, _object_streams(data))) else None
        except _TooMuch:
            return rules.UNSAFE


def _launches(pieces: Iterator[bytes]) -> bool:
    before = b""
    for piece in pieces:
        seen = before + piece
        if LAUNCH.search(seen):
            return True
        before = seen[-_LONGEST_NAME:]
    return False


def _object_streams(data: mmap.mmap) -> Iterator[Iterator[bytes]]:
    left = MAX_UNPACKED_BYTES

    def unpacked(start: int) -> Iterator[bytes]:
        nonlocal left
        inflate, at = zlib.decompressobj(), start
        while not inflate.eof and at < len(data):
            rest = data[at : at + _STEP]
            at += len(rest)
            while rest:
                try:
                    piece = inflate.decompress(rest, _STEP)
                except zlib.error:
                    return
                left -= len(piece)
                if left < 0:
                    raise _TooMuch
                yield piece
                rest = b"" if inflate.eof else inflate.unconsumed_tail

    for found in _STREAM.finditer(data):
        if data[max(0, found.start() - 3) : found.start()] == b"end":
            continue
        dictionary = data[max(0, found.start() - _LONGEST_DICTIONARY) : found.start()]
        if _OBJECTS.search(dictionary, dictionary.rfind(b"endobj") + 1):
            yield unpacked(found.end())

"""A PDF: whether it is one, and whether it asks to start a program.

Only that action is refused (Launch, ISO 32000-2, 12.6.4.6): forms of authorities have scripts, which readers keep to
the document. Seen: its name wherever it stands in the file, also with its letters as #xx (7.3.5), and in object streams
that are packed as programs pack them (Flate without a predictor), whole or not. Those that are packed otherwise are
refused, as far as they say so plainly. Not seen: what is encrypted, as many a surveyor's plans are.
"""

import mmap
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, BinaryIO

import filetype

from app.documents import images, rules

MAX_UNPACKED_BYTES = 128 * 1024 * 1024  # of all object streams, packed and not; a drawing of 10 MB has a tenth of it
_STEP = 1024 * 1024
_SMALL_STEP = 256  # unpacks to a quarter of the other at most
_LONGEST_DICTIONARY = 2048


def _name(letters: bytes) -> bytes:
    """What finds a name in any spelling, before a delimiter."""
    spelled = (b"(?:%s|#(?i:%02x))" % (re.escape(bytes([letter])), letter) for letter in letters)
    return b"/" + b"".join(spelled) + rb"(?![^\x00\t\n\x0c\r ()<>\[\]{}/%])"


LAUNCH = re.compile(_name(b"Launch"))
_OBJECTS = re.compile(_name(b"ObjStm"))
# Every way to pack but Flate, and what is read before it (7.4).
_OTHER_PACKING = re.compile(
    b"|".join(map(_name, b"ASCIIHexDecode AHx ASCII85Decode A85 LZWDecode LZW RunLengthDecode RL Crypt".split()))
    + rb"|/Predictor\s*(?!1\D)"
)
_FLATE = re.compile(_name(b"FlateDecode") + b"|" + _name(b"Fl"))
# Without a look at what stands before it: only what begins with letters is searched for fast, and as long as it takes
# nobody else gets an answer. "endstream" is left out where it is found.
_STREAM = re.compile(rb"stream\r?\n")
_LONGEST_NAME = 1 + 3 * len(b"Launch") + 1


class _Refused(Exception):
    """Object streams cannot be looked into; why, in words for the visitor."""


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
        except _Refused as refused:
            return str(refused)


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
        for piece, packed in _inflated(data, start + 2):
            left -= len(piece) + packed
            if left < 0:
                raise _Refused(rules.UNSAFE)
            yield piece

    before = 0
    for found in _STREAM.finditer(data):
        if data[max(0, found.start() - 3) : found.start()] == b"end":
            continue
        at = max(0, found.start() - _LONGEST_DICTIONARY)
        if named := _OBJECTS.search(data, at, found.start()):
            # The stream of another object that comes soon after is only looked into.
            if named.start() >= before and _is_packed_otherwise(data, at, named.start(), found.start()):
                raise _Refused(rules.UNCHECKED)
            yield unpacked(found.end())
        before = found.end()


def _is_packed_otherwise(data: mmap.mmap, at: int, name: int, end: int) -> bool:
    """Whether the dictionary around that name says that its stream is packed in a way that is not looked into."""
    begins = max(at, data.rfind(b"obj", at, name))
    return bool(_OTHER_PACKING.search(data, begins, end)) or len(_FLATE.findall(data, begins, end)) > 1


def _inflated(data: mmap.mmap, at: int) -> Iterator[tuple[bytes, int]]:
    """What was packed from `at` on, in pieces, each with how many bytes it was packed in.

    As far as it can be read: readers show what is cut or has a wrong sum.
    """
    inflate = zlib.decompressobj(wbits=-zlib.MAX_WBITS)  # behind its two bytes of header, and without its sum
    while not inflate.eof and at < len(data):
        rest = data[at : at + _STEP]
        at += len(rest)
        while rest:
            kept = inflate.copy()
            try:
                piece = inflate.decompress(rest, _STEP)
            except zlib.error:
                yield from _to_the_fault(kept, rest)
                return
            left = b"" if inflate.eof else inflate.unconsumed_tail
            yield piece, len(rest) - len(left)
            rest = left


def _to_the_fault(inflate: Any, packed: bytes) -> Iterator[tuple[bytes, int]]:
    """The pieces of `packed` before the one that cannot be unpacked, and that byte by byte."""
    for at in range(0, len(packed), _SMALL_STEP):
        few, kept = packed[at : at + _SMALL_STEP], inflate.copy()
        try:
            yield inflate.decompress(few), len(few)
        except zlib.error:
            with suppress(zlib.error):
                for each in few:
                    yield kept.decompress(bytes([each])), 1
            return

"""Whether a file's bytes are what its extension says. Nothing is kept unpacked, rendered or run."""

import mmap
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import filetype

from app.documents import rules
from app.documents.parts import agrees, is_dense, unpacks_to_more

MAX_PARTS = 5_000  # of an Office archive; a long report with many pictures has some hundreds
MAX_DIRECTORY_BYTES = 1024 * 1024
MAX_UNPACKED_BYTES = 256 * 1024 * 1024
MAX_TYPES_BYTES = 256 * 1024  # of the part that lists the others' types

_OLE_MAGIC = bytes.fromhex("d0cf11e0a1b11ae1")
_OLE_ENTRY = 128
# zipfile has no common base for what a damaged, encrypted or exotic archive raises.
_UNREADABLE = (zipfile.BadZipFile, zlib.error, struct.error, RuntimeError, ValueError, EOFError, KeyError)
_END = b"PK\x05\x06"
_END_BYTES = 22
_END_WIDE = b"PK\x06\x07"
_LONGEST_COMMENT = 65_535


def problem(path: Path, name: str) -> str | None:
    """What is wrong with the content of `path` under its clean `name`, in words for the visitor, or None."""
    kind = rules.extension(name)
    with open(path, "rb") as file:
        found = _CHECKS[kind](file)
    return found.format(name=name, kind="JPEG" if kind == "jpg" else kind.upper()) if found else None


def _pdf(file: BinaryIO) -> str | None:
    # Readers tolerate text before the mark, browsers do not: such a file could be two things at once.
    head = file.read(8)
    return None if head.startswith(b"%PDF-") and filetype.archive_match(head) else rules.MISMATCH


def _jpg(file: BinaryIO) -> str | None:
    """A JPEG has a frame and a scan; without them it is only a mark."""
    head = file.read(262)
    matched = filetype.image_match(head)
    if matched is None or matched.mime != "image/jpeg":
        return rules.MISMATCH
    file.seek(2)
    framed = False
    for marker, length in _segments(file):
        file.seek(length, 1)
        if marker == 0xDA:
            return None if framed and file.read(1) else rules.MISMATCH
        framed = framed or (0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC))
    return rules.MISMATCH


def _segments(file: BinaryIO) -> Iterator[tuple[int, int]]:
    """The (marker, bytes that follow) of a JPEG's segments; ends where the structure does."""
    while True:
        start = file.read(2)
        while start[:1] == b"\xff" and start[1:] == b"\xff":  # fill bytes
            start = start[1:] + file.read(1)
        length = int.from_bytes(file.read(2))
        if len(start) < 2 or start[0] != 0xFF or start[1] < 0xC0 or length < 2:
            return
        yield start[1], length - 2


def _png(file: BinaryIO) -> str | None:
    """A PNG begins with a header chunk that tells a size, and more follows."""
    head = file.read(33)
    matched = filetype.image_match(head)
    if matched is None or matched.mime != "image/png":
        return rules.MISMATCH
    sized = head[8:16] == b"\x00\x00\x00\rIHDR" and head[16:20] != bytes(4) and head[20:24] != bytes(4)
    return None if sized and len(file.read(8)) == 8 else rules.MISMATCH


def _ole(*streams: str) -> Callable[[BinaryIO], str | None]:
    """A check for an OLE file whose directory holds a stream of one of these names."""

    def check(file: BinaryIO) -> str | None:
        return None if _ole_holds(file, streams) else rules.MISMATCH

    return check


def _ole_holds(file: BinaryIO, streams: tuple[str, ...]) -> bool:
    file.seek(0)
    if file.read(8) != _OLE_MAGIC:
        return False
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return any(_ole_entry(data, stream) for stream in streams)


def _ole_entry(data: mmap.mmap, stream: str) -> bool:
    """Whether a directory entry has that name: UTF-16 text in 64 bytes, its length, then type 2 (stream)."""
    text = stream.encode("utf-16-le") + b"\x00\x00"
    length_and_type = len(text).to_bytes(2, "little") + b"\x02"
    at = data.find(text)
    while at != -1 and (at % _OLE_ENTRY or data[at + 64 : at + 67] != length_and_type):
        at = data.find(text, at + 1)
    return at != -1


def _office(folder: str, language: bytes) -> Callable[[BinaryIO], str | None]:
    """A check for an Office archive with parts in `folder`, whose type list speaks `language`."""

    def check(file: BinaryIO) -> str | None:
        if _ole_holds(file, ("EncryptedPackage",)):
            return rules.PROTECTED
        if not _has_small_directory(file):
            return rules.MISMATCH
        file.seek(0)
        try:
            with zipfile.ZipFile(file) as archive:
                return _office_problem(archive, folder, language, file.seek(0, 2)) or _lies(file, archive)
        except _UNREADABLE:
            return rules.MISMATCH

    return check


def _has_small_directory(file: BinaryIO) -> bool:
    """Whether the archive begins and ends plainly and its directory is small enough to be read at once."""
    file.seek(0)
    begins = file.read(4) == b"PK\x03\x04"
    size = file.seek(0, 2)
    file.seek(max(0, size - _END_BYTES - _LONGEST_COMMENT))
    tail = file.read()
    at = tail.rfind(_END)
    if not begins or at == -1 or len(tail) - at < _END_BYTES or _END_WIDE in tail[max(0, at - 20) : at]:
        return False
    directory, start = (int.from_bytes(tail[at + off : at + off + 4], "little") for off in (12, 16))
    comment = int.from_bytes(tail[at + 20 : at + 22], "little")
    ends_with_file = at + _END_BYTES + comment == len(tail)
    return ends_with_file and directory <= MAX_DIRECTORY_BYTES and start + directory == size - len(tail) + at


def _office_problem(archive: zipfile.ZipFile, folder: str, language: bytes, size: int) -> str | None:
    parts = archive.infolist()
    names = {part.filename for part in parts}
    plain = all(part.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for part in parts)
    macros = any(name.lower().endswith("vbaproject.bin") for name in names)
    if not plain or macros or "[Content_Types].xml" not in names or not any(n.startswith(folder) for n in names):
        return rules.MISMATCH
    # Parts that share bytes add up to more than the file: the densest bombs are made so.
    overlapping = sum(part.compress_size for part in parts) > size
    whole = sum(part.file_size for part in parts)
    if overlapping or len(parts) > MAX_PARTS or whole > MAX_UNPACKED_BYTES or any(map(is_dense, parts)):
        return rules.UNSAFE
    with archive.open("[Content_Types].xml") as types:
        return None if language in types.read(MAX_TYPES_BYTES) else rules.MISMATCH


def _lies(file: BinaryIO, archive: zipfile.ZipFile) -> str | None:
    """What is wrong where a part is not what the directory says of it, which is all that was looked at before."""
    parts = archive.infolist()
    if not all(agrees(file, part) for part in parts):
        return rules.MISMATCH
    return rules.UNSAFE if any(unpacks_to_more(file, part) for part in parts) else None


_CHECKS: dict[str, Callable[[BinaryIO], str | None]] = {
    "pdf": _pdf,
    "jpg": _jpg,
    "jpeg": _jpg,
    "png": _png,
    "doc": _ole("WordDocument"),
    "xls": _ole("Workbook", "Book"),
    "docx": _office("word/", b"wordprocessingml"),
    "xlsx": _office("xl/", b"spreadsheetml"),
}

"""Whether a file's bytes are what its extension says. Nothing is kept unpacked, rendered or run."""

import mmap
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import filetype

from app.documents import images, rules
from app.documents.parts import agrees, has_small_directory, is_dense, leaves_its_folder, unpacks_to_more

MAX_PARTS = 5_000  # of an Office archive; a long report with many pictures has some hundreds
MAX_UNPACKED_BYTES = 256 * 1024 * 1024
# What the list of types calls parts with macros, or what holds such parts.
MACRO_TYPES = (b"vbaproject", b"macroenabled", b"activex")
MAX_TYPES_BYTES = 256 * 1024  # of the part that lists the others' types

_OLE_MAGIC = bytes.fromhex("d0cf11e0a1b11ae1")
_OLE_ENTRY = 128
# zipfile has no common base for what a damaged, encrypted or exotic archive raises.
_UNREADABLE = (zipfile.BadZipFile, zlib.error, struct.error, RuntimeError, ValueError, EOFError, KeyError)


def problem(path: Path, name: str) -> str | None:
    """What is wrong with the content of `path` under its clean `name`, in words for the visitor, or None."""
    kind = rules.extension(name)
    with open(path, "rb") as file:
        found = _CHECKS[kind](file)
    return found.format(name=name, kind="JPEG" if kind == "jpg" else kind.upper()) if found else None


def pdf(file: BinaryIO) -> str | None:
    """A PDF begins with its mark, and ends with the mark of its end, as readers look for it."""
    # Readers tolerate text before the mark, browsers do not: such a file could be two things at once.
    head = file.read(8)
    begins = head.startswith(b"%PDF-") and filetype.archive_match(head)
    return None if begins and b"%%EOF" in images.tail(file) else rules.MISMATCH


def _ole(*streams: str) -> Callable[[BinaryIO], str | None]:
    """A check for an OLE file whose directory holds a stream of one of these names."""

    def check(file: BinaryIO) -> str | None:
        if not _ole_holds(file, streams):
            return rules.MISMATCH
        return rules.MACROS if _ole_holds(file, ("_VBA_PROJECT",)) else None

    return check


def _ole_holds(file: BinaryIO, streams: tuple[str, ...]) -> bool:
    file.seek(0)
    if file.read(8) != _OLE_MAGIC:
        return False
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        for stream in streams:
            # A directory entry: the name as UTF-16 text in 64 bytes, its length, then type 2 (stream).
            text = stream.encode("utf-16-le") + b"\x00\x00"
            length_and_type = len(text).to_bytes(2, "little") + b"\x02"
            at = data.find(text)
            while at != -1:
                if at % _OLE_ENTRY == 0 and data[at + 64 : at + 67] == length_and_type:
                    return True
                at = data.find(text, at + 1)
    return False


def _office(folder: str, language: bytes) -> Callable[[BinaryIO], str | None]:
    """A check for an Office archive with parts in `folder`, whose type list speaks `language`."""

    def check(file: BinaryIO) -> str | None:
        if _ole_holds(file, ("EncryptedPackage",)):
            return rules.PROTECTED
        if not has_small_directory(file):
            return rules.MISMATCH
        file.seek(0)
        try:
            with zipfile.ZipFile(file) as archive:
                return _office_problem(file, archive, folder, language)
        except _UNREADABLE:
            return rules.MISMATCH

    return check


def _office_problem(file: BinaryIO, archive: zipfile.ZipFile, folder: str, language: bytes) -> str | None:
    parts = archive.infolist()
    names = {part.filename for part in parts}
    plain = all(part.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for part in parts)
    if any(name.lower().endswith("vbaproject.bin") for name in names):
        return rules.MACROS
    leaving = any(leaves_its_folder(name) for name in names)
    if not plain or leaving or "[Content_Types].xml" not in names or not any(n.startswith(folder) for n in names):
        return rules.MISMATCH
    # Parts that share bytes add up to more than the file: the densest bombs are made so.
    overlapping = sum(part.compress_size for part in parts) > file.seek(0, 2)
    whole = sum(part.file_size for part in parts)
    if overlapping or len(parts) > MAX_PARTS or whole > MAX_UNPACKED_BYTES or any(map(is_dense, parts)):
        return rules.UNSAFE
    with archive.open("[Content_Types].xml") as types:
        said = types.read(MAX_TYPES_BYTES)
    speaks = language in said
    if any(word in said.lower() for word in MACRO_TYPES):
        return rules.MACROS
    # All that was looked at so far is what the directory says of the parts.
    if not speaks or not all(agrees(file, part) for part in parts):
        return rules.MISMATCH
    return rules.UNSAFE if any(unpacks_to_more(file, part) for part in parts) else None


_CHECKS: dict[str, Callable[[BinaryIO], str | None]] = {
    "pdf": pdf,
    "jpg": images.jpeg,
    "jpeg": images.jpeg,
    "png": images.png,
    "doc": _ole("WordDocument"),
    "xls": _ole("Workbook", "Book"),
    "docx": _office("word/", b"wordprocessingml"),
    "xlsx": _office("xl/", b"spreadsheetml"),
}

"""An Office archive: whether it is one, and what it carries or fetches besides its own text."""

import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import BinaryIO

from app.documents import ole, rules, xml_parts
from app.documents.part_lists import NotAList, attributes, relation_problem, types_of, types_problem
from app.documents.parts import agrees, has_small_directory, is_dense, leaves_its_folder, unpacks_to_more

MAX_PARTS = 5_000  # of an Office archive; a long report with many pictures has some hundreds
MAX_UNPACKED_BYTES = 256 * 1024 * 1024
TYPES = "[Content_Types].xml"
MAX_TYPES_BYTES = 1024 * 1024  # of the part that lists the others' types
# Of all lists of relations together, that of a file within counted with its own; 20,000 links make 4 MB.
MAX_RELATIONS_BYTES = 8 * 1024 * 1024
# The sheet behind a chart, itself with a chart: of all that is kept so together, and how deep.
MAX_WITHIN_BYTES, DEEPEST = 32 * 1024 * 1024, 2

_ARCHIVE = b"PK\x03\x04"
_PROGRAMS = (b"MZ", b"\x7fELF", ole.MAGIC)
# zipfile has no common base for what a damaged, encrypted or exotic archive raises.
_UNREADABLE = (zipfile.BadZipFile, zlib.error, struct.error, RuntimeError, ValueError, EOFError, KeyError)


@dataclass
class Left:
    """How many bytes a check may still read of lists of relations, of files within the file, and of XML with fields."""

    relations: int = MAX_RELATIONS_BYTES
    within: int = MAX_WITHIN_BYTES
    xml: xml_parts.Budget = field(default_factory=xml_parts.Budget)


def check(folder: str, language: str) -> Callable[[BinaryIO], str | None]:
    """A check for an Office archive with parts in `folder`, whose type list speaks `language`."""

    def problem(file: BinaryIO) -> str | None:
        if ole.holds(file, ("EncryptedPackage",)):
            return rules.PROTECTED
        if not has_small_directory(file):
            return rules.MISMATCH
        file.seek(0)
        try:
            with zipfile.ZipFile(file) as archive:
                return _problem(file, archive, folder, language)
        except _UNREADABLE:
            return rules.MISMATCH

    return problem


def _problem(file: BinaryIO, archive: zipfile.ZipFile, folder: str, language: str) -> str | None:
    parts = archive.infolist()
    if any(part.filename.lower().endswith("vbaproject.bin") for part in parts):
        return rules.MACROS
    if not _is_package(parts) or not any(part.filename.startswith(folder) for part in parts):
        return rules.MISMATCH
    # Parts that share bytes add up to more than the file: the densest bombs are made so.
    overlapping = sum(part.compress_size for part in parts) > file.seek(0, 2)
    whole = sum(part.file_size for part in parts)
    if overlapping or len(parts) > MAX_PARTS or whole > MAX_UNPACKED_BYTES or any(map(is_dense, parts)):
        return rules.UNSAFE
    types = _types(archive)
    refused = types_problem(types)
    if refused:
        return refused
    # All that was looked at so far is what the directory says of the parts.
    if not any(language in each for each in types) or not all(agrees(file, part) for part in parts):
        return rules.MISMATCH
    if any(unpacks_to_more(file, part) for part in parts):
        return rules.UNSAFE
    return _parts_problem(archive, Left(), 0)


def _is_package(parts: list[zipfile.ZipInfo]) -> bool:
    """Whether the parts are packed plainly, none leaves its folder or has another's name, and one lists the types."""
    names = {part.filename.lower() for part in parts}
    plain = all(part.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for part in parts)
    leaving = any(leaves_its_folder(part.filename) for part in parts)
    # Of two parts of one name, which knows no case, programs read the one or the other (ECMA-376 part 2, 6.3.5).
    return plain and not leaving and len(names) == len(parts) and any(part.filename == TYPES for part in parts)


def _types(archive: zipfile.ZipFile) -> list[str]:
    with archive.open(TYPES) as listed:
        said = listed.read(MAX_TYPES_BYTES + 1)
    if len(said) > MAX_TYPES_BYTES:
        raise NotAList
    return types_of(said)


def _parts_problem(archive: zipfile.ZipFile, left: Left, depth: int) -> str | None:
    for part in archive.infolist():
        name = part.filename.lower()
        with archive.open(part) as opened:
            if ".rels" in name:
                refused = _relations_problem(opened.read(left.relations + 1), left)
            else:
                head = opened.read(64)
                refused = None
                if head.startswith(_PROGRAMS):
                    refused = rules.EMBEDDED
                elif head and (head.startswith(_ARCHIVE) or "embeddings/" in name):
                    refused = _within(head + opened.read(left.within + 1), left, depth + 1)
                elif xml_parts.is_xml(head):
                    opened.seek(0)
                    refused = xml_parts.problem(name, opened, left.xml)
        if refused:
            return refused
    return None


def _relations_problem(xml: bytes, left: Left) -> str | None:
    left.relations -= len(xml)
    if left.relations < 0:
        return rules.UNSAFE
    return next(filter(None, map(relation_problem, attributes(xml))), None)


def _within(content: bytes, left: Left, depth: int) -> str | None:
    """What is wrong with a file that the file carries: only another Office archive may be carried."""
    left.within -= len(content)
    if left.within < 0:
        return rules.UNSAFE
    file = io.BytesIO(content)
    if depth > DEEPEST or not has_small_directory(file):
        return rules.EMBEDDED
    try:
        with zipfile.ZipFile(file) as archive:
            parts = archive.infolist()
            if not _is_package(parts):
                return rules.EMBEDDED
            if len(parts) > MAX_PARTS:
                return rules.UNSAFE
            types = _types(archive)
            spoken = any("officedocument" in each for each in types)
            return types_problem(types) or (_parts_problem(archive, left, depth) if spoken else rules.EMBEDDED)
    except _UNREADABLE:
        return rules.EMBEDDED

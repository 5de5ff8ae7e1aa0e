"""Whether a file's bytes are a JPEG or a PNG."""

import mmap
from collections.abc import Iterator
from typing import BinaryIO

import filetype

from app.documents import rules

# Before the picture's own data, fill bytes counted with them. A colour profile, the most that is cut up so, has 255
# segments at the most (ICC.1, annex B.4); each is skipped whole, however long.
MOST_SEGMENTS = 2_000


def jpeg(file: BinaryIO) -> str | None:
    """A JPEG has a frame, a scan and the mark of its end; without them it is only a mark, or was cut off."""
    head = file.read(262)
    matched = filetype.image_match(head)
    if matched is None or matched.mime != "image/jpeg":
        return rules.MISMATCH
    file.seek(2)
    framed = False
    for marker, length in segments(file):
        rest = file.tell() + length
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            framed, frame = True, file.read(5)
            if _is_flood(frame[1:3], frame[3:5]):
                return rules.FLOOD
        file.seek(rest)
        if marker == 0xDA:
            if not framed or not file.read(1):
                return rules.MISMATCH
            return None if _ends(file) else rules.CUT
    return rules.MISMATCH


def _ends(file: BinaryIO) -> bool:
    """Whether the mark of the end comes after where `file` stands: cameras put more behind it.

    Within a scan no other byte than zero follows 0xFF, except for the marks that are meant (ISO 10918-1, B.1.1.5).
    """
    at = file.tell()
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return data.find(b"\xff\xd9", at) != -1


def segments(file: BinaryIO) -> Iterator[tuple[int, int]]:
    """The (marker, bytes that follow) of a JPEG's segments; ends where the structure does, or after `MOST_SEGMENTS`."""
    start = file.read(2)
    for _ in range(MOST_SEGMENTS):
        if start == b"\xff\xff":  # fill bytes
            start = start[1:] + file.read(1)
            continue
        length = int.from_bytes(file.read(2))
        if len(start) < 2 or start[0] != 0xFF or start[1] < 0xC0 or length < 2:
            return
        yield start[1], length - 2
        start = file.read(2)


def png(file: BinaryIO) -> str | None:
    """A PNG begins with a header chunk that tells a size, and has its last chunk near its end."""
    head = file.read(33)
    matched = filetype.image_match(head)
    if matched is None or matched.mime != "image/png":
        return rules.MISMATCH
    sized = head[8:16] == b"\x00\x00\x00\rIHDR" and head[16:20] != bytes(4) and head[20:24] != bytes(4)
    if not sized or b"IEND" not in tail(file):
        return rules.MISMATCH
    return rules.FLOOD if _is_flood(head[16:20], head[20:24]) else None


def tail(file: BinaryIO) -> bytes:
    """The last 1,024 bytes, in which a file that was not cut off says that it ends (ISO 32000-1, annex H)."""
    file.seek(max(0, file.seek(0, 2) - 1024))
    return file.read()


def _is_flood(one: bytes, other: bytes) -> bool:
    """Whether a picture with such edges (unsigned, the highest byte first) has more pixels than anybody needs."""
    return int.from_bytes(one) * int.from_bytes(other) > rules.MOST_PIXELS

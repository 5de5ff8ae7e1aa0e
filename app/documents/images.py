"""Whether a file's bytes are a JPEG or a PNG."""

from collections.abc import Iterator
from typing import BinaryIO

import filetype

from app.documents import rules


def jpeg(file: BinaryIO) -> str | None:
    """A JPEG has a frame and a scan; without them it is only a mark."""
    head = file.read(262)
    matched = filetype.image_match(head)
    if matched is None or matched.mime != "image/jpeg":
        return rules.MISMATCH
    file.seek(2)
    framed = False
    for marker, length in segments(file):
        file.seek(length, 1)
        if marker == 0xDA:
            return None if framed and file.read(1) else rules.MISMATCH
        framed = framed or (0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC))
    return rules.MISMATCH


def segments(file: BinaryIO) -> Iterator[tuple[int, int]]:
    """The (marker, bytes that follow) of a JPEG's segments; ends where the structure does."""
    while True:
        start = file.read(2)
        while start[:1] == b"\xff" and start[1:] == b"\xff":  # fill bytes
            start = start[1:] + file.read(1)
        length = int.from_bytes(file.read(2))
        if len(start) < 2 or start[0] != 0xFF or start[1] < 0xC0 or length < 2:
            return
        yield start[1], length - 2


def png(file: BinaryIO) -> str | None:
    """A PNG begins with a header chunk that tells a size, and more follows."""
    head = file.read(33)
    matched = filetype.image_match(head)
    if matched is None or matched.mime != "image/png":
        return rules.MISMATCH
    sized = head[8:16] == b"\x00\x00\x00\rIHDR" and head[16:20] != bytes(4) and head[20:24] != bytes(4)
    return None if sized and len(file.read(8)) == 8 else rules.MISMATCH

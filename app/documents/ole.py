"""An OLE file (a letter or sheet as Office wrote them until 2007): what streams its directory holds."""

import mmap
import re
from collections.abc import Callable
from typing import BinaryIO

from app.documents import rules

MAGIC = bytes.fromhex("d0cf11e0a1b11ae1")
MACROS = ("_VBA_PROJECT",)
# What a packager object keeps its file in, whatever that is (MS-OLEDS 2.3.6): whoever clicks its icon opens it.
PACKAGES = ("\x01Ole10Native",)
_ENTRY = 128
# A field of an old letter that asks another program (MS-DOC 2.9.90), its text in one byte a letter or in two.
_ASKS = re.compile(rb"\x13 *DDE|\x13\x00(?: \x00)*D\x00D\x00E\x00", re.IGNORECASE)


def check(*streams: str) -> Callable[[BinaryIO], str | None]:
    """A check for an OLE file whose directory holds a stream of one of these names."""

    def problem(file: BinaryIO) -> str | None:
        if not holds(file, streams):
            return rules.MISMATCH
        if holds(file, MACROS):
            return rules.MACROS
        if holds(file, PACKAGES):
            return rules.EMBEDDED
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return rules.COMMANDS if _ASKS.search(data) else None

    return problem


def holds(file: BinaryIO, streams: tuple[str, ...]) -> bool:
    """Whether `file` is an OLE file with a stream of one of these names, which know no case (MS-CFB 2.6.4)."""
    file.seek(0)
    if file.read(8) != MAGIC:
        return False
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        for stream in streams:
            # A directory entry: the name as UTF-16 text in 64 bytes, its length, then type 2 (stream).
            text = stream.encode("utf-16-le") + b"\x00\x00"
            length_and_type = len(text).to_bytes(2, "little") + b"\x02"
            for found in re.finditer(re.escape(text), data, re.IGNORECASE):
                at = found.start()
                if at % _ENTRY == 0 and data[at + 64 : at + 67] == length_and_type:
                    return True
    return False

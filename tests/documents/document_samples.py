"""Small files of every accepted kind, and the parts from which hostile ones are made."""

import io
import struct
import zipfile
import zlib
from typing import Any

from PIL import Image

PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
    b"trailer<</Root 1 0 R>>\n%%EOF\n"
)


def padded_pdf(size: int) -> bytes:
    """A PDF of exactly `size` bytes."""
    return PDF[:-6].ljust(size - 6, b"\n") + PDF[-6:]


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PNG = (
    b"\x89PNG\r\n\x1a\n"
    + _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    + _chunk(b"IDAT", zlib.compress(b"\x00\x00"))
    + _chunk(b"IEND", b"")
)


def _segment(marker: int, data: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(data) + 2) + data


def jpg(comment: bytes = b"") -> bytes:
    """The skeleton of a JPEG: every segment that its structure needs."""
    return (
        b"\xff\xd8"
        + _segment(0xE0, b"JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00")
        + (_segment(0xFE, comment) if comment else b"")
        + _segment(0xDB, b"\x00" + bytes([1]) * 64)
        + _segment(0xC0, b"\x08\x00\x01\x00\x01\x01\x01\x11\x00")
        + _segment(0xC4, b"\x00" + bytes([1]) + bytes(15) + b"\x00")
        + _segment(0xDA, b"\x01\x01\x00\x00\x3f\x00")
        + b"\x7f\xff\xd9"
    )


def ole(*streams: str) -> bytes:
    """A compound file (512-byte sectors: one table, one directory) with these streams."""
    names = [("Root Entry", 5), *((name, 2) for name in streams)]
    entries = b""
    for name, kind in names:
        text = name.encode("utf-16-le") + b"\x00\x00"
        entries += text.ljust(64, b"\x00") + struct.pack("<HBB", len(text), kind, 1) + b"\xff" * 12 + bytes(48)
    table = struct.pack("<II", 0xFFFFFFFD, 0xFFFFFFFE).ljust(512, b"\xff")
    header = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6)
    header += bytes(10) + struct.pack("<IIII", 1, 1, 0, 4096) + struct.pack("<IIII", 0xFFFFFFFE, 0, 0xFFFFFFFE, 0)
    header += struct.pack("<I", 0)
    return header.ljust(512, b"\xff") + table + entries.ljust(512, b"\x00")


def picture(kind: str, size: tuple[int, int] = (800, 600), mode: str = "RGB", **options: Any) -> bytes:
    """A picture as a camera or a program writes it: red at its left, the rest grey."""
    drawn = Image.new("RGB", size, "grey")
    drawn.paste("red", (0, 0, size[0] // 4, size[1]))
    target = io.BytesIO()
    drawn.convert(mode).save(target, kind, **options)
    return target.getvalue()


DOC = ole("WordDocument", "1Table")
XLS = ole("Workbook")
MSI = ole("\u4840\u3b3f\u43f2", "Property")

WORD_TYPES = (
    b'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName='
    b'"/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.'
    b'document.main+xml"/></Types>'
)


def types_with(more: bytes) -> bytes:
    """A Word file's list of types that names one more."""
    return WORD_TYPES.replace(b"</Types>", b'<Default Extension="bin" ContentType="' + more + b'"/></Types>')


SHEET_TYPES = WORD_TYPES.replace(b"wordprocessingml.document", b"spreadsheetml.sheet")


def archive(parts: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of these parts."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", compression) as packed:
        for name, data in parts.items():
            packed.writestr(name, data)
    return target.getvalue()


def docx(more: dict[str, bytes] | None = None, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A Word file with `more` parts."""
    parts = {"[Content_Types].xml": WORD_TYPES, "word/document.xml": b"<w:document/>", **(more or {})}
    return archive(parts, compression)


RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"


def relations(kind: str, target: str, mode: str = "External") -> bytes:
    """A list of relations with one in it, of a kind of Office's own."""
    return (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
        f'Type="{RELATION}{kind}" Target="{target}" TargetMode="{mode}"/></Relationships>'
    ).encode()


PART = b"word/document.xml"
HEADER_BYTES, ENTRY_BYTES = 30, 46  # before the name: in a part's own header, in the directory's entry


class Stream(io.BytesIO):
    """A target in which nobody goes back, as a connection is."""

    def seekable(self) -> bool:
        return False

    def seek(self, *_: int) -> int:
        raise io.UnsupportedOperation

    def tell(self) -> int:
        raise io.UnsupportedOperation


def written(part: bytes, target: io.BytesIO, compression: int = zipfile.ZIP_DEFLATED, wide: bool = False) -> bytes:
    """A Word file whose parts are written bit by bit; `wide` keeps room for sizes of more than 4 GB."""
    with zipfile.ZipFile(target, "w", compression) as packed:
        parts = {"[Content_Types].xml": WORD_TYPES, PART.decode(): part, "word/media/Küche.png": PNG}
        for name, data in parts.items():
            with packed.open(name, "w", force_zip64=wide) as opened:
                opened.write(data)
    return target.getvalue()


def streamed(part: bytes = b"<w:document/>", compression: int = zipfile.ZIP_DEFLATED, wide: bool = False) -> bytes:
    """A Word file written in one go, whose parts' sizes follow the parts."""
    return written(part, Stream(), compression, wide)


def part_saying(data: bytes, offset: int, new: bytes) -> bytes:
    """A Word file whose main part has `new` at `offset` of its own header."""
    at = data.index(PART) - HEADER_BYTES + offset
    return data[:at] + new + data[at + len(new) :]


def directory_saying(data: bytes, offset: int, new: bytes) -> bytes:
    """A Word file whose directory has `new` at `offset` of its main part's entry."""
    at = data.rindex(PART) - ENTRY_BYTES + offset
    return data[:at] + new + data[at + len(new) :]


XLSX = archive({"[Content_Types].xml": SHEET_TYPES, "xl/workbook.xml": b"<workbook/>"})

HONEST = {
    "pdf": PDF,
    "doc": DOC,
    "docx": docx(),
    "xls": XLS,
    "xlsx": XLSX,
    "jpg": jpg(),
    "jpeg": jpg(),
    "png": PNG,
}

"""An Office archive: whether its directory can be read, and whether what that says of each part is so."""

import struct
import zipfile
import zlib
from typing import BinaryIO

# A large sheet or text shrinks to a twentieth or less; what shrinks to this part of a large size was made to harm.
MAX_RATIO, RATIO_COUNTS_FROM_BYTES = 150, 16 * 1024 * 1024

# APPNOTE 4.3.7: signature, version, flags, method, time, date, CRC, size packed and not, lengths of name and extra.
_HEADER = struct.Struct("<4s5H3I2H")
_SIGNATURE = b"PK\x03\x04"
_STREAMED, _UTF8 = 0x08, 0x800  # flags: the sizes follow the part; the name is UTF-8
# Flags by which a part is read differently: ours, and the two of encryption. Writers differ in those that only inform.
_READ_BY = 0x01 | _STREAMED | 0x40
# APPNOTE 4.5.3: the extra field with the sizes (unpacked, packed) where the header says _WIDE.
_WIDE_SIZES = struct.Struct("<HHQQ")
_WIDE, _WIDE_TAG, _WIDE_BYTES = 0xFFFFFFFF, 1, 16
_STEP_BYTES = 256 * 1024

# APPNOTE 4.3.15 and 4.3.16: what ends the directory, after it a comment; no document needs the wide form.
MAX_DIRECTORY_BYTES = 1024 * 1024
_END, _END_BYTES, _END_WIDE = b"PK\x05\x06", 22, b"PK\x06\x07"
_LONGEST_COMMENT = 65_535


def has_small_directory(file: BinaryIO) -> bool:
    """Whether the archive begins and ends plainly and its directory is small enough to be read at once."""
    file.seek(0)
    begins = file.read(4) == _SIGNATURE
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


def is_dense(part: zipfile.ZipInfo) -> bool:
    """Whether the directory declares a part that shrank further than documents do."""
    return part.file_size > RATIO_COUNTS_FROM_BYTES and part.file_size > MAX_RATIO * part.compress_size


def leaves_its_folder(name: str) -> bool:
    """Whether a careless program would unpack a part of that name beside the folder it unpacks to."""
    steps = name.replace("\\", "/").split("/")
    return ".." in steps or steps[0] == "" or ":" in steps[0]


def agrees(file: BinaryIO, part: zipfile.ZipInfo) -> bool:
    """Whether a part's own header says what the directory says; other programs believe the one or the other.

    Reads no more of a part than its name in the directory is long. Raises struct.error where the file ends too early.
    """
    file.seek(part.header_offset)
    signature, _, flags, method, _, _, _, packed, unpacked, name_bytes, extra_bytes = _HEADER.unpack(
        file.read(_HEADER.size)
    )
    name = part.orig_filename.encode("utf-8" if part.flag_bits & _UTF8 else "cp437")
    said = (_SIGNATURE, part.flag_bits & _READ_BY, part.compress_type, len(name))
    if (signature, flags & _READ_BY, method, name_bytes) != said or file.read(name_bytes) != name:
        return False
    if flags & _STREAMED:
        return True
    if _WIDE in (packed, unpacked):
        if extra_bytes < _WIDE_SIZES.size:
            return False
        tag, length, unpacked, packed = _WIDE_SIZES.unpack(file.read(_WIDE_SIZES.size))
        if (tag, length) != (_WIDE_TAG, _WIDE_BYTES):
            return False
    return (packed, unpacked) == (part.compress_size, part.file_size)


def unpacks_to_more(file: BinaryIO, part: zipfile.ZipInfo) -> bool:
    """Whether a part has more bytes than it declares, packed or not; it is unpacked in steps and no further."""
    if part.compress_type == zipfile.ZIP_STORED:
        return part.compress_size != part.file_size
    file.seek(part.header_offset)
    file.seek(sum(_HEADER.unpack(file.read(_HEADER.size))[-2:]), 1)  # past its name and its extra field
    unpacking, found, left = zlib.decompressobj(-zlib.MAX_WBITS), 0, part.compress_size
    while left and not unpacking.eof and found <= part.file_size:
        packed = file.read(min(left, _STEP_BYTES))
        left = left - len(packed) if packed else 0
        while packed and found <= part.file_size:
            found += len(unpacking.decompress(packed, _STEP_BYTES))
            packed = unpacking.unconsumed_tail
    if found <= part.file_size:
        found += len(unpacking.flush())  # the few bytes that did not fit into the last step
    # Who reads a streamed part goes on to where its packing ends, whatever the directory says.
    return found > part.file_size or not unpacking.eof

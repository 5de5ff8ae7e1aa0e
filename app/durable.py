"""What is on the disk for good: told so, a file and a folder survive a power cut."""

import errno
import os
import secrets
from collections.abc import Iterable
from pathlib import Path

# A file without a name is what not every file system has.
_NO_NAMELESS = {errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT, errno.EINVAL, errno.EPERM}


class FolderError(Exception):
    """The data folder cannot be used as it is; the message says what was found and what to do."""


def sync_file(path: Path) -> None:
    """Ask the disk to keep the file's content."""
    with open(path, "rb+") as file:
        os.fsync(file.fileno())


def sync_folder(path: Path) -> None:
    """Ask the disk to keep the folder's names (a rename is not durable before that)."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def appear(path: Path, content: Iterable[bytes]) -> None:
    """Let a file be there, whole and durable, or not at all; it has no other name before, which a copy could miss.

    Readable by the owner only. FileExistsError where there is one of that name; OSError as the disk says.
    """
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        handle, name = _unnamed(folder, path)
        try:
            for piece in content:
                rest = memoryview(piece)
                while rest:
                    rest = rest[os.write(handle, rest) :]
            os.fsync(handle)
            # Without a folder to begin at, Python would not follow the link to the file without a name.
            os.link(name or f"/proc/self/fd/{handle}", path.name, src_dir_fd=folder, dst_dir_fd=folder)
        finally:
            os.close(handle)
            if name:
                os.unlink(name, dir_fd=folder)
        os.fsync(folder)
    finally:
        os.close(folder)


def _unnamed(folder: int, path: Path) -> tuple[int, str]:
    """An open file without a name, and ''; or one with a name of its own, where the file system has none without."""
    try:
        return os.open(path.parent, os.O_TMPFILE | os.O_RDWR, 0o600), ""
    except OSError as error:
        if error.errno not in _NO_NAMELESS:
            raise
    name = f".{path.name}.{secrets.token_hex(4)}"
    return os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=folder), name

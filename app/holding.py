"""Who serves a data folder: one process at a time."""

import fcntl
import os
from pathlib import Path
from typing import TextIO

from app.durable import FolderError

_held: TextIO | None = None


class FolderInUse(FolderError):
    """Another server holds the data folder; the message names its process."""


def lock_folder(place: Path) -> TextIO:
    """Hold the data folder until this process ends or closes what it gets; raises FolderInUse naming the holder.

    The lock is the kernel's, so that it ends with the process, however that dies.
    """
    global _held
    file = open(place / "helios.lock", "a+")  # noqa: SIM115 - stays open as long as the lock is held
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        holder = file.read().strip() or "unknown"
        file.close()
        raise FolderInUse(f"Another Helios server (process {holder}) already uses {place}.") from None
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    _held = file
    return file


def is_held() -> bool:
    """Whether it is this process that serves a data folder."""
    return _held is not None and not _held.closed

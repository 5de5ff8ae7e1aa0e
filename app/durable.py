"""What is on the disk for good: told so, a file and a folder survive a power cut."""

import os
from pathlib import Path


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

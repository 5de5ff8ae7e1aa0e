"""Where a database is built that is to lie in the data folder when it is whole."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PLACES = (Path("/var/tmp"), Path(tempfile.gettempdir()))


def sweep(data_folder: Path, within: Path) -> None:
    """Remove what a process left behind that was ended in the midst of a switch."""
    for around in (*PLACES, within):
        for place in around.glob(f"{_name_of_workshop(data_folder)}*"):
            if place.is_dir() and not place.is_symlink() and place.stat().st_uid == os.geteuid():
                shutil.rmtree(place, ignore_errors=True)


@contextmanager
def workshop(data_folder: Path, within: Path, needed: int) -> Iterator[Path]:
    """An empty file to build a database in, where no copy of the data folder comes by; gone at the end.

    within: the folder for it where there is no other with so many bytes of room.
    """
    # On a disk with no such place a copy may come by, and miss it when it has gone: the copy is whole all the same.
    around = next((place for place in PLACES if _has_room(place, needed)), within)
    place = Path(tempfile.mkdtemp(prefix=_name_of_workshop(data_folder), dir=around))
    try:
        built = place / "building.sqlite3"
        os.close(os.open(built, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        yield built
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _name_of_workshop(data_folder: Path) -> str:
    found = data_folder.stat()
    return f"helios-{found.st_dev}-{found.st_ino}-"


def _has_room(folder: Path, needed: int) -> bool:
    try:
        state = os.statvfs(folder)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK) and state.f_bavail * state.f_frsize > needed

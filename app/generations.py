"""The database's files, so made that the data folder may be copied at any moment while it is served.

SQLite alone does not allow that: now and then it moves what is new from the file beside the database (the WAL) into
the database, in place, and a copy that is under way then holds half of each. So nothing here is ever changed in place:

- A generation is a *base* (`db-000007-1a2b3c4d.sqlite3`), which is not written any more once it has its name, and the
  WAL beside it, to which everything new is only ever appended. A copy that cuts the WAL anywhere loses what was written
  after it began and nothing else: SQLite reads a WAL up to its last whole transaction.
- A *switch* makes the next generation: while no writer is at work, a new base is made of the present one and its WAL,
  outside of the folder; it gets its name, and then its *manifest* (`.json`: which generation it follows, size and
  SHA-256) does. Both appear whole or not at all, and neither is ever replaced. The manifest with the highest number is
  the present generation; it is there before anything is written to that. The one before is left as it is for some
  hours, so that a copy that began with it ends with it.
- Who opens the folder takes the highest manifest. Its base may be missing in a copy, where the folder was listed while
  the switch was made: then the one before holds everything that was acknowledged before the copy began. A base that is
  there and is not what its manifest says is damage, and is refused.
- SQLite moves the WAL into the base all the same when the last connection closes. So every process that opens a
  generation keeps one connection for reading only to its own end, and that one is the last.
- Writers of every process hold the file `guard` together, a switch holds it alone. A writer of another process than the
  server's looks for a newer generation each time it has it.
- What is erased is in the old base until the next switch: an erasure is followed by one, and by the end of the old
  files (db.py).
"""

import fcntl
import json
import os
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from hashlib import file_digest
from pathlib import Path

from app.durable import FolderError, appear, sync_folder
from app.workshop import workshop

FOLDER = "database"
FROM_BEFORE = "helios.sqlite3"  # one file as older versions had it, or as a snapshot is put back
GUARD = "guard"
_MANIFEST = re.compile(r"db-(\d{6,})-[0-9a-f]{8}\.json")
# The two bytes of a database's header that say whether it is used with a WAL: https://sqlite.org/fileformat.html
WAL_BYTES, WITH_WAL = slice(18, 20), b"\x02\x02"
ANOTHER = "Move the folder “{}” away and put that of your last backup in its place, all that it has."
CHUNK = 1024 * 1024
LARGEST_WAL_BYTES = 64 * 1024 * 1024
COPIED_WITHIN = timedelta(hours=6)  # so long a copy that began before a switch may take


@dataclass(frozen=True)
class Generation:
    """One generation as its manifest describes it. `parent`: the name of the one before it; `size`: bytes."""

    folder: Path
    number: int
    name: str
    parent: str | None
    size: int
    sha256: str
    made_at: datetime

    @property
    def base(self) -> Path:
        """The file that is never written."""
        return self.folder / f"{self.name}.sqlite3"

    @property
    def wal_bytes(self) -> int:
        """How much was written since it was made."""
        wal = self.base.with_name(f"{self.base.name}-wal")
        return wal.stat().st_size if wal.exists() else 0

    @property
    def files(self) -> list[Path]:
        """Everything of it, its manifest last."""
        return [self.base.with_name(self.base.name + end) for end in ("", "-wal", "-shm")] + [self._manifest]

    @property
    def _manifest(self) -> Path:
        return self.folder / f"{self.name}.json"

    def is_sound(self) -> bool:
        """Whether the base is what the manifest says."""
        if self.base.stat().st_size != self.size:
            return False
        with open(self.base, "rb") as file:
            return file_digest(file, "sha256").hexdigest() == self.sha256


def listed(data_folder: Path) -> list[Generation]:
    """The generations that have a readable manifest, the newest first; not whether their bases are there or sound."""
    folder = data_folder / FOLDER
    names = [path.stem for path in folder.glob("db-*.json") if _MANIFEST.fullmatch(path.name)]
    found = [made for made in (_read(folder, name) for name in names) if made is not None]
    return sorted(found, key=lambda made: (made.number, made.made_at), reverse=True)


def newest(data_folder: Path) -> Generation | None:
    """The present generation, unexamined; None where there is none."""
    return next((made for made in listed(data_folder) if made.base.exists()), None)


def present(data_folder: Path) -> Generation | None:
    """The present generation, examined; None where there is none. FolderError where its base is damaged."""
    found = newest(data_folder)
    if found is not None and not found.is_sound():
        raise FolderError(
            f"{found.base} is damaged: it is not the file that {found.name}.json tells of. {ANOTHER.format(FOLDER)}"
        )
    if found is None and (lost := listed(data_folder)):
        raise FolderError(f"{lost[0].base} is missing. {ANOTHER.format(FOLDER)}")
    return found


def make(data_folder: Path, parent: Generation | None, copy_into: Callable[[Path], object]) -> Generation:
    """The next generation, durable on return; the caller sees to it that nobody writes meanwhile.

    copy_into: writes a whole copy of the present database to a file that is empty. OSError or what `copy_into` raises,
    with everything as it was.
    """
    folder = data_folder / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    _sweep(folder)
    number = max((made.number for made in listed(data_folder)), default=0) + 1
    name = f"db-{number:06d}-{secrets.token_hex(4)}"
    needed = 2 * (parent.size + parent.wal_bytes) if parent else 0
    with workshop(data_folder, folder, needed) as built:
        copy_into(built)
        with open(built, "rb+") as file:
            file.seek(WAL_BYTES.start)
            file.write(WITH_WAL)
            file.seek(0)
            digest, size = file_digest(file, "sha256").hexdigest(), os.fstat(file.fileno()).st_size
            file.seek(0)
            appear(folder / f"{name}.sqlite3", iter(lambda: file.read(CHUNK), b""))
    made = Generation(folder, number, name, parent.name if parent else None, size, digest, datetime.now(UTC))
    facts = asdict(made) | {"made_at": made.made_at.isoformat()}
    del facts["folder"]
    appear(folder / f"{name}.json", [json.dumps(facts, indent=1).encode()])
    sync_folder(data_folder)
    return made


def prune(data_folder: Path, before: datetime | None) -> int:
    """Remove the generations whose successor was made before that moment, None for all; how many.

    The present one stays.
    """
    removed, successor = 0, None
    for made in listed(data_folder):
        if successor is not None and successor.base.exists() and (before is None or successor.made_at < before):
            # Without its manifest it is no generation any more, whatever of it is still there.
            for path in reversed(made.files):
                path.unlink(missing_ok=True)
            removed += 1
        else:
            successor = made
    return removed


def _sweep(folder: Path) -> None:
    """Remove what is of no generation: whoever made it or removed it was ended in the midst of that."""
    for path in folder.glob("db-*"):
        if not (folder / f"{path.name.partition('.')[0]}.json").exists():
            path.unlink(missing_ok=True)


def is_due(wal_bytes: int, made_at: datetime, night: datetime, erased_at: datetime | None) -> bool:
    """Whether a switch is due: much was written, or something since the last night, or somebody was erased since.

    night: the last time that it was night.
    """
    if wal_bytes > LARGEST_WAL_BYTES or (erased_at is not None and erased_at >= made_at):
        return True
    return bool(wal_bytes) and made_at < night


@contextmanager
def guard(data_folder: Path, alone: bool) -> Iterator[None]:
    """Hold off a switch; alone: every writer of every process as well."""
    handle = os.open(data_folder / FOLDER / GUARD, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        yield
    finally:
        os.close(handle)


def _read(folder: Path, name: str) -> Generation | None:
    try:
        facts = json.loads((folder / f"{name}.json").read_bytes())
        made_at = datetime.fromisoformat(facts.pop("made_at"))
        return Generation(folder=folder, made_at=made_at, **facts)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None

"""The data folder as a place: whose it is, what lies in it, and whether its database belongs to the rest.

Everything here looks before anything is written; what is wrong raises FolderError in words for the owner.
"""

import errno
import os
import pwd
import shlex
import sys
from datetime import datetime
from pathlib import Path

import peewee

from app import generations
from app.db import database, write
from app.durable import FolderError
from app.schema import applied

# What the program keeps directly in its folder, and must be able to open again and write.
OWN_FILES = ("config.toml", "sandbox.key", "helios.lock", generations.FROM_BEFORE)
OWN_FOLDERS = (generations.FOLDER, "documents", "letters", "snapshots")
MOMENTS = ("created_at", "updated_at", "uploaded_at")
ACCEPT = "--accept-database"


def check(folder: Path) -> None:
    """Refuse a folder that this process cannot or must not use; one that does not exist yet is in order.

    Raises FolderError. Root may write everywhere, and its files would be closed to the user who runs the server.
    """
    level = next(level for level in (folder, *folder.parents) if level.exists() or level.is_symlink())
    if not level.is_dir():
        raise FolderError(
            f"{level} is no folder, so the data cannot be kept in {folder}. "
            "Move it away, or name another folder in HELIOS_DATA_DIR."
        )
    if not folder.exists():
        return
    user = os.geteuid()
    for path in (folder, *(folder / name for name in OWN_FILES + OWN_FOLDERS if (folder / name).exists())):
        owner = path.stat().st_uid
        if user == 0 and owner != 0:
            raise FolderError(
                f"{path} belongs to {name_of(owner)}, who could not open what root writes there. "
                f"Run this as that user: {same_command_as(owner)}"
            )
        if (path.name in OWN_FILES) == path.is_dir():
            kind, other = ("folder", "file") if path.is_dir() else ("file", "folder")
            raise FolderError(f"{path} is a {kind} and must be a {other}. Move it away and start again.")
        needed = os.R_OK | os.W_OK | (os.X_OK if path.is_dir() else 0)
        # The owner may close config.toml to writing: it is only read.
        if path.name == "config.toml":
            needed = os.R_OK
        if not os.access(path, needed, effective_ids=True):
            raise FolderError(closed(path, owner, user))


def closed(path: Path, owner: int, user: int) -> str:
    """Why `user` cannot use a path of `owner`, and what opens it."""
    if os.statvfs(path).f_flag & os.ST_RDONLY:
        return (
            f"{path} is on a disk mounted read-only. Mount it for writing, or name another folder in HELIOS_DATA_DIR."
        )
    if owner == user:
        return f"{path} cannot be read and written. Open it to its owner: chmod u+rwX {shlex.quote(str(path))}"
    return (
        f"{path} belongs to {name_of(owner)} and is closed to {name_of(user)}, who runs Helios. "
        f"Hand it over: sudo chown -R {name_of(user)} {shlex.quote(str(path))}"
    )


def name_of(user: int) -> str:
    """The name of a user by number; the number where there is none."""
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"#{user}"


def same_command_as(user: int) -> str:
    """What was called, for the shell, as another user."""
    given = os.environ.get("HELIOS_DATA_DIR")
    program = [sys.executable, "-m", "app"] if sys.argv[0].endswith(".py") else [sys.argv[0]]
    around = ["env", f"HELIOS_DATA_DIR={given}"] if given else []
    return shlex.join(["sudo", "-u", name_of(user), *around, *program, *sys.argv[1:]])


def told(error: OSError | peewee.DatabaseError, folder: Path) -> str:
    """What the disk or the database refused, in a sentence with what to do."""
    if isinstance(error, peewee.DatabaseError):
        text, place = str(error), folder / generations.FOLDER
        if "full" in text:
            return f"The disk of {folder} is full. Make room and start again."
        if "readonly" in text or "unable to open" in text:
            return f"{place} cannot be opened for writing ({text}). Check who owns that folder and its files."
        if "locked" in text:
            return f"{place} is held by another program. Close that and try again."
        return damaged(folder, text)
    where, elsewhere = error.filename or folder, "or name another folder in HELIOS_DATA_DIR"
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The disk of {folder} is full. Make room and start again."
    if error.errno == errno.EROFS:
        return f"{where} is on a disk mounted read-only. Mount it for writing, {elsewhere}."
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"{where} is closed to {name_of(os.geteuid())}, who runs Helios. Open it to that user, {elsewhere}."
    return f"{where} cannot be used: {error.strerror or error}. Mend that, {elsewhere}."


def damaged(folder: Path, found: str) -> str:
    """That the database cannot be read as one, and the way back."""
    return f"The database in {folder / generations.FOLDER} is damaged ({found}). {way_back(folder)}"


def way_back(folder: Path) -> str:
    """What to do about a database that cannot be used."""
    kept = sorted((folder / "snapshots").glob("*.sqlite3"), key=lambda path: path.stat().st_mtime)
    newest = f", or the newest copy here, {kept[-1]}, as {folder / generations.FROM_BEFORE}" if kept else ""
    place = folder / generations.FOLDER
    return f"Move the folder {place} away and put that of your last backup in its place, all that it has{newest}."


def refuse_missing(folder: Path, documents: int) -> None:
    """Refuse a folder that has been in use and has no database; `documents` lie in it. Raises FolderError."""
    if not generations.listed(folder) and not (folder / generations.FROM_BEFORE).exists():
        _refuse_used(folder, documents, "is missing")


def refuse_empty(folder: Path, documents: int) -> None:
    """Refuse a folder that has been in use and whose database, which is open, is empty. Raises FolderError."""
    if not applied():
        _refuse_used(folder, documents, "is empty")


def _refuse_used(folder: Path, documents: int, state: str) -> None:
    if found := traces(folder, documents):
        raise FolderError(
            f"The database in {folder / generations.FOLDER} {state}, but this folder has been in use: it holds "
            f"{', '.join(found)}. {way_back(folder)} "
            f"To begin anew with an empty database and set the documents aside, start once with {ACCEPT}."
        )


def traces(folder: Path, documents: int) -> list[str]:
    """What shows that a folder has been in use, in words; `documents` lie in it."""
    counted = {
        "documents": documents,
        "letters": sum(1 for _ in (folder / "letters").glob("*.eml")),
        "snapshots": sum(1 for _ in (folder / "snapshots").glob("*.sqlite3")),
    }
    found = [f"{count} {what if count > 1 else what[:-1]}" for what, count in counted.items() if count]
    # The first start that got as far as a whole database has made the folder for documents.
    return found or [name for name in ("sandbox.sqlite3", "documents/") if (folder / name).exists()]


def refuse_damaged(folder: Path) -> None:
    """Refuse a database that SQLite finds broken, or that is another program's. Raises FolderError."""
    try:
        (found,) = database.execute_sql("PRAGMA quick_check(1)").fetchone()
        foreign = not applied() and set(database.get_tables()) - {"migratehistory"}
    except peewee.DatabaseError as error:
        raise FolderError(told(error, folder)) from None
    if found != "ok":
        raise FolderError(damaged(folder, found))
    if foreign:
        raise FolderError(f"The database in {folder / generations.FOLDER} is another program's. {way_back(folder)}")


def newest_moment() -> datetime | None:
    """The newest moment that any row tells of: the database was in use then."""
    newest = ""
    for table in database.get_tables():
        columns = [column.name for column in database.get_columns(table) if column.name in MOMENTS]
        for column in columns:
            (latest,) = database.execute_sql(f'SELECT max("{column}") FROM "{table}"').fetchone()
            newest = max(newest, latest or "")
    return datetime.fromisoformat(newest) if newest else None


def is_home(folder: Path) -> bool:
    """Whether the database last served in this very folder, rather than in one that this is a copy of."""
    (home,) = database.execute_sql("PRAGMA user_version").fetchone()
    return bool(home == _mark(folder))


def move_in(folder: Path) -> None:
    """Remember that the database serves in this folder, also beside the database: that may be lost."""
    (folder / "documents").mkdir(exist_ok=True, mode=0o700)
    if not is_home(folder):
        with write():
            database.execute_sql(f"PRAGMA user_version = {_mark(folder)}")


def _mark(folder: Path) -> int:
    # A copy of a folder is another inode, whatever its path; the pragma holds 31 bits and 0 means none.
    return folder.stat().st_ino % (2**31 - 1) + 1

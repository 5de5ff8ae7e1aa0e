"""The database's schema: what of it is there, how it is brought up to date, and the copy that is the way back."""

import os
from pathlib import Path

from app.db import database, write
from app.durable import FolderError, sync_file, sync_folder
from app.tables import contradictions

MIGRATIONS = Path(__file__).parent / "migrations"
HISTORY = "migratehistory"  # peewee_migrate's, which is loaded where a migration is to run


class SchemaTooNew(FolderError):
    """The data folder was written by a newer version of the program."""


class MigrationFailed(FolderError):
    """The schema could not be brought up to date; nothing was changed."""


def pending() -> list[str]:
    """The migrations that this program has and the database has not, in order; writes nothing.

    Raises SchemaTooNew when the database knows a migration that this program does not.
    """
    known, done = sorted(path.stem for path in MIGRATIONS.glob("[0-9]*.py")), applied()
    unknown = [name for name in done if name not in known]
    if unknown:
        raise SchemaTooNew(
            f"This data folder was written by a newer version of Helios ({unknown[-1]}). Install that version."
        )
    return [name for name in known if name not in done]


def applied() -> list[str]:
    """The migrations that the database has seen, in order; none for an empty one."""
    if not database.table_exists(HISTORY):
        return []
    return [name for (name,) in database.execute_sql(f"SELECT name FROM {HISTORY} ORDER BY id")]


def migrate(folder: Path) -> list[str]:
    """Bring the schema up to date and return the migrations that ran: all of them in one transaction, or none.

    A database that already holds something is copied to `snapshots/` first, so that there is a way back.
    Raises SchemaTooNew when the database knows a migration that this program does not, and MigrationFailed, with
    nothing changed, when one fails or would leave a database that contradicts itself.
    """
    names = pending()
    if not names:
        return []
    try:
        from peewee_migrate import Router

        if applied():
            snapshot(folder / "snapshots" / f"before-{names[0]}.sqlite3")
        # A table that others refer to can be rebuilt only without the keys, and inside a transaction the pragma does
        # nothing at all. The router's own transactions, its record of what ran included, join this one.
        database.execute_sql("PRAGMA foreign_keys = 0")
        try:
            with write():
                done = Router(database, migrate_dir=MIGRATIONS, migrate_table=HISTORY).run()
                problems = contradictions(database)
                if problems:
                    raise MigrationFailed("; ".join(problems))
        finally:
            database.execute_sql("PRAGMA foreign_keys = 1")
    except Exception as error:
        raise MigrationFailed(
            f"The data folder could not be brought up to date ({names[0]}: {error}). Nothing was changed: "
            "make sure that there is room on the disk, or go on with the version that was installed before."
        ) from error
    return list(done)


def snapshot(target: Path) -> None:
    """Write a whole, consistent copy of the database to `target` (replacing it), durable on return."""
    target.parent.mkdir(parents=True, exist_ok=True)
    for abandoned in target.parent.glob("*.building"):
        abandoned.unlink()
    building = target.with_suffix(".building")
    try:
        database.execute_sql("VACUUM INTO ?", (str(building),))
        sync_file(building)
        os.replace(building, target)
    except BaseException:
        building.unlink(missing_ok=True)  # the disk may be full of it
        raise
    sync_folder(target.parent)

"""How the program itself is: its version, the newest backup, room on the disk, jobs that fail."""

from datetime import datetime

from flask import Blueprint

from app import __version__
from app.alerts.trouble import failing_jobs
from app.backups.shelf import newest
from app.config import in_force
from app.documents import disk
from app.http import Schema, Who, route

system = Blueprint("admin_system", __name__)


class BackupOut(Schema):
    """A backup that was proved. `bytes`: of its files; `disagreeing`: how much the look through it found."""

    made_at: datetime
    bytes: int
    files: int
    disagreeing: int


class System(Schema):
    """How the program is.

    `backups`: whether one is made each night; `backup`: the newest of those, none where there is none yet. Bytes of
    the data folder's disk. `failing`: the names of the jobs that have failed several times in a row.
    """

    version: str
    is_demo: bool
    backups: bool
    backup: BackupOut | None
    free_bytes: int
    total_bytes: int
    failing: list[str]


@route(system, "GET", "/api/admin/system", who=Who.STAFF, answer=System)
def show_system() -> System:
    """How the program itself is."""
    config = in_force()
    free, total = disk.space(config.folder)
    made = newest(config.backups_folder) if config.backs_up else None
    return System(
        version=__version__,
        is_demo=config.mode == "demo",
        backups=config.backs_up,
        backup=BackupOut(made_at=made.made_at, bytes=made.bytes, files=made.files, disagreeing=len(made.disagreeing))
        if made
        else None,
        free_bytes=free,
        total_bytes=total,
        failing=failing_jobs(),
    )

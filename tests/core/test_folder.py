"""Whose a data folder is, and what the command line says and leaves alone when it may not use it."""

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import peewee
import pytest
from click.testing import CliRunner, Result

from app import db, folder, holding, schema
from app.__main__ import main
from app.generations import FOLDER
from tests.people import PASSWORD

NOBODY = 65534
ADD = ("staff", "add", "helena", "--name", "Helena")


@contextmanager
def as_somebody() -> Iterator[None]:
    """Root may do everything; anybody else already is somebody."""
    mine = os.geteuid()
    if mine == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(mine)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Runs `helios ...` on `<tmp_path>/data`, or on another folder."""
    for name in [name for name in os.environ if name.startswith("HELIOS_")]:
        monkeypatch.delenv(name)
    monkeypatch.setattr("sys.argv", ["/usr/bin/helios", *ADD])
    before = os.umask(0)
    os.umask(before)

    def invoke(*arguments: str, here: Path = tmp_path / "data") -> Result:
        monkeypatch.setenv("HELIOS_DATA_DIR", str(here))
        ended = CliRunner().invoke(main, arguments, input=f"{PASSWORD}\n")
        assert ended.exit_code == 0 or (ended.exit_code == 1 and isinstance(ended.exception, SystemExit)), ended
        return ended

    yield invoke
    os.umask(before)
    db.close()


def tree(path: Path) -> dict[str, tuple[int, int]]:
    return {str(each): (each.stat().st_mode, each.stat().st_mtime_ns) for each in path.rglob("*")}


def test_staff_commands_make_no_folder_and_no_database_where_none_was(run: Any, tmp_path: Path) -> None:
    for command in (ADD, ("staff", "list"), ("staff", "reset", "helena")):
        said = run(*command).output
        assert (
            said == f"Error: There is no database in {tmp_path}/data yet. Start the server once, then run this again.\n"
        )
    assert tree(tmp_path) == {}


def test_staff_commands_leave_an_unfinished_database_alone(run: Any, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / FOLDER).mkdir()
    (tmp_path / "data" / FOLDER / "db-000001-00000000.sqlite3").touch()
    assert "There is no database in" in run(*ADD).output
    assert [path.name for path in (tmp_path / "data" / FOLDER).iterdir()] == ["db-000001-00000000.sqlite3"]


def test_staff_commands_migrate_nothing(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "data"
    here.mkdir()
    db.connect(here)
    schema.migrate(here)
    db.close()
    later = tmp_path / "later"
    later.mkdir()
    for file in schema.MIGRATIONS.glob("0*.py"):
        (later / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    (later / "900_later.py").write_text("def migrate(migrator, database, **kwargs): pass\n", encoding="utf-8")
    monkeypatch.setattr(schema, "MIGRATIONS", later)
    assert "was written by an earlier version of Helios. Start the server of this version once" in run(*ADD).output
    assert schema.pending() == ["900_later"] and not (here / "snapshots").exists()


def test_staff_commands_work_while_a_server_holds_the_folder(run: Any, tmp_path: Path) -> None:
    here = tmp_path / "data"
    here.mkdir()
    db.connect(here)
    schema.migrate(here)
    with holding.lock_folder(here):
        assert run(*ADD).output == "helena can sign in at /admin/login.\n"


@pytest.mark.parametrize("command", [ADD, ("serve",), ("demo",)], ids=lambda command: command[0])
def test_root_is_refused_in_another_users_folder_and_told_the_command(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    here = tmp_path / "data"
    here.mkdir()
    if os.geteuid() == 0:
        os.chown(here, NOBODY, NOBODY)
    owner = folder.name_of(here.stat().st_uid)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    said = run(*command).output
    assert said.startswith(f"Error: {here} belongs to {owner}, who could not open what root writes there. Run this as")
    wanted = f"sudo -u {owner} env HELIOS_DATA_DIR={here} /usr/bin/helios staff add helena --name Helena\n"
    assert said.endswith(wanted)
    assert tree(here) == {}


def test_somebody_elses_folder_is_named_with_the_command_that_hands_it_over(run: Any) -> None:
    with as_somebody():
        me = folder.name_of(os.geteuid())
        for command in (ADD, ("serve",)):
            said = run(*command, here=Path("/usr")).output
            assert said == (
                f"Error: /usr belongs to root and is closed to {me}, who runs Helios. "
                f"Hand it over: sudo chown -R {me} /usr\n"
            )


@pytest.mark.parametrize("name", ["config.toml", "sandbox.key", "helios.lock", FOLDER, "documents", "letters"])
def test_a_closed_file_in_the_folder_is_named(run: Any, tmp_path: Path, name: str) -> None:
    """E.g. a lock that another user's server left behind."""
    here = tmp_path / "data"
    here.mkdir()
    closed = here / name
    if name in folder.OWN_FOLDERS:
        closed.mkdir()
    else:
        closed.touch()
    closed.chmod(0)
    for level in (tmp_path, *tmp_path.parents):
        if level.is_relative_to(tempfile.gettempdir()) and level.stat().st_uid == os.geteuid():
            level.chmod(level.stat().st_mode | 0o055)
    if os.geteuid() == 0:
        os.chown(here, NOBODY, NOBODY)
    with as_somebody():
        said = run("serve").output
    assert said.startswith(f"Error: {closed} ") and said.count("\n") == 1
    assert "sudo chown -R" in said or f"Open it to its owner: chmod u+rwX {closed}" in said
    closed.chmod(stat.S_IRWXU)


def test_a_folder_that_cannot_be_made_is_named(run: Any) -> None:
    with as_somebody():
        said = run("serve", here=Path("/usr/helios/data")).output
    assert said.startswith(("Error: /usr/helios is closed to ", "Error: /usr/helios/data is closed to "))
    assert said.endswith("Open it to that user, or name another folder in HELIOS_DATA_DIR.\n")


def test_a_read_only_disk_is_called_so(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "data"
    here.mkdir()
    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=os.ST_RDONLY))
    assert run("serve").output == (
        f"Error: {here} is on a disk mounted read-only. Mount it for writing, "
        "or name another folder in HELIOS_DATA_DIR.\n"
    )


FULL = "The disk of /data is full. Make room and start again."
REFUSALS: list[tuple[OSError | peewee.DatabaseError, str]] = [
    (OSError(errno.ENOSPC, "No space left on device", "/data/config.toml"), FULL),
    (OSError(errno.EROFS, "Read-only", "/data/config.toml"), "/data/config.toml is on a disk mounted read-only."),
    (OSError(errno.EIO, "Input/output error", "/data/x"), "/data/x cannot be used: Input/output error. Mend that"),
    (peewee.OperationalError("database or disk is full"), FULL),
    (peewee.OperationalError("unable to open database file"), "/data/database cannot be opened for writing"),
    (peewee.OperationalError("database is locked"), "/data/database is held by another program."),
    (
        peewee.DatabaseError("file is not a database"),
        "The database in /data/database is damaged (file is not a database).",
    ),
]


@pytest.mark.parametrize(("refusal", "said"), REFUSALS)
def test_what_the_disk_refuses_ends_in_one_sentence(
    run: Any, monkeypatch: pytest.MonkeyPatch, refusal: Exception, said: str
) -> None:
    def refuse(*_: Any) -> None:
        raise refusal

    monkeypatch.setattr("app.__main__.load", refuse)
    assert run("serve", here=Path("/data")).output.startswith(f"Error: {said}")

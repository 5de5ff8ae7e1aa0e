"""The generations of the database: what is never changed, who notices a switch, and what stays of the ones before."""

import errno
import os
import shutil
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from app import clock, db, durable, generations, tending, workshop
from app.accounts.models import Client
from app.clock import last_night
from app.db import database
from app.durable import FolderError
from app.generations import COPIED_WITHIN, LARGEST_WAL_BYTES, is_due
from tests import databases

ROOT = Path(__file__).resolve().parents[2]
NOON = datetime(2026, 5, 12, 2, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _noted(folder: Path) -> None:
    with db.write():
        database.execute_sql("CREATE TABLE noted (number INTEGER PRIMARY KEY)")


def note(number: int) -> None:
    with db.write():
        database.execute_sql("INSERT INTO noted VALUES (?)", (number,))


def noted() -> list[int]:
    return [number for (number,) in database.execute_sql("SELECT number FROM noted ORDER BY number")]


def held(folder: Path) -> list[int]:
    """What the newest generation holds, for whoever opens the folder anew."""
    connection = databases.raw(folder)
    rows = [number for (number,) in connection.execute("SELECT number FROM noted ORDER BY number")]
    connection.close()
    return rows


def names(folder: Path) -> list[str]:
    return [made.name for made in generations.listed(folder)]


def test_a_base_is_never_written_and_its_wal_only_appended_to(folder: Path) -> None:
    base = databases.base(folder)
    wal, first = base.with_name(f"{base.name}-wal"), base.read_bytes()
    before = wal.read_bytes()
    for number in range(20):
        note(number)
        assert wal.read_bytes().startswith(before) and len(wal.read_bytes()) > len(before)
        before = wal.read_bytes()
    db.close()
    assert (base.read_bytes(), wal.read_bytes()) == (first, before)
    db.connect(folder)
    assert noted() == list(range(20))
    assert (base.read_bytes(), wal.read_bytes()) == (first, before)


def test_a_command_leaves_base_and_wal_as_they_were(folder: Path) -> None:
    note(1)
    db.close()
    base = databases.base(folder)
    first = base.read_bytes()
    commanded = f"from pathlib import Path; from app import db; db.connect(Path({str(folder)!r}))\n"
    commanded += "with db.write(): db.database.execute_sql('INSERT INTO noted VALUES (2)')"
    subprocess.run([sys.executable, "-c", commanded], cwd=ROOT, check=True)
    assert base.read_bytes() == first
    db.connect(folder)
    assert noted() == [1, 2]


def test_another_thread_reads_and_writes_what_is_present_after_a_switch(folder: Path) -> None:
    said, turn, done = list[list[int]](), threading.Event(), threading.Event()

    def other() -> None:
        said.append(noted())
        done.set()
        turn.wait()
        said.append(noted())
        note(3)
        db.close()

    note(1)
    thread = threading.Thread(target=other)
    thread.start()
    done.wait()
    db.switch()
    note(2)
    turn.set()
    thread.join()
    assert said == [[1], [1, 2]]
    assert noted() == held(folder) == [1, 2, 3]


def test_a_thread_that_does_not_move_on_writes_into_the_past(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control of the one above."""
    note(1)
    monkeypatch.setattr(type(database), "move_on", lambda _: None)
    db.switch()
    note(2)
    assert noted() == [1, 2]
    assert held(folder) == [1]


def test_what_is_being_read_is_read_to_its_end(folder: Path) -> None:
    for number in range(500):
        note(number)
    rows = database.execute_sql("SELECT number FROM noted ORDER BY number")
    read = [rows.fetchone()[0]]
    db.switch(purging=True)
    note(500)
    assert read + [number for (number,) in rows] == list(range(500))
    assert len(noted()) == 501


def test_a_write_outside_a_transaction_holds_off_a_switch_as_well(folder: Path) -> None:
    inside = list[bool]()
    real = generations.guard

    def seen(*arguments: Any, **more: Any) -> Any:
        inside.append(more["alone"])
        return real(*arguments, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(generations, "guard", seen)
        database.execute_sql("INSERT INTO noted VALUES (1)")
        database.execute_sql("SELECT * FROM noted")
    assert inside == [False]


FOLLOWING = """
import sys
from pathlib import Path
from app import db
db.connect(Path(sys.argv[1]))
print("open", flush=True)
input()
with db.write():
    db.database.execute_sql("INSERT INTO noted VALUES (2)")
"""


def test_another_process_follows_before_it_writes(folder: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", FOLLOWING, str(folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stdout.readline() == "open\n"
    db.switch()
    note(1)
    process.communicate("go\n", timeout=60)
    assert process.returncode == 0
    assert noted() == held(folder) == [1, 2]


@pytest.mark.parametrize("step", ["base", "manifest"])
def test_a_full_disk_leaves_everything_as_it_was(folder: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    note(1)
    before, ending = names(folder), {"base": ".sqlite3", "manifest": ".json"}[step]
    real = durable.appear

    def full(path: Path, content: Any) -> None:
        if path.suffix == ending:
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        real(path, content)

    with monkeypatch.context() as patch:
        patch.setattr(generations, "appear", full)
        with pytest.raises(OSError, match="No space left"):
            db.switch()
    assert names(folder) == before
    note(2)
    assert noted() == held(folder) == [1, 2]
    db.switch()
    assert held(folder) == [1, 2]


def left_over(folder: Path) -> list[Path]:
    """What a process that was ended has left where it built."""
    return [place for around in workshop.PLACES for place in around.glob(f"helios-*-{folder.stat().st_ino}-*")]


KILLED = """
import os, signal, sys
from pathlib import Path
from app import db, generations
folder, step = Path(sys.argv[1]), sys.argv[2]
db.connect(folder)
with db.write(): db.database.execute_sql('INSERT INTO noted VALUES (7)')
real, die = generations.appear, lambda *_: os.kill(os.getpid(), signal.SIGKILL)
def appear(path, content):
    if step == 'before ' + path.suffix: die()
    real(path, content)
    if step == 'after ' + path.suffix: die()
generations.appear = appear
db.switch()
"""


@pytest.mark.parametrize("step", ["before .sqlite3", "after .sqlite3", "before .json", "after .json"])
def test_a_switch_killed_at_any_step_loses_nothing(folder: Path, step: str) -> None:
    db.close()
    killed = subprocess.run([sys.executable, "-c", KILLED, str(folder), step], cwd=ROOT, check=False)
    assert killed.returncode == -9
    assert bool(left_over(folder)) is step.endswith(".sqlite3")
    db.connect(folder)
    assert left_over(folder) == []
    assert noted() == [7]
    db.switch(purging=True)
    assert noted() == held(folder) == [7]
    # Nothing is left of a base that never got its manifest.
    assert {path.name.partition(".")[0] for path in (folder / generations.FOLDER).glob("db-*")} == set(names(folder))


def test_a_base_that_a_copy_has_missed_leaves_the_one_before(
    folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The folder was listed, then the base came, then the manifest was listed: what came later was written later."""
    note(1)
    db.switch()
    copy = tmp_path / "copy"
    shutil.copytree(folder / generations.FOLDER, copy / generations.FOLDER)
    lost = databases.base(copy)
    lost.unlink()
    db.connect(copy)
    assert noted() == [1]
    assert (
        f"{lost} is missing, as in a copy made while it was written: {databases.base(copy).stem} is used" in caplog.text
    )
    note(2)
    db.switch()
    assert noted() == held(copy) == [1, 2]
    caplog.clear()
    db.connect(copy)
    assert "is missing" not in caplog.text


def test_a_damaged_base_is_refused_by_name(folder: Path) -> None:
    db.close()
    with open(databases.base(folder), "r+b") as file:
        file.seek(5000)
        file.write(b"\x07")
    with pytest.raises(FolderError, match=rf"{databases.base(folder).name} is damaged: .+ Move the folder “database”"):
        db.connect(folder)


def test_the_one_before_stays_for_as_long_as_a_copy_may_take(folder: Path) -> None:
    first = names(folder)[0]
    note(1)
    db.switch()
    made_at = generations.listed(folder)[0].made_at
    assert generations.prune(folder, made_at) == 0
    tending.tend(made_at + COPIED_WITHIN)
    assert first in names(folder)
    # By then it may be another night.
    tending.tend(made_at + COPIED_WITHIN + timedelta(seconds=1))
    assert first not in names(folder)
    assert not list((folder / generations.FOLDER).glob(f"{first}*"))
    assert noted() == held(folder) == [1]


def test_who_is_erased_is_in_no_file_even_where_the_erasures_own_switch_failed(folder: Path) -> None:
    now = clock.now()
    with db.write():
        Client.create(email="wilhelmina@example.com", name="W", phone="1", created_at=now, updated_at=now)
    db.switch()
    with db.write():
        Client.update(email="erased-1@erased.invalid", erased_at=clock.now()).execute()

    def there() -> bool:
        return any(b"wilhelmina" in path.read_bytes() for path in (folder / generations.FOLDER).iterdir())

    assert there()
    tending.tend(clock.now())
    assert not there()
    assert len(names(folder)) == 1
    tending.tend(clock.now())
    assert len(names(folder)) == 1


@pytest.mark.parametrize(
    ("wal_bytes", "made", "erased", "due"),
    [
        (0, timedelta(days=3), None, False),
        (1, timedelta(days=3), None, True),
        (1, timedelta(hours=1), None, False),
        (LARGEST_WAL_BYTES, timedelta(hours=1), None, False),
        (LARGEST_WAL_BYTES + 1, timedelta(hours=1), None, True),
        (0, timedelta(hours=1), timedelta(hours=2), False),
        (0, timedelta(hours=1), timedelta(minutes=59), True),
        (0, timedelta(hours=1), timedelta(hours=1), True),
    ],
)
def test_when_a_switch_is_due(wal_bytes: int, made: timedelta, erased: timedelta | None, due: bool) -> None:
    assert is_due(wal_bytes, NOON - made, last_night(NOON), NOON - erased if erased is not None else None) is due


@pytest.mark.parametrize(
    ("now", "night"),
    [
        (NOON, datetime(2026, 5, 11, 18, tzinfo=UTC)),
        (datetime(2026, 5, 11, 18, tzinfo=UTC), datetime(2026, 5, 11, 18, tzinfo=UTC)),
        (datetime(2026, 5, 11, 17, 59, tzinfo=UTC), datetime(2026, 5, 10, 18, tzinfo=UTC)),
        (datetime(2026, 11, 22, 18, tzinfo=UTC), datetime(2026, 11, 22, 17, tzinfo=UTC)),
    ],
)
def test_nights_are_sydneys(now: datetime, night: datetime) -> None:
    assert last_night(now) == night


def test_a_file_system_without_nameless_files_gets_names_that_go(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    real = os.open

    def without(path: Any, flags: int, *more: Any, **kinds: Any) -> int:
        if flags & os.O_TMPFILE == os.O_TMPFILE:
            raise OSError(errno.EOPNOTSUPP, "Operation not supported", str(path))
        return real(path, flags, *more, **kinds)

    monkeypatch.setattr(os, "open", without)
    (tmp_path / "other").mkdir()
    durable.appear(tmp_path / "other" / "whole", [b"a", b"b"])
    assert [(path.name, path.read_bytes()) for path in (tmp_path / "other").iterdir()] == [("whole", b"ab")]
    with pytest.raises(FileExistsError):
        durable.appear(tmp_path / "other" / "whole", [b"c"])
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["whole"]

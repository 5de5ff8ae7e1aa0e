"""The data folder, copied while it is written: every copy starts with all that was acknowledged before it began."""

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app import db, generations
from tests import databases
from tests.durability.copy_writer import DOCUMENT_EACH, THREADS, content_of, document_of

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = int(os.environ.get("HELIOS_TEST_COPIES", "30"))
KILL_EVERY = 5
BLOCK_BYTES = 4096


@contextmanager
def writing(folder: Path, acknowledged: Path, switch_seconds: float) -> Iterator[subprocess.Popen[str]]:
    """A process that writes; it is killed at the end, whatever it is at."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.durability.copy_writer", str(folder), str(acknowledged), str(switch_seconds)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None and process.stdout.readline() == "writing\n"
        yield process
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def kept(acknowledged: Path) -> dict[int, int]:
    """The highest number of each thread that was acknowledged until now."""
    found = dict.fromkeys(range(THREADS), 0)
    for line in acknowledged.read_text(encoding="ascii").splitlines():
        # Another process was killed in the midst of its last line.
        if len(parts := line.split()) == 2:
            found[int(parts[0])] = max(found[int(parts[0])], int(parts[1]))
    return found


def awaited(happened: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.01)


def by_cp(source: Path, target: Path) -> None:
    subprocess.run(["cp", "-a", source, target], check=True)


def by_rsync(source: Path, target: Path) -> None:
    subprocess.run(["rsync", "-a", f"{source}/", target], check=True)


def by_tar(source: Path, target: Path) -> None:
    target.mkdir()
    packed = target.with_suffix(".tar")
    # 1: a file grew while it was read, which is what happens here.
    assert subprocess.run(["tar", "-cf", packed, "-C", source, "."], check=False).returncode in (0, 1)
    subprocess.run(["tar", "-xf", packed, "-C", target], check=True)
    packed.unlink()


def across_a_switch(source: Path, target: Path) -> None:
    """In any order, in pieces, with pauses; as files were listed at the beginning, of which half are copied after
    a switch."""
    files, before = [path for path in source.rglob("*") if path.is_file()], generations.newest(source)
    random.shuffle(files)
    for place, path in enumerate(files):
        if place == len(files) // 2:
            awaited(lambda: generations.newest(source) != before)
        there = target / path.relative_to(source)
        there.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "rb") as old, open(there, "wb") as new:
            while piece := old.read(random.choice((4096, 65_536, 262_144))):
                new.write(piece)
                if random.random() < 0.05:
                    time.sleep(0.02)


def by_blocks(source: Path, target: Path) -> None:
    """As a snapshot tool may: every file as large as it was when the copy began, its blocks in any order."""
    sizes = {path: path.stat().st_size for path in source.rglob("*") if path.is_file()}
    blocks = [(path, at) for path, size in sizes.items() for at in range(0, size, BLOCK_BYTES)]
    for path, size in sizes.items():
        there = target / path.relative_to(source)
        there.parent.mkdir(parents=True, exist_ok=True)
        there.touch()
        os.truncate(there, size)
    random.shuffle(blocks)
    for number, (path, at) in enumerate(blocks):
        with open(path, "rb") as old, open(target / path.relative_to(source), "rb+") as new:
            old.seek(at)
            new.seek(at)
            new.write(old.read(min(BLOCK_BYTES, sizes[path] - at)))
        if number % 50 == 0:
            time.sleep(0.01)


COPIERS: list[Callable[[Path, Path], None]] = [by_cp, by_rsync, by_tar, across_a_switch, by_blocks]


def examined(copy: Path) -> dict[int, int]:
    """The numbers that a copy holds, opened as a server would; there is no gap, and nothing is broken."""
    db.connect(copy)
    try:
        assert db.database.execute_sql("PRAGMA integrity_check").fetchall() == [("ok",)]
        rows = db.database.execute_sql(
            "SELECT thread, count(*), max(number), sum(number = 1 AND length(pad) < 1) FROM copied GROUP BY thread"
        ).fetchall()
        assert [(thread, count) for thread, count, highest, _ in rows if count != highest] == []
        return {thread: highest for thread, _, highest, _ in rows}
    finally:
        db.close()


@pytest.mark.spec("H-01")
def test_every_copy_of_a_folder_that_is_written_starts_with_all_that_was_acknowledged(tmp_path: Path) -> None:
    folder, acknowledged, copies = tmp_path / "data", tmp_path / "acknowledged", 0
    folder.mkdir()
    acknowledged.touch()
    switched = set[str]()
    while copies < ROUNDS:
        with writing(folder, acknowledged, switch_seconds=0.2):
            for _ in range(KILL_EVERY):
                time.sleep(random.uniform(0, 0.2))
                before, copy = kept(acknowledged), tmp_path / "copy"
                present = generations.newest(folder)
                COPIERS[copies % len(COPIERS)](folder, copy)
                found = examined(copy)
                assert {thread: number for thread, number in before.items() if found.get(thread, 0) < number} == {}
                for number in range(DOCUMENT_EACH, before[0] + 1, DOCUMENT_EACH):
                    assert document_of(copy, number).read_bytes() == content_of(number)
                shutil.rmtree(copy)
                copies += 1
                if present != generations.newest(folder):
                    switched.add(str(present))
        # As some hours later: nobody copies just now.
        generations.prune(folder, None)
    # Who opens the folder next clears away what the killed ones left where they built.
    examined(folder)
    # The loop has shown something only if switches happened under its copies.
    assert len(switched) >= ROUNDS // len(COPIERS)
    assert all(number > 0 for number in kept(acknowledged).values())
    assert kept(acknowledged)[0] > DOCUMENT_EACH


@pytest.mark.parametrize("in_place", [False, True], ids=["switch", "checkpoint in place"])
def test_a_copy_around_a_change_of_files(folder: Path, tmp_path: Path, in_place: bool) -> None:
    """The negative control: SQLite's own way of tidying up, between the copy of one file and of the next."""
    with db.write():
        db.database.execute_sql("CREATE TABLE noted (number INTEGER)")
        db.database.execute_sql("INSERT INTO noted VALUES (1)")
    copy, base = tmp_path / "copy", databases.base(folder)
    files = [base, *(path for path in base.parent.iterdir() if path != base)]
    (copy / generations.FOLDER).mkdir(parents=True)
    for number, path in enumerate(files):
        if number == 1:
            if in_place:
                db.database.execute_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            else:
                db.switch()
        shutil.copy(path, copy / generations.FOLDER)
    db.connect(copy)
    assert ("noted" in db.database.get_tables()) is not in_place
    db.close()

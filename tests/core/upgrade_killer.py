"""Upgrades copies of a data folder, each killed at another moment, and says what every one came to.

Run as a program: upgrade_killer.py <folder> <where to copy it> <migrations>. Prints one JSON object: the state of the
untouched folder, and for each kill where it came, the state it left and the state after the next start.
"""

import json
import os
import re
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from app import db, schema
from tests import databases

# A statement that copies rows is also met in its middle: so often, in instructions of SQLite's machine.
TICK, WITHIN = 200, "within a statement"
DRAWN = '"s[0-9a-f]{32}"'
READING = re.compile(r"execute_sql (SELECT|PRAGMA (foreign_key_list|table|index|database))")


def state(folder: Path) -> dict[str, Any]:
    """What a database holds: whether it admits the new status, its migrations, its rows' digest and its indexes."""
    copied = folder.with_name("looked-at")
    copied.mkdir()
    databases.put(folder, copied)
    connection = databases.raw(copied)
    tables = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
    ours = sorted(set(tables) - {"migratehistory"})
    rows = [sorted(map(repr, connection.execute(f'SELECT * FROM "{table}"'))) for table in ours]
    others = connection.execute("SELECT type, name, sql FROM sqlite_master WHERE type <> 'table' ORDER BY name")
    found = {
        "admits": [table for table in ours if "'archived'" in tables[table]],
        "migrations": [name for (name,) in connection.execute("SELECT name FROM migratehistory ORDER BY id")],
        "tables": ours,
        "count": sum(map(len, rows)),
        "rows": sha256(repr(rows).encode()).hexdigest(),
        "others": others.fetchall(),
        "sound": connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        and not connection.execute("PRAGMA foreign_key_check").fetchall(),
    }
    connection.close()
    shutil.rmtree(copied)
    return found


def counting(point: Callable[[str], None]) -> None:
    """Have `point` called before everything that the database and the disk are asked to change, and after the last."""

    def before(owner: Any, name: str) -> None:
        plain = getattr(owner, name)

        def asked(*values: Any, **more: Any) -> Any:
            # A savepoint's own name is drawn at random.
            sql = " ".join(re.sub(DRAWN, "", str(values[1] if values[1:] else "")).split())
            what = f"{name} {sql[:40]}" if name == "execute_sql" else name
            if not READING.search(what):
                point(f"before {what}")
            answer = plain(*values, **more)
            if name == "commit":
                point("after commit")
            return answer

        setattr(owner, name, asked)

    for owner, name in (
        (db._Database, "execute_sql"),
        (db._Database, "commit"),
        (os, "replace"),
        (schema, "sync_folder"),
    ):
        before(owner, name)
    connected = db._Database._connect

    def connect(self: Any) -> Any:
        connection = connected(self)
        connection.set_progress_handler(lambda: point(WITHIN), TICK)
        return connection

    db._Database._connect = connect


def upgrade(folder: Path, die_at: tuple[str, int] | None) -> tuple[int, list[str]]:
    """Upgrade in a process of its own, killed the given time that it comes by a point: how it ended, and its points."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        passed: Counter[str] = Counter()

        def point(name: str) -> None:
            os.write(writing, f"{name}\n".encode())
            if (name, passed[name]) == die_at:
                os.kill(os.getpid(), signal.SIGKILL)
            passed[name] += 1

        counting(point)
        db.connect(folder)
        schema.migrate(folder)
        db.close()
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as points:
        names = points.read().splitlines()
    return os.waitpid(child, 0)[1], names


def points_to_try(names: list[str]) -> list[tuple[str, int]]:
    """Every point before a statement, and some within one: not the very last, whose number differs a little."""
    passed: Counter[str] = Counter()
    points = []
    for name in names:
        points.append((name, passed[name]))
        passed[name] += 1
    within = [point for point in points if point[0] == WITHIN]
    return [point for point in points if point[0] != WITHIN] + within[: -len(within) // 10 : len(within) // 10 + 1]


def main(folder: Path, work: Path, migrations: Path) -> None:
    """Kill at each point, look, start again, look again."""
    schema.MIGRATIONS = migrations
    copy = work / "copy"
    shutil.copytree(folder, copy)
    ended, names = upgrade(copy, None)
    told: dict[str, Any] = {"before": state(folder), "ended": ended, "after": state(copy), "kills": []}
    for place in points_to_try(names):
        shutil.rmtree(copy)
        shutil.copytree(folder, copy)
        killed, _ = upgrade(copy, place)
        left = state(copy)
        again, _ = upgrade(copy, None)
        told["kills"].append([place[0], killed, left, again, state(copy)])
    print(json.dumps(told))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))

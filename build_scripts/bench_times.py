"""The list of free consultation times, with only the coming weeks in the table and with ten years before them."""

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from functools import partial
from pathlib import Path

from bench_contest import ANSWER_SECONDS, CONNECTIONS, Load, Row, Server, at_least, at_most, compete, get
from running import ROOT, SOURCE, Running, fetch, free_port

sys.path.insert(0, str(ROOT))


from app import db
from app.slots.hours import Rules, wanted
from app.slots.rules import SYDNEY

PATH = "/api/slots/available"
YEARS = 10
ROUNDS = 15
MOMENT = "%Y-%m-%dT%H:%M:%S.%fZ"
CLIENT = """INSERT INTO clients (id, name, email, phone, created_at, updated_at)
    VALUES (1000000, 'Past', 'past@example.com', '0400 000 000', '', '')"""
PROJECT = """INSERT INTO projects (id, client_id, service_type, status, appointment_date, created_at, updated_at)
    VALUES (:id, 1000000, 'scope_tender', 'completed', :at, :at, :at)"""
TIME = "INSERT INTO available_slots (date, is_booked, project_id) VALUES (:at, :project IS NOT NULL, :project)"
HOLD = """INSERT INTO slot_holds (slot_id, project_id, visitor_id, kind, created_at)
    SELECT id, :id, 'past', 'paid', :at FROM available_slots WHERE project_id = :id"""


def time_rows() -> list[Row]:
    """The time of 95 of 100 answers for a short and a long history."""
    today = datetime.now(SYDNEY).date()
    with demo(partial(fill, today=today, years=0)) as (young, _), demo(partial(fill, today=today, years=YEARS)) as made:
        old, past = made
        coming = _list(young.port)
        if [each["date"] for each in coming] != [each["date"] for each in _list(old.port)]:
            raise RuntimeError("past times change the list of free ones")
        servers = {"few": young, "many": old}
        loads = {name: Load(each, [[get(PATH)]] * CONNECTIONS) for name, each in servers.items()}
        outcomes = compete(loads, ROUNDS)
    few, many = outcomes["few"], outcomes["many"]
    factor, rate = many.ratio(few, "p95"), few.middle("per_second")
    return [
        at_least(f"GET {PATH}", f"{rate:,.0f} per second  ({len(coming)} times)", rate, 500),
        Row("  95 of 100 within", f"{few.middle('p95'):.1f} ms"),
        at_most(
            f"  with {past:,} past times", f"{factor:.2f} times as long  ({many.middle('p95'):.1f} ms)", factor, 1.5
        ),
    ]


@contextmanager
def demo(filled: Callable[[Path], int]) -> Iterator[tuple[Server, int]]:
    """A demo in whose data folder `filled` wrote while it did not run; its server and how many rows these were."""
    with tempfile.TemporaryDirectory() as folder:
        program = Running(SOURCE, Path(folder), free_port())
        program.start()
        try:
            _list(program.port)
        finally:
            program.stop()
        written = filled(program.folder / "data")
        program.start()
        try:
            yield Server(program.port, program.pid), written
        finally:
            program.stop()


def _list(port: int) -> list[dict[str, object]]:
    """What can be booked; a job makes the times shortly after the start."""
    deadline = time.monotonic() + ANSWER_SECONDS
    while time.monotonic() < deadline:
        found: list[dict[str, object]] = json.loads(fetch(port, PATH)[2])
        if found:
            return found
        time.sleep(0.02)
    raise RuntimeError("no consultation times were made")


def fill(folder: Path, today: date, years: int) -> int:
    """Add the times of that many years before `today`, every other one booked and paid; returns how many."""
    days = wanted(Rules(), today - timedelta(days=365 * years), today - timedelta(days=1), ())
    # Numbers far above the demo's own, so that rows can name each other before they are written.
    times = list(enumerate((start.strftime(MOMENT) for start in days), 1_000_000))
    booked = times[1::2]
    db.connect(folder)
    with db.write():
        connection = db.database.connection()
        connection.execute(CLIENT)
        connection.executemany(PROJECT, [{"id": number, "at": moment} for number, moment in booked])
        connection.executemany(
            TIME, [{"id": number, "at": moment, "project": number if number % 2 else None} for number, moment in times]
        )
        connection.executemany(HOLD, [{"id": number, "at": moment} for number, moment in booked])
    db.switch()
    db.close()
    return len(times)

"""What the bench compares with: the same bytes from bare waitress, the same writes in bare SQLite."""

import json
import logging
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pysqlite3 import dbapi2 as sqlite3  # noqa: E402
from waitress.channel import HTTPChannel  # noqa: E402
from waitress.server import create_server  # noqa: E402

from app import db  # noqa: E402
from app.answers import Task  # noqa: E402

OF_THE_BODY = ("Content-Type", "Content-Length", "Content-Encoding")
BOOKING = """CREATE TABLE bookings (
    id INTEGER PRIMARY KEY, visitor_id TEXT NOT NULL, status TEXT NOT NULL, step INTEGER NOT NULL,
    full_name TEXT, email TEXT, phone TEXT, address TEXT, preferred_contact TEXT, updated_at TEXT
)"""


class _Bare(HTTPChannel):
    task_class = Task


def serve(port: int, path: Path) -> None:
    """Answer every request alike, as plainly as waitress can, until the process is ended.

    The file's first line holds the headers as JSON pairs, the rest is the body. Whoever names the tag gets a 304,
    on a connection that stays open as the program's do: waitress alone would close it.
    """
    logging.getLogger("waitress").setLevel(logging.ERROR)

    head, _, body = path.read_bytes().partition(b"\n")
    headers = [(name, value) for name, value in json.loads(head)]
    unchanged = [(name, value) for name, value in headers if name not in OF_THE_BODY]
    tag = dict(headers).get("Etag")

    def answer(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        if environ.get("HTTP_IF_NONE_MATCH") == tag:
            start("304 Not Modified", unchanged)
            return []
        start("200 OK", headers)
        return [body]

    server = create_server(answer, host="127.0.0.1", port=port, threads=4, ident=None)
    server.channel_class = _Bare
    server.run()


def saves_per_second(seconds: float) -> float:
    """A session looked up, a draft looked up, the draft written and committed, its files listed: in SQLite alone."""
    with tempfile.TemporaryDirectory() as folder:
        connection = sqlite3.connect(Path(folder) / "bare.sqlite3", isolation_level=None)
        for name, value in db.PRAGMAS.items():
            connection.execute(f"PRAGMA {name} = {value}")
        connection.execute("CREATE TABLE sessions (sid TEXT PRIMARY KEY, sess TEXT, expire TEXT)")
        connection.execute("CREATE TABLE documents (id INTEGER PRIMARY KEY, booking_id INTEGER)")
        connection.execute("CREATE INDEX documents_booking ON documents (booking_id)")
        connection.execute(BOOKING)
        connection.execute("CREATE UNIQUE INDEX one_draft ON bookings (visitor_id) WHERE status = 'draft'")
        for number in range(100):
            connection.execute("INSERT INTO sessions VALUES (?, '{}', '2999')", (f"sid-{number}",))
            connection.execute(
                "INSERT INTO bookings (visitor_id, status, step) VALUES (?, 'draft', 2)", (f"sid-{number}",)
            )
        count, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            _save(connection, f"sid-{count % 100}", count)
            count += 1
        took = time.perf_counter() - began
        connection.close()
    return count / took


def _save(connection: Any, sid: str, count: int) -> None:
    connection.execute("SELECT sess FROM sessions WHERE sid = ? AND expire > '2026'", (sid,)).fetchone()
    connection.execute("BEGIN IMMEDIATE")
    found = connection.execute("SELECT * FROM bookings WHERE visitor_id = ? AND status = 'draft'", (sid,)).fetchone()
    connection.execute(
        "UPDATE bookings SET full_name = ?, email = ?, phone = ?, address = ?, preferred_contact = ?, updated_at = ?"
        " WHERE id = ?",
        ("Amelia Hart", "a@example.com", "0400 123 456", f"{count} Forest Road", "email", str(count), found[0]),
    )
    connection.execute("COMMIT")
    connection.execute("SELECT * FROM documents WHERE booking_id = ?", (found[0],)).fetchall()


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve(int(sys.argv[2]), Path(sys.argv[3]))
    else:
        json.dump(saves_per_second(float(sys.argv[2])), sys.stdout)

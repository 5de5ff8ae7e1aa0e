"""Saving a draft of the booking wizard, next to SQLite alone."""

import json
import subprocess
import sys
from statistics import median

from bench_contest import CONNECTIONS, HERE, ROUNDS, Figures, Load, Row, Server, at_most, run
from running import fetch
from visiting import PERSONAL

# Each browser session may save a draft 120 times an hour, so many of them take turns.
SAVES_PER_SESSION = 100
SESSIONS = 64


def save(cookie: str, number: int) -> str:
    """A raw POST of step 1."""
    body = json.dumps({**PERSONAL, "email": "amelia@example.com", "address": f"{number} Forest Road"})
    lines = ["POST /api/bookings HTTP/1.1", "Host: 127.0.0.1", f"Cookie: {cookie}", "Content-Type: application/json"]
    return "\r\n".join([*lines, f"Content-Length: {len(body)}", "", body])


def sessions(port: int, count: int) -> list[str]:
    """The cookies of that many browsers, each with a draft."""
    made = []
    for _ in range(count):
        body = json.dumps({**PERSONAL, "email": "amelia@example.com"}).encode()
        _, headers, _ = fetch(port, "/api/bookings", {"Content-Type": "application/json"}, body)
        made.append(headers["Set-Cookie"].partition(";")[0])
    return made


def save_rows(server: Server) -> list[Row]:
    """Saves per second and the slowest hundredth."""
    saves, bare = list[Figures](), list[float]()
    for _ in range(ROUNDS):
        cookies = sessions(server.port, SESSIONS)
        share = SESSIONS // CONNECTIONS
        requests = [
            [save(cookie, number) for number in range(SAVES_PER_SESSION) for cookie in cookies[at : at + share]]
            for at in range(0, SESSIONS, share)
        ]
        saves.append(run(Load(server, requests, most=SESSIONS * SAVES_PER_SESSION // 2)))
        done = subprocess.run(
            [sys.executable, str(HERE / "bench_bare.py"), "save", "1"], capture_output=True, text=True, check=True
        )
        bare.append(float(json.loads(done.stdout)))
    rate, least = median(each.per_second for each in saves), median(bare)
    slowest, cpu = median(each.p99 for each in saves), median(each.cpu for each in saves)
    return [
        Row("POST /api/bookings (draft)", f"{rate:,.0f} per second"),
        at_most("  99 of 100 within", f"{slowest:.1f} ms", slowest, 100),
        Row("  of SQLite alone, durable", f"{rate / least:.2f}  ({least:,.0f} per second)"),
        Row("  processor time per answer", f"{cpu:.2f} ms"),
    ]

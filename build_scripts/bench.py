"""Measures the running program and prints a small table (`make bench`).

Figures depend on the machine; the ratios to bare waitress and bare SQLite, measured in the same minutes, do much less.
A goal that is missed is marked, not punished: only what does not work at all ends with an error.
"""

import contextlib
import gzip
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import NamedTuple

from running import PERSONAL, SOURCE, Running, cpu_seconds, fetch, free_port

HERE = Path(__file__).resolve().parent
ROUNDS = 5
SECONDS = 2.0
CONNECTIONS = 8
STARTS = 7
# Each browser session may save a draft 120 times an hour, so many of them take turns.
SAVES_PER_SESSION = 100
SESSIONS = 64

Row = tuple[str, str, str]


class Server(NamedTuple):
    """What is measured: where it listens and which process it is."""

    port: int
    pid: int


def load(server: Server, requests: list[list[str]], most: int = 1_000_000, status: int = 200) -> dict[str, float]:
    """Run the load generator in a process of its own; its result and `cpu`, the server's milliseconds per answer.

    RuntimeError when an answer had another status.
    """
    job = {"port": server.port, "requests": requests, "seconds": SECONDS, "most": most, "status": status}
    before = cpu_seconds(server.pid)
    command = [sys.executable, str(HERE / "bench_load.py")]
    done = subprocess.run(command, input=json.dumps(job), capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"the load generator failed:\n{done.stderr}")
    result: dict[str, float] = json.loads(done.stdout)
    if result["wrong"]:
        raise RuntimeError(f"{result['wrong']} of {result['answers']} answers had another status than {status}")
    return {**result, "cpu": (cpu_seconds(server.pid) - before) * 1000 / result["answers"]}


def get(path: str, *headers: str) -> str:
    """A raw GET as a browser sends it."""
    return "\r\n".join(
        [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", "Accept-Encoding: gzip, deflate, br", *headers, "", ""]
    )


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


@contextlib.contextmanager
def bare_waitress(headers: Mapping[str, str], body: bytes) -> Iterator["Server"]:
    """Bare waitress serving those bytes under those headers."""
    with tempfile.NamedTemporaryFile() as file:
        # What waitress writes itself is left to it.
        sent = [[name, value] for name, value in headers.items() if name not in ("Date", "Via", "Server")]
        file.write(json.dumps(sent).encode() + b"\n" + body)
        file.flush()
        port = free_port()
        process = subprocess.Popen([sys.executable, str(HERE / "bench_bare.py"), "serve", str(port), file.name])
        try:
            _wait_for(port)
            yield Server(port, process.pid)
        finally:
            process.terminate()
            process.wait()


def _wait_for(port: int) -> None:
    for _ in range(1000):
        try:
            fetch(port, "/")
            return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError("bare waitress did not start")


def median_of(results: list[dict[str, float]], name: str) -> float:
    """The median of one figure over the rounds."""
    return median(result[name] for result in results)


def page_rows(server: Server) -> list[Row]:
    """The page from memory, whole and unchanged, next to bare waitress."""
    _, received, body = fetch(server.port, "/contact", {"Accept-Encoding": "br"})
    headers = dict(received.items())
    whole = get("/contact")
    unchanged = get("/contact", f"If-None-Match: {received['ETag']}")
    with bare_waitress(headers, body) as simple:
        pages, bare, again = [], [], []
        for _ in range(ROUNDS):  # in turns, so that a busy moment of the machine meets all three
            pages.append(load(server, [[whole]] * CONNECTIONS))
            bare.append(load(simple, [[whole]] * CONNECTIONS))
            again.append(load(server, [[unchanged]] * CONNECTIONS, status=304))
    rate, least = median_of(pages, "per_second"), median_of(bare, "per_second")
    cpu, least_cpu = median_of(pages, "cpu"), median_of(bare, "cpu")
    return [
        ("GET /contact", f"{rate:,.0f} per second", ""),
        ("  99 of 100 within", f"{median_of(pages, 'p99'):.1f} ms", "50"),
        ("  of bare waitress", f"{rate / least:.0%}  ({least:,.0f} per second)", "> 75"),
        ("  processor time per answer", f"{cpu:.3f} ms  (bare {least_cpu:.3f} ms)", ""),
        ("GET /contact, unchanged (304)", f"{median_of(again, 'per_second'):,.0f} per second", ""),
    ]


def save_rows(server: Server) -> list[Row]:
    """Saving a draft, next to SQLite alone."""
    saves, bare = [], []
    for _ in range(ROUNDS):
        cookies = sessions(server.port, SESSIONS)
        share = SESSIONS // CONNECTIONS
        requests = [
            [save(cookie, number) for number in range(SAVES_PER_SESSION) for cookie in cookies[at : at + share]]
            for at in range(0, SESSIONS, share)
        ]
        saves.append(load(server, requests, most=SESSIONS * SAVES_PER_SESSION // 2))
        done = subprocess.run(
            [sys.executable, str(HERE / "bench_bare.py"), "save", "1"], capture_output=True, text=True, check=True
        )
        bare.append(float(json.loads(done.stdout)))
    rate, least = median_of(saves, "per_second"), median(bare)
    return [
        ("POST /api/bookings (draft)", f"{rate:,.0f} per second", ""),
        ("  99 of 100 within", f"{median_of(saves, 'p99'):.1f} ms", "100"),
        ("  of SQLite alone, durable", f"{rate / least:.0%}  ({least:,.0f} per second)", ""),
        ("  processor time per answer", f"{median_of(saves, 'cpu'):.2f} ms", ""),
    ]


def script_bytes(port: int, path: str) -> int:
    """Compressed bytes of script that a page loads by itself: what it names, and what that imports statically."""
    _, _, page = fetch(port, path)
    wanted = re.findall(r'/assets/[^" ]+\.js', page.decode())
    seen, total = set[str](), 0
    while wanted:
        name = wanted.pop()
        if name in seen:
            continue
        seen.add(name)
        _, _, source = fetch(port, name)
        total += len(gzip.compress(source, 9))
        wanted += [f"/assets/{found}" for found in re.findall(r'(?:from|import)"\./([^"]+\.js)"', source.decode())]
    return total


def main() -> int:
    """Measure everything and print it."""
    with tempfile.TemporaryDirectory() as folder:
        demo = Running(SOURCE, Path(folder), free_port())
        first = demo.start()
        server = Server(demo.port, demo.pid)
        try:
            rows = [*page_rows(server), *save_rows(server)]
            memory = demo.resident_bytes() / 1e6
            scripts = {path: script_bytes(demo.port, path) / 1000 for path in ("/contact", "/")}
        finally:
            demo.stop()
        starts = []
        for _ in range(STARTS):
            starts.append(demo.start())
            demo.stop()
    rows += [
        ("Start to first answer", f"{median(starts):.2f} s  (empty folder {first:.2f} s)", "1.5"),
        ("Memory after the load", f"{memory:.0f} MB", "150"),
        ("Script on /contact before step 4", f"{scripts['/contact']:.1f} kB gzip", "130"),
        ("Script on /", f"{scripts['/']:.1f} kB gzip", "130"),
    ]
    for name, figure, goal in rows:
        print(f"{name:<34}{figure:<34}{judged(figure, goal)}")
    return 0


def judged(figure: str, goal: str) -> str:
    """A figure's goal and whether it is met; goals are "at most" unless they begin with ">"."""
    if not goal:
        return ""
    value = float(re.match(r"[\d,.]+", figure)[0].replace(",", ""))  # type: ignore[index]  # every figure begins so
    limit = float(goal.lstrip("> "))
    met = value >= limit if goal.startswith(">") else value <= limit
    return f"goal {goal if goal.startswith('>') else '< ' + goal}{'' if met else '   MISSED'}"


if __name__ == "__main__":
    sys.exit(main())

"""Measures the running program and prints a small table (`make bench`).

Figures depend on the machine and on what else it does; the ratios to what is measured in the same moments do much less.
A goal that is missed is marked, not punished: only what does not work at all ends with an error.
"""

import gzip
import os
import re
import sys
import tempfile
from pathlib import Path
from statistics import median

from bench_bookings import booking_rows
from bench_contest import Row, Server, at_most
from bench_pages import page_rows
from bench_saves import save_rows
from bench_times import time_rows
from running import SOURCE, Running, fetch, free_port

STARTS = 7
LARGEST_SCRIPTS = {"/contact": 130, "/": 95}  # kB gzip


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


def program_rows() -> list[Row]:
    """What one program on one data folder shows: pages, saves, memory, starts."""
    with tempfile.TemporaryDirectory() as folder:
        demo = Running(SOURCE, Path(folder), free_port())
        first = demo.start()
        server = Server(demo.port, demo.pid)
        try:
            rows = [*page_rows(server), *save_rows(server)]
            memory = demo.resident_bytes() / 1e6
            refused = median(Running(SOURCE, Path(folder), free_port()).refused() for _ in range(STARTS))
            scripts = {path: script_bytes(demo.port, path) / 1000 for path in LARGEST_SCRIPTS}
        finally:
            demo.stop()
        starts = []
        for _ in range(STARTS):
            starts.append(demo.start())
            demo.stop()
    usual = median(starts)
    return [
        *rows,
        at_most("Start to first answer", f"{usual:.2f} s  (empty folder {first:.2f} s)", usual, 1.5),
        at_most("Second server refused after", f"{refused:.2f} s", refused, 5),
        at_most("Memory after the load", f"{memory:.0f} MB", memory, 150),
        *(
            at_most(f"Script on {path} before interaction", f"{scripts[path]:.1f} kB gzip", scripts[path], limit)
            for path, limit in LARGEST_SCRIPTS.items()
        ),
    ]


def show(rows: list[Row]) -> None:
    """Print a part of the table."""
    for row in rows:
        goal = f"goal {row.goal}{'' if row.met else '   MISSED'}" if row.goal else ""
        print(f"{row.name:<38}{row.figure:<62}{goal}".rstrip(), flush=True)


def main() -> int:
    """Measure everything and print it."""
    print(f"{os.cpu_count()} processors, load average {os.getloadavg()[0]:.1f} before; medians of rounds", flush=True)
    for measure in (program_rows, time_rows, booking_rows):
        show(measure())
    print(f"Load average {os.getloadavg()[0]:.1f} after, the bench's own included")
    return 0


if __name__ == "__main__":
    sys.exit(main())

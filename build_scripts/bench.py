"""Measures the running program, prints a table (`make bench`) and writes it as build/bench.json.

Figures depend on the machine and on what else it does; the ratios to what is measured in the same moments do much less.
A goal that is missed is marked, not punished: only what does not work at all ends with an error.
"""

import argparse
import gzip
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median

import large_folder
from bench_bookings import booking_rows
from bench_browser import browser_rows
from bench_contest import Row, Server, at_most
from bench_documents import document_rows
from bench_office import office_rows
from bench_pages import page_rows
from bench_portal import portal_rows
from bench_saves import save_rows
from bench_settle import settle_rows
from bench_times import demo, time_rows
from running import ROOT, SOURCE, Running, fetch, free_port

STARTS = 7
SCRIPTS = {"/": 12, "/contract-review": 12, "/contact": 125}  # kB gzip
WRITTEN = ROOT / "build" / "bench.json"


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
        program = Running(SOURCE, Path(folder), free_port())
        first = program.start()
        # Its sample data is made in the first start alone, which takes memory that no other start does.
        made = program.resident_bytes() / 1e6
        program.stop()
        starts, loaded = [], []
        for _ in range(STARTS):
            starts.append(program.start())
            loaded.append(program.loaded_after)
            program.stop()
        program.start()
        server = Server(program.port, program.pid)
        try:
            rows = [*page_rows(server), *save_rows(server)]
            memory = program.resident_bytes() / 1e6
            refused = median(Running(SOURCE, Path(folder), free_port()).refused() for _ in range(STARTS))
            scripts = {path: script_bytes(program.port, path) / 1000 for path in SCRIPTS}
        finally:
            program.stop()
    usual = median(starts)
    return [
        *rows,
        at_most(
            "Start to first answer",
            f"{usual:.2f} s  (all loaded {median(loaded):.2f} s, empty folder {first:.2f} s)",
            usual,
            0.6,
        ),
        at_most("Second server refused after", f"{refused:.2f} s", refused, 5),
        at_most("Memory after the load", f"{memory:.0f} MB  (making sample data {made:.0f} MB)", memory, 90),
        *(
            at_most(f"Script on {path} before interaction", f"{scripts[path]:.1f} kB gzip", scripts[path], limit)
            for path, limit in SCRIPTS.items()
        ),
    ]


def folder_rows() -> list[Row]:
    """The portal's calls and the back office's, in a small data folder and in a large one."""
    with (
        demo(lambda folder: large_folder.fill(folder, large_folder.SMALL)) as (small, few),
        demo(large_folder.fill) as (large, many),
    ):
        servers = {"small": small, "large": large}
        told = Row("Rows of a small and of a large folder", f"{few:,} and {many:,}")
        return [told, *portal_rows(servers), *office_rows(servers)]


PARTS: Mapping[str, Callable[[], list[Row]]] = {
    "program": program_rows,
    "times": time_rows,
    "bookings": booking_rows,
    "settle": settle_rows,
    "folders": folder_rows,
    "documents": document_rows,
    "browser": browser_rows,
}


def show(rows: list[Row]) -> None:
    """Print a part of the table."""
    for row in rows:
        goal = f"goal {row.goal}{'' if row.goal.is_met else '   MISSED'}" if row.goal else ""
        print(f"{row.name:<38}{row.figure:<62}{goal}".rstrip(), flush=True)


def entry(part: str, row: Row) -> dict[str, object]:
    """A row as it is written down; a name that continues the row above keeps its indentation."""
    told: dict[str, object] = {"part": part, "name": row.name, "figure": row.figure}
    if row.goal is None:
        return told
    bound = "at_most" if row.goal.is_most else "at_least"
    return told | {"value": round(row.goal.value, 4), bound: row.goal.limit, "met": row.goal.is_met}


def write_down(entries: list[dict[str, object]]) -> None:
    """Keep the table for a comparison with later ones, with what was measured and on what."""
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    about = {
        "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "commit": commit.stdout.strip() or None,
        "processors": os.cpu_count(),
        "machine": platform.machine(),
        "python": platform.python_version(),
    }
    WRITTEN.parent.mkdir(exist_ok=True)
    WRITTEN.write_text(json.dumps(about | {"rows": entries}, indent=2) + "\n", encoding="utf-8")


def main() -> int:
    """Measure the parts that are named, or everything, and print it."""
    asking = argparse.ArgumentParser()
    asking.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parts = asking.parse_args().parts or list(PARTS)
    if unknown := [name for name in parts if name not in PARTS]:
        asking.error(f"there is no part {unknown[0]}; there are {', '.join(PARTS)}")
    print(f"{os.cpu_count()} processors, load average {os.getloadavg()[0]:.1f} before; medians of rounds", flush=True)
    entries = list[dict[str, object]]()
    for name in parts:
        began = time.perf_counter()
        rows = PARTS[name]()
        show(rows)
        entries += [entry(name, row) for row in rows]
        print(f"  ({name}: {time.perf_counter() - began:.0f} s)")
    write_down(entries)
    goals = [each["met"] for each in entries if "met" in each]
    print(f"{sum(map(bool, goals))} of {len(goals)} goals met; written to {WRITTEN.relative_to(ROOT)}")
    print(f"Load average {os.getloadavg()[0]:.1f} after, the bench's own included")
    return 0


if __name__ == "__main__":
    sys.exit(main())

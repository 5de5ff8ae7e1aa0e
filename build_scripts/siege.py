"""Lets the demo be besieged and prints what its visitors notice of it (`make siege`).

Everything runs on this machine, on a temporary folder, and ends by itself. SIEGE_SECONDS (60) is how long each kind of
slow client and the hanging provider last. A goal that is missed is marked, not punished.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from running import Running, free_port
from siege_abuse import HOSTILE, PAYERS, UPLOADS, hang, hostile, largest_asset, payer, slow_clients, uploads
from siege_visitors import HERE, PATHS, Seen, Watch
from visiting import Visit

SECONDS = float(os.environ.get("SIEGE_SECONDS", "60"))
KINDS = {
    "idle": "silent from the start",
    "rest": "idle after an answer",
    "header": "header, a byte at a time",
    "body": "body, a byte at a time",
    "pipelined_unread": "138 in a packet, unread",
    "unread": "large answer, unread",
    "half_closed": "half closed, unread",
    "flood": "connect and leave",
    "pipelined": "138 in a packet, read",
}
COUNTS = (4, 40, 400)
GOAL, PROVIDER_GOAL = 1000.0, 50.0  # milliseconds, 99 of 100


class Held(NamedTuple):
    """What the server holds: memory and disk in bytes."""

    memory: int
    disk: int


def held(program: Running) -> Held:
    """What it holds now."""
    files = [path for path in program.folder.rglob("*") if path.is_file()]
    disk = 0
    for path in files:
        with suppress(FileNotFoundError):
            disk += path.stat().st_size
    return Held(program.resident_bytes(), disk)


def besiege(program: Running, name: str, count: int, goal: float, attack: Callable[[], object]) -> None:
    """Let the attack happen, watch visitors from its address and from another one, print a line of the table."""
    before = held(program)
    with Watch(program.port, "127.0.0.2") as elsewhere, Watch(program.port, "127.0.0.1") as near:
        attack()
    after = held(program)
    met = max(elsewhere.seen.quantile(path, 0.99) for path in PATHS[: 1 if goal < GOAL else 2]) <= goal
    good = met and not elsewhere.seen.errors
    print(
        f"{name:<26}{count:>5}  {_times(elsewhere.seen)}{len(elsewhere.seen.errors):>7}  "
        f"{_times(near.seen)}{len(near.seen.errors):>7}  {before.memory / 1e6:>5.0f}{after.memory / 1e6:>5.0f}"
        f"{before.disk / 1e6:>6.1f}{after.disk / 1e6:>7.1f}  {'' if good else 'MISSED'}".rstrip(),
        flush=True,
    )
    for text in sorted({*elsewhere.seen.errors, *near.seen.errors})[:3]:
        print(f"    {text}", flush=True)


def _times(seen: Seen) -> str:
    return "".join(f"{seen.quantile(path, share):>7.0f}" for path in PATHS for share in (0.5, 0.99))


def main() -> int:
    """Besiege the demo in every way and print the table."""
    minutes = (len(KINDS) * len(COUNTS) + 2) * (SECONDS + 2) / 60 + 2
    print(f"{os.cpu_count()} processors, load average {os.getloadavg()[0]:.1f}; takes some {minutes:.0f} minutes")
    print("Milliseconds until visitors have the first page and the free times; p99 shall be at most 1 s, 50 ms for the")
    print("first page while the provider hangs. Memory and disk in MB, before and after.")
    columns = f"{'/ p50':>7}{'p99':>7}{'times':>7}{'p99':>7}{'errors':>7}"
    print(f"{'':33}{'visitors elsewhere':^35}  {'visitors at the same address':^35}")
    print(f"{'attack':<26}{'count':>5}  {columns}  {columns}  {'memory':>10}{'disk':>13}")
    with tempfile.TemporaryDirectory() as folder:
        program = Running([sys.executable, str(HERE / "siege_demo.py")], Path(folder), free_port())
        program.start()
        try:
            Visit(program.port).free_times()
            path = largest_asset(program.port)
            besiege(program, "none", 0, GOAL, partial(time.sleep, SECONDS))
            for kind, name in KINDS.items():
                for count in COUNTS:
                    besiege(program, name, count, GOAL, partial(slow_clients, program.port, kind, count, SECONDS, path))
            payers = [payer(program.port, number) for number in range(PAYERS)]
            besiege(program, "provider hangs, paying", PAYERS, PROVIDER_GOAL, partial(hang, program, payers, SECONDS))
            besiege(program, "hostile paths", HOSTILE, GOAL, partial(hostile, program.port))
            besiege(program, "uploads of 1 MB", UPLOADS, GOAL, partial(uploads, program.port))
        finally:
            program.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""A scripted Saturday, busier than any real one: visitors read, book, upload and pay while staff work (`make load`).

LOAD_MINUTES (10) is how long it lasts; a whole backup is made in the middle. Everything runs on this machine, on a
temporary folder, and ends by itself. A goal that is missed is marked, not punished.
"""

import itertools
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from bench_load import quantile
from running import PASSWORD, ROOT, SOURCE, Running, cpu_seconds, free_port
from visiting import PDF, PERSONAL, Visit

sys.path.insert(0, str(ROOT))

from app.pages.facts import PUBLIC_PATHS

MINUTES = float(os.environ.get("LOAD_MINUTES", "10"))
READING, BOOKING, UPLOADING, STAFF = 50, 10, 5, 3
GOAL_MS, GROWTH = 500.0, 1.15  # 99 of 100 answers; memory of the last third beside that of the second
# As large as a file may be.
LARGE = PDF.replace(b"\n", b"\n%" + b"x" * (10 * 1024 * 1024 - len(PDF) - 2) + b"\n", 1)
LISTS = ("dashboard", "attention", "consultations", "projects", "clients?q=an", "figures", "system", "documents")
NUMBERS = itertools.count(1)
SAMPLE_SECONDS, SETTLE_SECONDS = 1.0, 300.0


@dataclass
class Seen:
    """What everybody saw: the seconds of each kind of call, and what was refused."""

    took: dict[str, list[float]] = field(default_factory=dict)
    errors: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)


class Person(Visit):
    """A browser whose calls are timed. kind: what its calls are told under."""

    def __init__(self, port: int, kind: str, seen: Seen, over: threading.Event) -> None:
        super().__init__(port)
        self.kind, self.seen, self.over = kind, seen, over

    def call(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[str, bytes]:
        """One request, timed; RuntimeError and OSError as a visit's."""
        began = time.perf_counter()
        try:
            return super().call(method, path, body, headers)
        finally:
            kind = "10 MB upload" if body is not None and len(body) > len(LARGE) else self.kind
            self.seen.took.setdefault(kind, []).append(time.perf_counter() - began)

    def think(self, least: float, most: float) -> None:
        """What a person does between two clicks, in seconds."""
        self.over.wait(random.uniform(least, most))


def read(person: Person) -> None:
    """Read a page, and go to the next."""
    person.call("GET", random.choice(PUBLIC_PATHS))
    person.think(2, 8)


def book(person: Person) -> None:
    """The wizard from its first step to a card payment."""
    email = f"visitor{next(NUMBERS)}@example.com"
    person.cookie = ""
    person.prepare(email)
    person.think(5, 15)
    if (status := person.pay(amount=250)) != "paid":
        raise RuntimeError(f"a payment is {status}")
    person.seen.done["bookings paid"] += 1
    person.think(5, 15)


def upload(person: Person) -> None:
    """A file as large as may be, to a booking that was just begun."""
    person.cookie = ""
    person.send("POST", "/api/bookings", **PERSONAL, email=f"builder{next(NUMBERS)}@example.com")
    person.add_file("/api/bookings/current/documents", LARGE)
    person.seen.done["10 MB files kept"] += 1
    person.think(5, 15)


def work(person: Person) -> None:
    """A day in the office: one list after the other."""
    if not person.cookie:
        person.send("POST", "/api/admin/login", username="owner", password=PASSWORD)
    person.get(f"/api/admin/{random.choice(LISTS)}")
    person.think(1, 3)


KINDS: tuple[tuple[str, int, Callable[[Person], None]], ...] = (
    ("page", READING, read),
    ("booking", BOOKING, book),
    ("uploader's step", UPLOADING, upload),
    ("staff's list", STAFF, work),
)


def live(person: Person, act: Callable[[Person], None]) -> None:
    """Do it again and again until it is over."""
    person.think(0, 5)
    while not person.over.is_set():
        try:
            act(person)
        except (RuntimeError, OSError) as error:
            person.seen.errors[f"{person.kind}: {str(error)[:150]}"] += 1
            person.think(1, 5)


def command(demo: Running, *words: str) -> subprocess.CompletedProcess[str]:
    """`helios ...` on the folder that the demo serves."""
    environ = os.environ | {"HELIOS_DATA_DIR": str(demo.folder / "data")}
    return subprocess.run([sys.executable, "-m", "app", *words], cwd=ROOT, env=environ, capture_output=True, text=True)


def back_up(demo: Running, place: Path) -> float:
    """A whole backup of the folder that is served, proved; its seconds. RuntimeError with what it says."""
    began = time.perf_counter()
    done = command(demo, "backup", "--nightly", "--to", str(place))
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    return time.perf_counter() - began


def settle(demo: Running) -> None:
    """Wait until the sample firm's invoices have their files, which a job makes: a backup names what lacks one."""
    until = time.monotonic() + SETTLE_SECONDS
    while command(demo, "doctor").returncode:
        if time.monotonic() > until:
            raise RuntimeError("the sample data disagree")
        time.sleep(5)


def main() -> int:
    """Live through it and print what everybody saw."""
    print(f"{os.cpu_count()} processors, load average {os.getloadavg()[0]:.1f}; takes {MINUTES:g} minutes", flush=True)
    seen, over, memory = Seen(), threading.Event(), list[int]()
    with tempfile.TemporaryDirectory() as name:
        demo = Running([*SOURCE, "--at-work"], Path(name), free_port())
        demo.start()
        try:
            Visit(demo.port).free_times()
            settle(demo)
            used, began = cpu_seconds(demo.pid), time.monotonic()
            people = [
                threading.Thread(target=live, args=(Person(demo.port, kind, seen, over), act))
                for kind, count, act in KINDS
                for _ in range(count)
            ]
            for each in people:
                each.start()
            took: list[float] = []
            saving = threading.Timer(MINUTES * 30, lambda: took.append(back_up(demo, Path(name) / "backups")))
            saving.start()
            while time.monotonic() - began < MINUTES * 60:
                memory.append(demo.resident_bytes())
                time.sleep(SAMPLE_SECONDS)
            over.set()
            for each in (*people, saving):
                each.join()
            share = (cpu_seconds(demo.pid) - used) / (time.monotonic() - began)
        finally:
            demo.stop()
    report(seen, memory, took, share)
    return 0


def report(seen: Seen, memory: list[int], took: list[float], share: float) -> None:
    """The table. share: of one processor, that the program used."""
    print(f"{'':<18}{'calls':>7}{'p50':>8}{'p95':>8}{'p99 ms':>8}")
    for kind, found in sorted(seen.took.items()):
        p50, p95, p99 = (quantile(found, part) for part in (0.5, 0.95, 0.99))
        print(f"{kind:<18}{len(found):>7}{p50:>8.0f}{p95:>8.0f}{p99:>8.0f}{marked(p99 < GOAL_MS)}")
    for what, count in seen.done.items():
        print(f"{what:<26}{count:>6}  {count / MINUTES * 60:.0f} an hour")
    third = len(memory) // 3
    middle, end = median(memory[third : 2 * third]), median(memory[2 * third :])
    print(
        f"memory, MB                {max(memory[:third]) / 1e6:.0f}, {middle / 1e6:.0f}, {end / 1e6:.0f} at the end"
        f"{marked(end <= middle * GROWTH)}"
    )
    print(f"backup in the middle      {f'{took[0]:.1f} s, proved' if took else 'not made'}{marked(bool(took))}")
    print(f"processors used           {share:.2f}")
    print(f"errors                    {seen.errors.total()}{marked(not seen.errors)}")
    for text, count in seen.errors.most_common(5):
        print(f"    {count} x {text}")


def marked(met: bool) -> str:
    """What stands behind a figure that misses its goal."""
    return "" if met else "  MISSED"


if __name__ == "__main__":
    sys.exit(main())

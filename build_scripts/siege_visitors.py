"""Honest visitors during a siege: how long they wait for the first page and for the free times.

Run as a program it measures until its standard input ends and writes what it saw to standard output (JSON).
"""

import http.client
import json
import subprocess
import sys
import threading
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
PATHS = ("/", "/api/slots/available")
PAUSE_SECONDS = 0.05
LONGEST_WAIT = 20.0


@dataclass
class Seen:
    """What visitors from one address saw: the seconds of each answer by path, and what was no answer."""

    took: dict[str, list[float]] = field(default_factory=lambda: {path: [] for path in PATHS})
    errors: list[str] = field(default_factory=list)

    def quantile(self, path: str, share: float) -> float:
        """The milliseconds within which that share of the answers came; failures count with the time they took."""
        took = sorted(self.took[path])
        return took[min(len(took) - 1, int(len(took) * share))] * 1000 if took else float("nan")


def visit(port: int, source: str, seen: Seen, over: threading.Event) -> None:
    """Ask for each path in turn, over a new connection each time, until it is over."""
    while not over.is_set():
        for path in PATHS:
            began = time.perf_counter()
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=LONGEST_WAIT, source_address=(source, 0))
            try:
                line.request("GET", path)
                answer = line.getresponse()
                answer.read()
                if answer.status != 200:
                    seen.errors.append(f"{path}: {answer.status}")
            except (OSError, http.client.HTTPException) as error:
                seen.errors.append(f"{path}: {type(error).__name__}")
            finally:
                line.close()
            seen.took[path].append(time.perf_counter() - began)
            over.wait(PAUSE_SECONDS)


class Watch:
    """Visitors in a process of their own, from one address, while the block runs; then `seen` tells.

    RuntimeError when they did not live to tell.
    """

    def __init__(self, port: int, source: str) -> None:
        self.command = [sys.executable, str(HERE / "siege_visitors.py"), str(port), source]
        self.seen = Seen()

    def __enter__(self) -> "Watch":
        self._process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *_: object) -> None:
        told, _rest = self._process.communicate("")
        if self._process.returncode:
            raise RuntimeError("the visitors' process failed")
        self.seen = Seen(**json.loads(told))


def main() -> None:
    """Visit until standard input ends."""
    seen, over = Seen(), threading.Event()
    visitor = threading.Thread(target=visit, args=(int(sys.argv[1]), sys.argv[2], seen, over))
    visitor.start()
    sys.stdin.read()
    over.set()
    visitor.join()
    json.dump(asdict(seen), sys.stdout)


if __name__ == "__main__":
    main()

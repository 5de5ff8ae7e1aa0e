"""Contenders of the bench: loads that take short turns, so that a busy moment of the machine meets all of them."""

import json
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import NamedTuple

from running import fetch

HERE = Path(__file__).resolve().parent
ROUNDS = 11
SLICE_SECONDS = 0.6
CONNECTIONS = 8
ANSWER_SECONDS = 20.0


class Server(NamedTuple):
    """What is measured: where it listens and which process it is."""

    port: int
    pid: int


class Load(NamedTuple):
    """Raw requests for a server, one list per connection; at most `most` answers, each with that `status`."""

    server: Server
    requests: list[list[str]]
    status: int = 200
    most: int = 1_000_000


class Figures(NamedTuple):
    """What came of a load: answers per second, quantiles and the server's processor time per answer in milliseconds.

    `wrong`: how many answers had another status; `told`: the first of these.
    """

    per_second: float
    p50: float
    p95: float
    p99: float
    cpu: float
    answers: int
    wrong: int
    told: str


class Outcome(NamedTuple):
    """A contender's figures by round, and the milliseconds within which 99 of 100 answers of all rounds came."""

    rounds: list[Figures]
    p99: float

    def middle(self, name: str) -> float:
        """The median of one figure over the rounds."""
        return median(getattr(each, name) for each in self.rounds)

    def ratio(self, other: "Outcome", name: str) -> float:
        """The median of the ratios to another contender within the rounds."""
        pairs = zip(self.rounds, other.rounds, strict=True)
        return median(getattr(our, name) / getattr(their, name) for our, their in pairs)


class Goal(NamedTuple):
    """What a figure shall be: its value in the unit that the row shows, the limit, and whether that is the most."""

    value: float
    limit: float
    is_most: bool

    @property
    def is_met(self) -> bool:
        """Whether the value keeps within the limit."""
        return self.value <= self.limit if self.is_most else self.value >= self.limit

    def __str__(self) -> str:
        return f"{'<=' if self.is_most else '>='} {self.limit:g}"


class Row(NamedTuple):
    """A line of the table; `goal` None where nothing is asked of it."""

    name: str
    figure: str
    goal: Goal | None = None


def at_most(name: str, figure: str, value: float, limit: float) -> Row:
    """A row whose value shall not be above the limit."""
    return Row(name, figure, Goal(value, limit, is_most=True))


def at_least(name: str, figure: str, value: float, limit: float) -> Row:
    """A row whose value shall not be below the limit."""
    return Row(name, figure, Goal(value, limit, is_most=False))


def get(path: str, *headers: str) -> str:
    """A raw GET as a browser sends it; gzip, which every contender has."""
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: 127.0.0.1", "Accept-Encoding: gzip", *headers, "", ""])


def compete(loads: Mapping[str, Load], rounds: int = ROUNDS, seconds: float = SLICE_SECONDS) -> dict[str, Outcome]:
    """Let the load generator, a process of its own, run all loads in turns; what came of each.

    seconds: how long a turn is. RuntimeError when an answer had another status than its load's.
    """
    jobs = [
        {"port": load.server.port, "pid": load.server.pid, "requests": load.requests}
        | {"seconds": seconds, "most": load.most, "status": load.status}
        for load in loads.values()
    ]
    command = [sys.executable, str(HERE / "bench_load.py")]
    asked = json.dumps({"jobs": jobs, "rounds": rounds})
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"the load generator failed:\n{done.stderr}")
    outcomes = {
        name: Outcome([Figures(**each) for each in told["slices"]], told["p99"])
        for name, told in zip(loads, json.loads(done.stdout), strict=True)
    }
    for name, outcome in outcomes.items():
        if wrong := [each for each in outcome.rounds if each.wrong]:
            count = sum(each.wrong for each in wrong)
            raise RuntimeError(
                f"{name}: {count} answers had not status {loads[name].status}, at first\n{wrong[0].told}"
            )
    return outcomes


def run(load: Load) -> Figures:
    """One load by itself, once."""
    return compete({"load": load}, rounds=1)["load"].rounds[0]


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Return when the server answers; RuntimeError when it ends or does not."""
    deadline = time.monotonic() + ANSWER_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            fetch(port, "/")
            return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError(f"{process.args!r} did not start")

"""Contenders of the bench: loads that take turns, so that a busy moment of the machine meets all of them."""

import json
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import NamedTuple

from running import cpu_seconds, fetch

HERE = Path(__file__).resolve().parent
ROUNDS = 11
SECONDS = 0.6
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
    """What came of a load: answers per second, quantiles and the server's processor time per answer in milliseconds."""

    per_second: float
    p50: float
    p95: float
    p99: float
    cpu: float


class Row(NamedTuple):
    """A line of the table; `goal` as it is shown, '' for none."""

    name: str
    figure: str
    goal: str = ""
    met: bool = True


def at_most(name: str, figure: str, value: float, limit: float) -> Row:
    """A row whose value shall not be above the limit."""
    return Row(name, figure, f"<= {limit:g}", value <= limit)


def at_least(name: str, figure: str, value: float, limit: float) -> Row:
    """A row whose value shall not be below the limit."""
    return Row(name, figure, f">= {limit:g}", value >= limit)


def get(path: str, *headers: str) -> str:
    """A raw GET as a browser sends it; gzip, which every contender has."""
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: 127.0.0.1", "Accept-Encoding: gzip", *headers, "", ""])


def run(load: Load) -> Figures:
    """Run the load generator in a process of its own. RuntimeError when an answer had another status."""
    job = {"port": load.server.port, "requests": load.requests, "seconds": SECONDS} | {
        "most": load.most,
        "status": load.status,
    }
    before = cpu_seconds(load.server.pid)
    command = [sys.executable, str(HERE / "bench_load.py")]
    done = subprocess.run(command, input=json.dumps(job), capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"the load generator failed:\n{done.stderr}")
    result = json.loads(done.stdout)
    if result["wrong"]:
        raise RuntimeError(f"{result['wrong']} of {result['answers']} answers had another status than {load.status}")
    cpu = (cpu_seconds(load.server.pid) - before) * 1000 / result["answers"]
    return Figures(result["per_second"], result["p50"], result["p95"], result["p99"], cpu)


def compete(loads: Mapping[str, Load], rounds: int = ROUNDS) -> dict[str, list[Figures]]:
    """Run all loads in turns, every round beginning with another one; each one's figures by round."""
    figures: dict[str, list[Figures]] = {name: [] for name in loads}
    names = list(loads)
    for number in range(rounds):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            figures[name].append(run(loads[name]))
    return figures


def middle(figures: list[Figures], name: str) -> float:
    """The median of one figure over the rounds."""
    return median(getattr(each, name) for each in figures)


def ratio(ours: list[Figures], theirs: list[Figures], name: str) -> float:
    """The median of the ratios within the rounds."""
    return median(getattr(our, name) / getattr(their, name) for our, their in zip(ours, theirs, strict=True))


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

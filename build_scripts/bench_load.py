"""A load generator for this machine: keep-alive connections in one process, one request under way on each.

Run as a program it reads jobs and a number of rounds (JSON) from standard input, does a slice of each job in every
round and writes each job's results to standard output, with the time of 99 of 100 answers of all its slices. So it
shares no process with what it measures, and changes between contenders quickly enough for the machine's other work to
meet them alike.
"""

import json
import selectors
import socket
import sys
import time
from dataclasses import asdict, dataclass, field

from running import cpu_seconds

LONGEST_SECONDS = 60.0
TOLD_BYTES = 2000  # of an answer that is wrong


@dataclass
class Job:
    """A slice of load on the server at that port, which is process `pid`.

    `requests` are raw HTTP requests, one list per connection, sent in turn and over again, for so many seconds and at
    most so many answers; each answer shall have that status.
    """

    port: int
    pid: int
    requests: list[list[str]]
    seconds: float
    most: int
    status: int


@dataclass
class Result:
    """What came of it: answers per second; the time of so many of 100 answers and `cpu`, the server's processor time
    per answer, in milliseconds. `wrong`: how many had another status; `told`: the first of these, '' for none."""

    per_second: float
    p50: float
    p95: float
    p99: float
    cpu: float
    answers: int
    wrong: int
    told: str


@dataclass
class Connection:
    """One connection and where it stands in its list; `ended` once the server has announced that it closes it."""

    port: int
    requests: list[bytes]
    line: socket.socket = field(init=False)
    ended: bool = True
    sent: int = 0
    began: float = 0.0
    got: bytearray = field(default_factory=bytearray)

    def send(self) -> None:
        """Put the next request on its way, over a new connection if the old one has ended."""
        self.got.clear()
        self.began = time.perf_counter()
        if self.ended:
            self.line = socket.create_connection(("127.0.0.1", self.port), timeout=10)
            self.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.ended = False
        self.line.sendall(self.requests[self.sent % len(self.requests)])
        self.sent += 1

    def receive(self) -> int | None:
        """Read what is there; the status once the answer is whole. ConnectionError when it ended early."""
        read = self.line.recv(262_144)
        if not read:
            raise ConnectionError("the server closed a connection")
        self.got += read
        head_ends = self.got.find(b"\r\n\r\n")
        if head_ends < 0:
            return None
        head = bytes(self.got[:head_ends]).lower()
        status = int(head[9:12])
        self.ended = b"\r\nconnection: close" in head
        at = head.find(b"content-length:")
        length = 0 if status == 304 or at < 0 else int(head[at + 15 :].split(b"\r\n", 1)[0])
        return status if len(self.got) >= head_ends + 4 + length else None


def quantile(took: list[float], share: float) -> float:
    """The time within which that share of the answers came, in milliseconds."""
    return sorted(took)[int(len(took) * share)] * 1000


def run(job: Job) -> tuple[Result, list[float]]:
    """Keep every connection busy for the time or the number of answers, whichever is over first.

    The result, and the seconds that each answer took.
    """
    chooser, took, wrong = selectors.DefaultSelector(), list[float](), list[str]()
    used, began = cpu_seconds(job.pid), time.perf_counter()
    ends = began + min(job.seconds, LONGEST_SECONDS)
    for texts in job.requests:
        made = Connection(job.port, [text.encode() for text in texts])
        made.send()
        chooser.register(made.line, selectors.EVENT_READ, made)
    left = len(job.requests)
    while left:
        for key, _ in chooser.select(timeout=10):
            connection: Connection = key.data
            status = connection.receive()
            if status is None:
                continue
            now = time.perf_counter()
            took.append(now - connection.began)
            if status != job.status:
                wrong.append(connection.got[:TOLD_BYTES].decode(errors="replace"))
            goes_on = now < ends and len(took) + left <= job.most
            if connection.ended or not goes_on:
                chooser.unregister(connection.line)
                connection.line.close()
            if not goes_on:
                left -= 1
                continue
            reopened = connection.ended
            connection.send()
            if reopened:
                chooser.register(connection.line, selectors.EVENT_READ, connection)
    whole = time.perf_counter() - began
    cpu = (cpu_seconds(job.pid) - used) * 1000 / len(took)
    p50, p95, p99 = (quantile(took, share) for share in (0.5, 0.95, 0.99))
    return Result(len(took) / whole, p50, p95, p99, cpu, len(took), len(wrong), "".join(wrong[:1])), took


def main() -> None:
    """Do what standard input asks for."""
    asked = json.load(sys.stdin)
    jobs = [Job(**job) for job in asked["jobs"]]
    results: list[list[Result]] = [[] for _ in jobs]
    times: list[list[float]] = [[] for _ in jobs]
    for number in range(asked["rounds"]):
        for place in range(len(jobs)):
            turn = (place + number) % len(jobs)  # every round begins with another one
            result, took = run(jobs[turn])
            results[turn].append(result)
            times[turn] += took
    told = [
        {"slices": [asdict(each) for each in slices], "p99": quantile(took, 0.99)}
        for slices, took in zip(results, times, strict=True)
    ]
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()

"""The bench's rows about documents: many large uploads at once, a ZIP of all of them, and downloads beside nginx's."""

import gzip
import json
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from multiprocessing import Process
from pathlib import Path
from statistics import median

from bench_contest import Row, Server, at_least, at_most
from bench_load import quantile
from bench_nginx import installed, nginx
from running import PASSWORD, SOURCE, Running, fetch, free_port
from visiting import PDF, Visit

AT_ONCE, TIMES = 10, 3
LINE_BYTES_PER_SECOND = 2_500_000  # what an office's line sends
LARGE = 10 * 1024 * 1024
DOWNLOADS = 15
SLOW_READERS = 8
FILE = "/api/admin/projects/1/documents"
HEAD = b'--x\r\nContent-Disposition: form-data; name="file"; filename="Plan.pdf"\r\n\r\n'
END = b"\n%%EOF\n"
BODY = HEAD + PDF + os.urandom(LARGE - len(PDF) - len(END)) + END + b"\r\n--x--\r\n"  # random: nothing shortens it
OTHER = "/api/slots/available"


class Memory:
    """The most that a process holds in memory from now on (Linux), in MB beyond what it holds now."""

    def __init__(self, server: Running) -> None:
        self._of = Path(f"/proc/{server.pid}")
        (self._of / "clear_refs").write_text("5", encoding="ascii")
        self._before = server.resident_bytes() / 1e6

    def more(self) -> float:
        """How much more it was at most."""
        lines = (self._of / "status").read_text(encoding="ascii").splitlines()
        most = next(line for line in lines if line.startswith("VmHWM"))
        return int(most.split()[1]) * 1024 / 1e6 - self._before


def document_rows() -> list[Row]:
    """Uploads, ZIP and downloads of a demo of its own."""
    with tempfile.TemporaryDirectory() as folder:
        demo = Running(SOURCE, Path(folder), free_port())
        demo.start()
        try:
            staff = Visit(demo.port)
            staff.send("POST", "/api/admin/login", username="owner", password=PASSWORD)
            number = _upload(staff)
            return [*_upload_rows(demo, staff), *_zip_rows(demo, staff), *_download_rows(demo, staff, number)]
        finally:
            demo.stop()


def _upload(staff: Visit) -> int:
    _, answer = staff.call("POST", FILE, BODY, {"Content-Type": "multipart/form-data; boundary=x"})
    return int(json.loads(answer)["id"])


def _upload_over_a_line(staff: Visit) -> None:
    def sent() -> Iterator[bytes]:
        for at in range(0, len(BODY), LINE_BYTES_PER_SECOND // 40):
            yield BODY[at : at + LINE_BYTES_PER_SECOND // 40]
            time.sleep(1 / 40)

    made = HTTPConnection("127.0.0.1", staff.port, timeout=60)
    headers = {
        "Cookie": staff.cookie,
        "Content-Type": "multipart/form-data; boundary=x",
        "Content-Length": str(len(BODY)),
    }
    made.request("POST", FILE, sent(), headers)
    if made.getresponse().status != 201:
        raise RuntimeError("an upload failed")
    made.close()


@contextmanager
def _others(port: int) -> Iterator[list[float]]:
    """Somebody who asks for something small again and again meanwhile; the seconds of each answer."""
    took, stop = list[float](), threading.Event()

    def ask() -> None:
        while not stop.wait(0.005):
            began = time.perf_counter()
            fetch(port, OTHER)
            took.append(time.perf_counter() - began)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield took
    finally:
        stop.set()
        asking.join()


def _together(work: Callable[[], object], count: int) -> None:
    # Processes: in threads they would hold up the one who measures.
    workers = [Process(target=work) for _ in range(count)]
    for each in workers:
        each.start()
    for each in workers:
        each.join()


def _upload_rows(demo: Running, staff: Visit) -> list[Row]:
    memory, usual, busy, flooded = Memory(demo), list[float](), list[float](), list[float]()
    for _ in range(TIMES):
        with _others(demo.port) as alone:
            time.sleep(3)
        with _others(demo.port) as beside:
            _together(lambda: _upload_over_a_line(staff), AT_ONCE)
        with _others(demo.port) as beside_all:
            _together(lambda: _upload(staff), AT_ONCE)
        for kept, took in ((usual, alone), (busy, beside), (flooded, beside_all)):
            kept.append(quantile(took, 0.95))
    more, factor = memory.more(), median(each / least for each, least in zip(busy, usual, strict=True))
    figure = f"{median(busy):.1f} ms, {factor:.1f} x {median(usual):.1f} ms"
    return [
        at_most(f"Memory for {AT_ONCE} uploads of 10 MB", f"{more:.0f} MB more", more, 100),
        at_most("Other answers meanwhile, p95", f"{figure}  (no line between: {median(flooded):.1f} ms)", factor, 2),
    ]


def _zip_rows(demo: Running, staff: Visit) -> list[Row]:
    memory, began, size = Memory(demo), time.perf_counter(), 0
    slow = [_asking(demo.port, FILE + ".zip", staff.cookie) for _ in range(SLOW_READERS)]
    with _others(demo.port) as beside:
        reading = _asking(demo.port, FILE + ".zip", staff.cookie).getresponse()
        while part := reading.read(1024 * 1024):
            size += len(part)
    took, more, busy = time.perf_counter() - began, memory.more(), quantile(beside, 0.95)
    for each in slow:
        each.close()
    figure = f"{more:.0f} MB more  ({size / 1e6:.0f} MB in {took:.1f} s; others' p95 {busy:.1f} ms)"
    return [at_most(f"Memory for a ZIP, {SLOW_READERS} more unread", figure, more, 30)]


def _asking(port: int, path: str, cookie: str) -> HTTPConnection:
    made = HTTPConnection("127.0.0.1", port, timeout=60)
    made.request("GET", path, headers={"Cookie": cookie})
    return made


def _download_rows(demo: Running, staff: Visit, number: int) -> list[Row]:
    path = f"/api/admin/documents/{number}/download"
    program = installed()
    if program is None:
        return [Row("Downloads beside nginx", "nginx is not installed")]
    _, headers, content = fetch(demo.port, path, {"Cookie": staff.cookie})
    with nginx(program, dict(headers.items()), gzip.compress(content, 1)) as other:
        ours, theirs = list[float](), list[float]()
        for _ in range(DOWNLOADS):
            ours.append(_seconds(Server(demo.port, demo.pid), path, staff.cookie))
            theirs.append(_seconds(other, "/", ""))
    rates = LARGE / 1e6 / median(ours), LARGE / 1e6 / median(theirs)
    ratio = rates[0] / rates[1]
    return [
        at_least("Downloads of 10 MB beside nginx", f"{rates[0]:.0f} to {rates[1]:.0f} MB/s, {ratio:.2f}", ratio, 0.5)
    ]


def _seconds(server: Server, path: str, cookie: str) -> float:
    began = time.perf_counter()
    _, _, content = fetch(server.port, path, {"Cookie": cookie})
    assert len(content) == LARGE
    return time.perf_counter() - began

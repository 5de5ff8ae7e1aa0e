"""Clients who are slow, too many or ask for much at once: everybody else is answered meanwhile."""

import http.client
import json
import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from waitress.channel import HTTPChannel

from app import connections, giving_way, patience
from app.errors import STATUS_MESSAGES
from app.giving_way import Held
from app.incoming import Bounds
from app.workers import UPLOADS_NICE, Workers
from tests.serving import BOUNDS, LONGEST_WAIT, free_line, serving

LARGE = bytes(900_000)
LONG = bytes(20_000_000)  # more than waitress would take of a worker without waiting
PIPELINED = 138
HELD_BY_WAITRESS = 2  # the port and what wakes the loop count as connections too
REQUEST = b"GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Place:
    """A server of a program that answers /large with 0.9 MB, /wait once it is told to `go_on` and else a few bytes.

    /long is answered from a file of 20 MB, /nice by how much the thread gives way.
    """

    def __init__(self) -> None:
        self.open_ends = ExitStack()
        self.line = free_line()
        self.go_on = threading.Event()
        self.opened: dict[int, Any] = {}

    def serve(self, bounds: Bounds = BOUNDS, threads: int = 4, **settings: Any) -> None:
        self.opened = self.open_ends.enter_context(serving(self._answer, self.line, threads, bounds, **settings))

    def _answer(self, environ: dict[str, Any], start: Any) -> Any:
        path = environ["PATH_INFO"]
        if path == "/long":
            start("200 OK", [("Content-Length", str(len(LONG)))])
            return environ["wsgi.file_wrapper"](BytesIO(LONG))
        if path == "/wait":
            self.go_on.wait(LONGEST_WAIT)
        if path == "/nice":
            niceness = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
            start("200 OK", [("Content-Length", str(len(str(niceness))))])
            return [str(niceness).encode()]
        body = LARGE if path == "/large" else path.encode() + environ["wsgi.input"].read()
        start("200 OK", [("Content-Length", str(len(body)))])
        return [body]

    def client(self, sent: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
        """A connection that has sent something, and reads nothing by itself."""
        made = self.open_ends.enter_context(socket.socket())
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.settimeout(LONGEST_WAIT)
        made.bind((source, 0))
        made.connect(self.line.getsockname())
        made.sendall(sent)
        return made

    def visitor(self, source: str = "127.0.0.1") -> http.client.HTTPConnection:
        """A connection of somebody who waits for an answer."""
        host, port = self.line.getsockname()
        made = http.client.HTTPConnection(host, port, timeout=LONGEST_WAIT, source_address=(source, 0))
        return self.open_ends.enter_context(closing(made))

    def channels(self) -> list[Any]:
        """The server's ends of the connections."""
        return [each for each in self.opened.values() if isinstance(each, HTTPChannel)]


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    # However slow the machine, who has moved a byte has moved it lately.
    monkeypatch.setattr(giving_way, "LATELY_SECONDS", LONGEST_WAIT)
    made = Place()
    with made.open_ends:
        made.open_ends.callback(made.go_on.set)
        yield made


def ask(connection: http.client.HTTPConnection, path: str = "/page", body: bytes | None = None) -> bytes:
    """The body of the answer to a request on that connection."""
    connection.request("GET" if body is None else "POST", path, body)
    return connection.getresponse().read()


def until(there: Callable[[], object]) -> None:
    """Return once it is there; AssertionError when it does not come."""
    deadline = time.monotonic() + LONGEST_WAIT
    while not there():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def ended(connection: socket.socket) -> bool:
    """Whether the server ends the connection, whatever it has sent before."""
    with suppress(ConnectionError):
        while connection.recv(65_536):
            pass
    return True


@pytest.mark.spec("G-03")
def test_answers_that_nobody_reads_hold_no_worker(place: Place) -> None:
    place.serve(threads=4)
    for _ in range(8):
        place.client(REQUEST % b"large" * PIPELINED)
    for _ in range(50):
        assert ask(place.visitor()) == b"/page"


@pytest.mark.spec("G-03")
def test_files_that_nobody_reads_hold_no_worker(place: Place) -> None:
    place.serve(threads=4)
    for _ in range(8):
        place.client(REQUEST % b"long")
    for _ in range(50):
        assert ask(place.visitor()) == b"/page"


UPLOADED = b"POST /wait HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(LARGE) + LARGE


def uploads(place: Place, count: int) -> None:
    """Have so many uploads that have come whole wait to be answered."""
    place.open_ends.callback(until, lambda: not place.channels())  # so that the server closes the files
    for _ in range(count):
        place.client(UPLOADED)
    place.open_ends.callback(place.go_on.set)
    until(lambda: sum(bool(each.requests) for each in place.channels()) == count)


@pytest.mark.spec("G-03")
def test_uploads_that_are_worked_on_hold_no_worker_of_others(place: Place) -> None:
    place.serve(threads=4)
    uploads(place, 8)
    assert ask(place.visitor()) == b"/page"


@pytest.mark.skipif(sys.platform != "linux", reason="only there a thread gives way by itself")
def test_uploads_that_are_worked_on_give_way_to_everybody_else(place: Place) -> None:
    place.serve(threads=4)
    usual = int(ask(place.visitor(), "/nice"))
    assert int(ask(place.visitor(), "/nice", LARGE)) == min(usual + UPLOADS_NICE, 19)


def test_were_uploads_given_to_the_same_workers_others_would_wait_for_them(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control."""
    monkeypatch.delattr(Workers, "add_task")
    place.serve(threads=4)
    uploads(place, 8)
    place.client(REQUEST % b"page")
    queue = place.channels()[0].server.task_dispatcher.queue
    until(lambda: len(queue) == 8 - 4 + 1)


@pytest.mark.parametrize(("at_once", "turns"), [(1_000_000, range(13, 21)), (10**9, range(1, 2))])
def test_a_client_who_reads_as_fast_as_we_send_leaves_others_their_turn(
    place: Place, monkeypatch: pytest.MonkeyPatch, at_once: int, turns: range
) -> None:
    sent: list[int] = []
    flush = HTTPChannel._flush_some

    def turn(self: Any, **options: Any) -> bool:
        sent.append(0)
        return bool(flush(self, **options))

    def send(self: Any, data: bytes, do_close: bool = True) -> int:
        sent[-1] += len(data)
        return len(data)

    monkeypatch.setattr(connections, "TURN_BYTES", at_once)
    monkeypatch.setattr(HTTPChannel, "_flush_some", turn)
    monkeypatch.setattr(HTTPChannel, "send", send)
    place.serve()
    place.client(REQUEST % b"long")
    until(lambda: sum(sent) >= len(LONG))
    assert len([count for count in sent if count > 1000]) in turns  # the header goes by itself


@pytest.mark.spec("G-03")
def test_what_is_asked_in_one_packet_is_answered_one_after_the_other(place: Place) -> None:
    place.serve()
    post = b"POST /post HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc"
    chunks = b"POST /chunks HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nxyz\r\n0\r\n\r\n"
    last = b"GET /last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    client = place.client(REQUEST % b"large" * 3 + b"\r\n\r\n" + post + chunks + (REQUEST % b"x") * 100 + last)
    with closing(client.makefile("rb")) as received:
        everything = received.read()
    assert everything.count(b"HTTP/1.1 200 OK\r\n") == everything.count(b"HTTP/1.1") == 106
    assert everything.count(LARGE) == 3
    tails = [each.rpartition(b"\r\n\r\n")[2] for each in everything.split(b"HTTP/1.1 200 OK\r\n")[4:]]
    assert tails == [b"/postabc", b"/chunksxyz", *[b"/x"] * 100, b"/last"]


@pytest.mark.spec("G-03")
@pytest.mark.parametrize(
    "begun",
    [b"GET /page HTTP/1.1\r\n", b"POST /page HTTP/1.1\r\nContent-Length: 60000\r\n\r\n"],
    ids=["header", "body"],
)
def test_a_request_that_drips_is_ended_though_it_never_pauses(
    place: Place, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr(patience, "SECONDS", 0.5)
    place.serve()
    client = place.client(begun)

    def drip() -> None:
        with suppress(OSError):
            while True:
                client.sendall(b"x")
                time.sleep(0.01)

    dripping = threading.Thread(target=drip)
    dripping.start()
    until(lambda: not place.channels())
    dripping.join(LONGEST_WAIT)
    assert not dripping.is_alive()


@pytest.mark.spec("G-03")
def test_an_answer_that_nobody_reads_is_given_up(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "SECONDS", 0.5)
    place.serve()
    client = place.client(REQUEST % b"large")
    until(place.channels)
    until(lambda: not place.channels())
    with closing(client.makefile("rb")) as received, suppress(ConnectionError):
        assert len(received.read()) < len(LARGE)


def test_an_answer_on_which_we_still_work_is_not_given_up(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "SECONDS", 0.2)
    place.serve()
    waiting, idle = place.client(REQUEST % b"wait"), place.client()
    assert ended(idle)  # as long as that takes, the other one waits
    place.go_on.set()
    assert waiting.recv(15) == b"HTTP/1.1 200 OK"


def test_what_moves_fast_enough_never_runs_out_of_patience() -> None:
    slow_phone, now = patience.Patience(), 1000.0
    slow_phone.renew(now)
    for _ in range(10 * 1024 * 1024 // 50_000):  # a 10 MB file at 50 kB a second
        now += 1
        slow_phone.moved(50_000, now)
        assert not slow_phone.over(now + patience.SECONDS - 1)  # and through a tunnel at any moment


def test_a_drip_runs_out_of_patience_and_a_burst_buys_no_more_than_its_store() -> None:
    drip, now = patience.Patience(), 1000.0
    drip.renew(now)
    for _ in range(int(patience.SECONDS) + 1):
        now += 1
        drip.moved(10, now)
    assert drip.over(now)
    drip.renew(now)
    drip.moved(30 * 1024 * 1024, now)
    assert drip.over(now + patience.SECONDS + 1)


def test_one_connection_too_many_of_a_network_takes_the_place_of_its_idlest(place: Place) -> None:
    place.serve(replace(BOUNDS, of_one_network=3))
    dripping = place.client(b"GET /drip")
    kept = [place.visitor() for _ in range(2)]
    elsewhere = place.visitor("127.0.0.2")
    for each in [*kept, elsewhere]:
        assert ask(each) == b"/page"
    lines = [each.sock for each in [*kept, elsewhere]]
    assert ask(place.visitor()) == b"/page"
    assert lines[0].recv(1) == b""  # the first that rests after an answer, though another one drips
    dripping.sendall(b" HTTP/1.1\r\n\r\n")
    assert dripping.recv(15) == b"HTTP/1.1 200 OK"
    assert (ask(kept[1]), ask(elsewhere)) == (b"/page", b"/page")
    assert [kept[1].sock, elsewhere.sock] == lines[1:]


def test_behind_a_proxy_one_network_may_have_every_connection(place: Place) -> None:
    """The negative control."""
    place.serve(replace(BOUNDS, of_one_network=None))
    kept = [place.visitor() for _ in range(5)]
    for each in kept:
        ask(each)
    lines = [each.sock for each in kept]
    assert [ask(each) for each in kept] == [b"/page"] * 5
    assert [each.sock for each in kept] == lines


def test_a_network_whose_requests_are_all_under_way_gets_no_further_connection(place: Place) -> None:
    place.serve(replace(BOUNDS, of_one_network=2))
    waiting = [place.client(REQUEST % b"wait") for _ in range(2)]
    until(lambda: sum(bool(each.requests) for each in place.channels()) == 2)
    assert ended(place.client(REQUEST % b"page"))
    assert ask(place.visitor("127.0.0.2")) == b"/page"
    place.go_on.set()
    assert [each.recv(15) for each in waiting] == [b"HTTP/1.1 200 OK"] * 2


@pytest.mark.spec("G-03")
@pytest.mark.parametrize("sent", [b"", b"GET /", REQUEST % b"page", REQUEST % b"large"], ids=str)
def test_newcomers_are_let_in_when_all_places_are_taken(place: Place, sent: bytes) -> None:
    place.serve(replace(BOUNDS, connections=5, of_one_network=None), connection_limit=5 + HELD_BY_WAITRESS + 1)
    for _ in range(5):
        place.client(sent)
    until(lambda: len(place.channels()) == 5 and not any(each.requests for each in place.channels()))
    for _ in range(7):
        assert ask(place.visitor()) == b"/page"


def test_waitress_alone_would_let_nobody_in(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The negative control."""
    monkeypatch.setattr(connections, "Channel", HTTPChannel)
    with caplog.at_level(logging.WARNING, "waitress"):
        place.serve(connection_limit=5 + HELD_BY_WAITRESS)
        for _ in range(5):
            place.client()
        until(lambda: "no longer accepting new connections" in caplog.text)


UPLOAD = b"POST /upload HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 6\r\n\r\nabc"
FAR = [f"127.0.0.{number}" for number in range(2, 7) for _ in range(60)]
NEAR = ["127.0.0.9"] * 100


def upload_during(place: Place, flood: list[str], sent: bytes) -> bytes:
    """What comes back for an upload from 127.0.0.9 that is half there when these addresses flood in."""
    place.serve(connection_limit=BOUNDS.connections + 50)
    upload = place.client(UPLOAD, "127.0.0.9")
    until(lambda: [each for each in place.channels() if each.request and each.request.body_bytes_received])
    for source in flood:
        place.client(sent, source)
    assert ask(place.visitor(flood[-1])) == b"/page"  # let in behind them all
    with suppress(ConnectionError):
        upload.sendall(b"def")
        with closing(upload.makefile("rb")) as received:
            return received.read()
    return b""


@pytest.mark.parametrize("sent", [b"", b"GET /drip"], ids=["idle", "header"])
@pytest.mark.parametrize("flood", [FAR, NEAR], ids=["five networks", "its own network"])
def test_an_upload_goes_on_while_connections_flood_in(place: Place, flood: list[str], sent: bytes) -> None:
    assert upload_during(place, flood, sent).endswith(b"\r\n\r\n/uploadabcdef")


@pytest.mark.parametrize("flood", [FAR, NEAR], ids=["five networks", "its own network"])
def test_were_the_longest_idle_to_give_way_the_upload_would_break_off(
    place: Place, monkeypatch: pytest.MonkeyPatch, flood: list[str]
) -> None:
    """The negative control."""

    def longest_idle(held: list[Held], now: float) -> int:
        return min(range(len(held)), key=lambda place: held[place].moved_at)

    monkeypatch.setattr(connections, "first_to_go", longest_idle)
    assert upload_during(place, flood, b"") == b""


MB = 1024 * 1024
SPOOLED = b"POST /files HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % MB + bytes(MB * 3 // 4)


def until_spooled(place: Place, count: int) -> None:
    until(lambda: sum(each.spooled_bytes() for each in place.channels()) == count)


def spooling(place: Place, sources: list[str]) -> list[socket.socket]:
    """Uploads of 1 MB from these addresses of which three quarters have come, so that each fills a temporary file."""
    place.open_ends.callback(until, lambda: not place.channels())  # so that the server closes the files
    made = [place.client(SPOOLED, source) for source in sources]
    until_spooled(place, len(made) * MB * 3 // 4)
    return made


def test_uploads_of_all_networks_together_take_no_more_than_their_room(place: Place) -> None:
    place.serve(replace(BOUNDS, spooled_bytes=4 * MB))
    held = spooling(place, [f"127.0.0.{number}" for number in range(2, 7)])  # 3.75 MB
    refused = place.visitor("127.0.0.7")
    refused.request("POST", "/files", bytes(MB))
    answer = refused.getresponse()
    assert (answer.status, json.loads(answer.read())["message"]) == (503, STATUS_MESSAGES[503])
    assert ask(place.visitor("127.0.0.7"), "/form", b"{}") == b"/form{}"  # what needs no file comes in
    for left in reversed(range(len(held))):
        until_spooled(place, (left + 1) * MB * 3 // 4)
        held[left].sendall(bytes(MB // 4))
        assert held[left].recv(15) == b"HTTP/1.1 200 OK"
        held[left].close()
    until_spooled(place, 0)
    assert len(ask(place.visitor("127.0.0.7"), "/files", bytes(MB))) == len("/files") + MB


def test_one_network_takes_no_more_than_a_quarter_of_the_room(place: Place) -> None:
    place.serve(replace(BOUNDS, spooled_bytes=4 * MB))
    spooling(place, ["127.0.0.2"])
    refused, elsewhere = place.visitor("127.0.0.2"), place.visitor("127.0.0.3")
    refused.request("POST", "/files", bytes(MB))
    assert refused.getresponse().status == 503
    assert len(ask(elsewhere, "/files", bytes(MB))) == len("/files") + MB


def test_a_proxy_takes_all_of_the_room(place: Place) -> None:
    """The negative control."""
    place.serve(replace(BOUNDS, spooled_bytes=4 * MB, of_one_network=None))
    spooling(place, ["127.0.0.2"] * 3)
    assert len(ask(place.visitor("127.0.0.2"), "/files", bytes(MB))) == len("/files") + MB


def test_urgent_data_ends_the_connection(place: Place) -> None:
    place.serve()
    client = place.client()
    client.send(b"!", socket.MSG_OOB)
    assert ended(client)

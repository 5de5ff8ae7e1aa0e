"""Real HTTP, as waitress speaks it: which answers leave the connection open."""

import http.client
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any, NamedTuple

import pytest
from waitress.channel import HTTPChannel

from app import connections
from app.demo.papers import sample_pdf
from tests.people import PERSONAL
from tests.serving import LONGEST_WAIT, free_line, serving

JSON = {"Content-Type": "application/json"}


class Answer(NamedTuple):
    """What came back; `will_close` when it announces the connection's end."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes
    will_close: bool


@pytest.fixture
def reach() -> Iterator[Callable[[Any], http.client.HTTPConnection]]:
    """Serves a WSGI program over real HTTP: reach(program) is a connection to it."""
    with ExitStack() as open_ends:

        def serve(program: Any) -> http.client.HTTPConnection:
            line = free_line()
            open_ends.enter_context(serving(program, line, threads=1))
            connection = http.client.HTTPConnection(*line.getsockname(), timeout=LONGEST_WAIT)
            return open_ends.enter_context(closing(connection))

        yield serve


def ask(
    connection: http.client.HTTPConnection,
    method: str,
    path: str,
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
) -> Answer:
    """One request on the connection."""
    connection.request(method, path, body, headers or {})
    answer = connection.getresponse()
    return Answer(answer.status, answer.headers, answer.read(), answer.will_close)


def plain(environ: dict[str, Any], start: Any) -> list[bytes]:
    """Answers with the status that the path names; '200' without saying how long the answer is."""
    status = environ["PATH_INFO"].strip("/")
    start(f"{status} As Asked", [])
    return [b"one", b"two"] if status == "200" else []


@pytest.mark.parametrize("status", [204, 304])
def test_an_answer_without_a_body_leaves_the_connection_open(reach: Any, status: int) -> None:
    connection = reach(plain)
    connection.connect()
    line = connection.sock
    for _ in range(3):
        answer = ask(connection, "GET", f"/{status}")
        assert (answer.status, answer.will_close, answer.headers["Content-Length"]) == (status, False, None)
    assert connection.sock is line


@pytest.mark.parametrize("status", [204, 304])
def test_waitress_alone_would_close_it(reach: Any, monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    """The negative control."""
    monkeypatch.setattr(connections, "Channel", HTTPChannel)
    assert ask(reach(plain), "GET", f"/{status}").will_close


@pytest.mark.parametrize("status", [204, 304])
def test_a_visitor_who_wants_it_closed_is_obeyed(reach: Any, status: int) -> None:
    connection = reach(plain)
    assert ask(connection, "GET", f"/{status}", headers={"Connection": "close"}).will_close
    connection.connect()
    connection.sock.sendall(f"GET /{status} HTTP/1.0\r\n\r\n".encode())
    with closing(connection.sock.makefile("rb")) as received:
        assert received.read().startswith(f"HTTP/1.0 {status} ".encode())  # read() returns once it is closed


def test_an_answer_of_unknown_length_ends_the_connection(reach: Any) -> None:
    answer = ask(reach(plain), "GET", "/200")
    assert (answer.body, answer.will_close) == (b"onetwo", True)


def test_a_visit_needs_one_connection_through_a_304_and_a_204(served: Any, reach: Any) -> None:
    connection = reach(served().application)
    page = ask(connection, "GET", "/")
    line = connection.sock
    again = ask(connection, "GET", "/", headers={"If-None-Match": page.headers["ETag"]})
    assert (page.status, again.status, again.body) == (200, 304, b"")
    made = ask(connection, "POST", "/api/bookings", json.dumps(PERSONAL).encode(), JSON)
    cookie = {"Cookie": made.headers["Set-Cookie"].partition(";")[0]}
    part = b'--x\r\nContent-Disposition: form-data; name="file"; filename="Plan.pdf"\r\n\r\n%s\r\n--x--\r\n'
    form = {"Content-Type": "multipart/form-data; boundary=x", **cookie}
    kept = ask(connection, "POST", "/api/bookings/current/documents", part % sample_pdf("Plan"), form)
    number = json.loads(kept.body)["id"]
    gone = ask(connection, "DELETE", f"/api/bookings/current/documents/{number}", headers=cookie)
    assert (made.status, kept.status, gone.status, gone.body) == (200, 201, 204, b"")
    assert ask(connection, "GET", "/api/health").status == 200
    assert connection.sock is line


def test_a_body_that_is_too_large_is_refused_in_the_sites_own_words(served: Any, reach: Any) -> None:
    connection = reach(served().application)
    padded = json.dumps({"name": "a" * 65 * 1024}).encode()
    answer = ask(connection, "POST", "/api/enquiries", padded, JSON)
    assert (answer.status, json.loads(answer.body)) == (413, {"message": "That is too large.", "fields": {}})

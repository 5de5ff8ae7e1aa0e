"""Bodies that are larger than their route takes: refused before they have come, in the site's own words."""

import json
import socket
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from typing import Any

import pytest
from waitress.adjustments import Adjustments

from app.documents.rules import MAX_BODY_BYTES
from app.factory import House
from app.incoming import Bounds, Incoming
from app.paths import largest_body
from tests.serving import LONGEST_WAIT, free_line, serving

TOO_LARGE = {"message": "That is too large.", "fields": {}}
FORM = "Content-Type: multipart/form-data; boundary=x"
JSON = "Content-Type: application/json"
UPLOAD = "/api/bookings/current/documents"
KB = 1024


@pytest.fixture
def client(house: House) -> Iterator[socket.socket]:
    """A connection to the program."""
    line = free_line()
    bounds = Bounds(partial(largest_body, house.flask))
    with (
        serving(house.wsgi, line, bounds=bounds),
        socket.create_connection(line.getsockname(), timeout=LONGEST_WAIT) as made,
    ):
        yield made


def head(path: str, *headers: str) -> bytes:
    return "\r\n".join([f"POST {path} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()


def answered(client: socket.socket) -> tuple[int, Any]:
    """Status and JSON of the answer, with which the connection must end."""
    with closing(client.makefile("rb")) as received:
        top, _, body = received.read().partition(b"\r\n\r\n")
    assert b"\r\nConnection: close" in top
    assert b"\r\nX-Content-Type-Options: nosniff" in top
    return int(top[9:12]), json.loads(body)


@pytest.mark.parametrize("size", [64 * KB + 1, 60_000_000, 10**30])
@pytest.mark.parametrize("expecting", [[], ["Expect: 100-continue"]], ids=["at once", "on demand"])
def test_a_body_that_is_announced_too_large_is_not_waited_for(
    client: socket.socket, size: int, expecting: list[str]
) -> None:
    client.sendall(head("/api/enquiries", JSON, f"Content-Length: {size}", *expecting))
    assert answered(client) == (413, TOO_LARGE)


def test_a_body_in_chunks_is_refused_once_it_has_grown_too_large(client: socket.socket) -> None:
    client.sendall(head("/api/enquiries", JSON, "Transfer-Encoding: chunked"))
    client.sendall(b"ffffff\r\n" + bytes(64 * KB + 1))
    assert answered(client) == (413, TOO_LARGE)


@pytest.mark.parametrize("size", [b"10001", b"F" * 17, b"F" * 4000], ids=["by a byte", "beyond 64 bits", "a long line"])
def test_a_chunk_that_is_announced_too_large_is_not_waited_for(client: socket.socket, size: bytes) -> None:
    client.sendall(head("/api/enquiries", JSON, "Transfer-Encoding: chunked") + size + b"\r\n")
    assert answered(client) == (413, TOO_LARGE)


def test_whoever_sends_on_hears_the_refusal_nevertheless(client: socket.socket) -> None:
    client.sendall(head("/api/enquiries", JSON, "Content-Length: 5000000"))
    client.sendall(bytes(5_000_000))
    assert answered(client) == (413, TOO_LARGE)


def test_an_upload_that_is_too_large_is_refused_in_an_uploads_words(client: socket.socket) -> None:
    client.sendall(head("/api/documents", FORM, f"Content-Length: {MAX_BODY_BYTES + 1}"))
    words = "The file is too large. Maximum size is 10MB."
    assert answered(client) == (413, {"message": words, "fields": {"file": words}})


def test_the_providers_knock_may_be_half_a_megabyte(client: socket.socket) -> None:
    client.sendall(head("/api/stripe/webhook", JSON, f"Content-Length: {512 * KB}") + bytes(512 * KB))
    assert client.recv(12) == b"HTTP/1.1 400"  # it has been read, and is not signed


def test_the_providers_knock_may_be_no_larger(client: socket.socket) -> None:
    client.sendall(head("/api/stripe/webhook", JSON, f"Content-Length: {512 * KB + 1}"))
    assert answered(client) == (413, TOO_LARGE)


def test_every_route_is_held_to_its_own_bound(house: House) -> None:
    bound = partial(largest_body, house.flask)
    assert bound("POST", UPLOAD) == bound("POST", "/api/documents") == MAX_BODY_BYTES
    assert bound("POST", "/api/stripe/webhook") == 512 * KB
    for method, path in [("PUT", UPLOAD), ("POST", UPLOAD + "/"), ("POST", "/"), ("PATCH", "/api/projects/7")]:
        assert (path, bound(method, path)) == (path, 64 * KB)


@pytest.mark.parametrize("line", [b"0" * 5000, b"0\r\n" + b"a" * 5000], ids=["chunk", "trailer"])
def test_a_chunks_line_without_an_end_is_refused(client: socket.socket, line: bytes) -> None:
    client.sendall(head("/api/documents", FORM, "Transfer-Encoding: chunked") + line)
    assert client.recv(12) == b"HTTP/1.1 400"


def test_a_body_in_small_pieces_has_its_bound_looked_up_once_and_room_counted_now_and_then() -> None:
    looked = list[str]()

    def most_bytes(method: str, path: str) -> int:
        looked.append("bound")
        return MAX_BODY_BYTES

    def has_room() -> bool:
        looked.append("room")
        return True

    request = Incoming(Adjustments(), most_bytes, has_room)
    request.received(head("/api/documents", FORM, f"Content-Length: {2048 * KB}"))
    with closing(request):
        for _ in range(2048):
            request.received(bytes(KB))
    assert request.completed
    assert looked == ["bound", *["room"] * 6]  # from 512 kB on, at every 256 kB

"""What the server cannot read as a request is refused in the site's own shape, without a word of its workings."""

import json
import socket
from contextlib import closing

import pytest

from tests.serving import LONGEST_WAIT, free_line, serving

UNREADABLE = {
    b"GET http://[::1/ HTTP/1.1\r\n\r\n": 400,
    b"GET /\xc3\xa9 HTTP/1.1\r\n\r\n": 400,
    b"get / HTTP/1.1\r\n\r\n": 400,
    b"\x16\x03\x01\x02\x00\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\nno header\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n": 400,
    b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n": 400,
    # Where such a body ends, a proxy may see otherwise.
    b"POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n": 400,
    b"POST / HTTP/1.1\r\nTransfer-Encoding: CHUNKED\r\nContent-Length: 0\r\n\r\n0\r\n\r\n": 400,
    b"POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding:\r\n\r\nabcde": 400,
    b"POST / HTTP/1.1\r\nTransfer-Encoding:\tchunked\r\n\r\n0\r\n\r\n": 400,
    b"POST / HTTP/1.1\r\nTransfer-Encoding:\r\n chunked\r\n\tx\r\n\r\n0\r\n\r\n": 501,
    b"POST / HTTP/1.1\r\nTransfer-Encoding:\r\n\tchunked\r\n\r\n0\r\n\r\n": 400,
    b"POST / HTTP/1.1\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n": 400,
    b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked,\r\n\r\n0\r\n\r\n": 400,
    b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n": 400,
    b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n": 400,
    b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n": 501,
    b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n0\r\n\r\n": 400,
    b"POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef": 400,
    b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n": 501,
    b"GET /" + b"a" * 300_000 + b" HTTP/1.1\r\n\r\n": 431,
    b"GET /fail HTTP/1.1\r\n\r\n": 500,
}


def fail(environ: object, start: object) -> list[bytes]:
    raise RuntimeError("a secret")


@pytest.mark.parametrize(("sent", "status"), UNREADABLE.items(), ids=str)
def test_it_is_refused_like_everything_else(sent: bytes, status: int) -> None:
    line = free_line()
    with serving(fail, line), socket.create_connection(line.getsockname(), LONGEST_WAIT) as client:
        client.sendall(sent)
        with closing(client.makefile("rb")) as received:
            head, _, body = received.read().partition(b"\r\n\r\n")
    assert int(head[9:12]) == status
    assert b"\r\nX-Content-Type-Options: nosniff" in head
    assert b"\r\nContent-Type: application/json" in head
    answer = json.loads(body)
    assert set(answer) == {"message", "fields"}
    assert answer["message"] in {
        "We could not read that request.",
        "That is too large.",
        "We cannot read that kind of content.",
        "Something went wrong. Please try again.",
    }

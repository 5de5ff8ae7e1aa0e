"""Files from the disk: they arrive whole or as the part that is asked for, and nobody reads them on the way."""

import http.client
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from io import BytesIO, FileIO
from pathlib import Path
from typing import Any

import pytest

from tests.serving import BOUNDS, LONGEST_WAIT, free_line, serving

CONTENT = os.urandom(5_000_000)
PART = (1_234_567, 3_000_001)


class Unread(FileIO):
    """A file that only the system may read."""

    def read(self, size: int | None = -1, /) -> bytes:
        raise AssertionError("the program reads what it sends")


class Place:
    """A server that answers with what `opened` gives, from where that stands, and as long as it says."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.opened: Callable[[], Any] = lambda: BytesIO(CONTENT)
        self.length = len(CONTENT)

    def answer(self, environ: dict[str, Any], start: Any) -> Any:
        start("200 OK", [("Content-Length", str(self.length))])
        return environ["wsgi.file_wrapper"](self.opened())

    def visitor(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(*self.line.getsockname(), timeout=LONGEST_WAIT)

    def ask(self) -> bytes:
        with closing(self.visitor()) as visitor:
            visitor.request("GET", "/")
            return visitor.getresponse().read()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "plan.pdf"
    made.write_bytes(CONTENT)
    return made


@pytest.fixture
def place() -> Iterator[Place]:
    line = free_line()
    made = Place(line)
    with serving(made.answer, line, 2, BOUNDS):
        yield made


def test_a_file_of_the_disk_is_sent_without_being_read(place: Place, file: Path) -> None:
    place.opened = lambda: Unread(file)
    assert place.ask() == CONTENT


def test_so_is_a_part_of_it(place: Place, file: Path) -> None:
    first, end = PART

    def opened() -> FileIO:
        made = Unread(file)
        made.seek(first)
        return made

    place.opened, place.length = opened, end - first
    assert place.ask() == CONTENT[first:end]


def test_what_is_only_read_like_a_file_is_read(place: Place) -> None:
    assert place.ask() == CONTENT


def test_several_files_follow_each_other_on_one_connection(place: Place, file: Path) -> None:
    place.opened = lambda: Unread(file)
    with closing(place.visitor()) as visitor:
        for _ in range(3):
            visitor.request("GET", "/")
            assert visitor.getresponse().read() == CONTENT


def test_a_file_that_has_become_shorter_ends_the_connection(place: Place, file: Path) -> None:
    place.opened = lambda: Unread(file)
    with closing(place.visitor()) as visitor:
        visitor.request("GET", "/")
        answer = visitor.getresponse()
        os.truncate(file, 4_000_000)  # the connection holds less than that
        with pytest.raises(http.client.IncompleteRead):
            answer.read()
    place.opened = lambda: BytesIO(CONTENT)
    assert place.ask() == CONTENT


def test_who_goes_away_takes_nobody_along(place: Place, file: Path) -> None:
    handles = []

    def opened() -> FileIO:
        handles.append(Unread(file))
        return handles[-1]

    place.opened = opened
    visitor = place.visitor()
    visitor.request("GET", "/")
    visitor.getresponse().read(1000)
    visitor.close()
    assert place.ask() == CONTENT
    place.opened = lambda: BytesIO(CONTENT)
    for _ in range(100):
        place.ask()
        if all(each.closed for each in handles):
            return
    pytest.fail("a file stays open")

"""How a request is taken in: one at a time, and no more of it than its route takes."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from waitress.adjustments import Adjustments
from waitress.parser import HTTPRequestParser, ParsingError, get_header_lines
from waitress.utilities import BadRequest, Error

LONGEST_CHUNK_LINE = 4096
# How much a body grows before the room for it is counted again, which takes a look at every connection.
STEP_BYTES = 256 * 1024
# (method, path) -> the largest body in bytes
MostBytes = Callable[[str, str], int]


@dataclass(frozen=True)
class Bounds:
    """What connections may take up.

    How many there may be at once, in all and of one network (None: of a proxy, as many as it likes); how large a body
    a route takes; and how many bytes of bodies may lie in temporary files at once, of one network a quarter of them.
    """

    most_bytes: MostBytes
    connections: int = 200
    of_one_network: int | None = 50
    spooled_bytes: int = 512 * 1024 * 1024


class Crowded(Error):
    """More bodies come in than there is room for."""

    code = 503
    reason = "Service Unavailable"


class Incoming(HTTPRequestParser):
    """A request while it comes in.

    `cut_short` when its body is larger than its route takes: it goes to the program without the rest of it, to be
    refused by its length in the site's own words. `ahead` is what the visitor sent behind it. Where `has_room` says no,
    a body that has grown into a temporary file is refused.
    """

    completed: bool
    cut_short = False
    ahead = b""
    _counted_again_at = 1

    def __init__(self, adjustments: Adjustments, most_bytes: MostBytes, has_room: Callable[[], bool]) -> None:
        super().__init__(adjustments)
        self._most_bytes, self._has_room = most_bytes, has_room

    @property
    def spooled_bytes(self) -> int:
        """How much of its body lies in a temporary file."""
        return len(self.body_rcv) if self.body_rcv is not None and self.body_rcv.getbuf().overflowed else 0

    @cached_property
    def _most(self) -> int:
        return self._most_bytes(self.command, "/" + self.path.lstrip("/"))

    def _is_crowded(self) -> bool:
        spooled = self.spooled_bytes
        if spooled < self._counted_again_at:
            return False
        self._counted_again_at = spooled + STEP_BYTES
        return not self._has_room()

    def received(self, data: bytes) -> int:
        """Take in what came; how much of it is dealt with (all of it, once the request is complete)."""
        if self.cut_short:
            return len(data)
        taken: int = super().received(data)
        if self.headers_finished and not self.completed:
            announced = len(self.body_rcv) + self.body_rcv.chunk_remainder if self.chunked else self.content_length
            # No more than what can be written: Python refuses to write numbers of thousands of digits.
            size = min(max(announced, self.body_bytes_received), sys.maxsize)
            if size > self._most:
                self.completed = self.cut_short = True
                self.headers |= {"CONTENT_LENGTH": str(size), "CONNECTION": "close"}
            elif self.chunked and len(self.body_rcv.control_line) + len(self.body_rcv.trailer) > LONGEST_CHUNK_LINE:
                # Both are begun anew with every packet, in time that grows with the square of their length.
                self.completed, self.error = True, BadRequest("A chunk's line is too long.")
            elif self._is_crowded():
                self.completed, self.error = True, Crowded("Too many bodies at once.")
        if not self.completed or self.empty:
            return taken
        # waitress would ask for the body even of a request that it has refused already, or that has none.
        self.expect_continue = False
        if not self.cut_short and self.error is None:
            self.ahead = data[taken:]
        return len(data)

    def parse_header(self, header_plus: bytes) -> None:
        """Read the header. Raises ParsingError."""
        try:
            super().parse_header(header_plus)
        except ValueError:
            # Python's urlsplit on the likes of "http://[::1/"; waitress would drop the connection without a word.
            raise ParsingError("Bad URI") from None
        if b"transfer-encoding" not in header_plus.lower():
            return  # as of every page that is asked for: the lines need no second look
        named = [line.partition(b":") for line in get_header_lines(header_plus.partition(b"\r\n")[2])]
        # Only spaces may surround it.
        codings = [value.strip(b" ").lower() for name, _, value in named if name.lower() == b"transfer-encoding"]
        if codings and (codings != [b"chunked"] or self.version != "1.1" or "CONTENT_LENGTH" in self.headers):
            # A proxy before us may take the body to end elsewhere (RFC 9112, 6.1 and 11.2).
            raise ParsingError("Where the body ends is ambiguous")

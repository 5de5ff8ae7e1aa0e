"""How a request is taken in: one at a time, and no more of it than its route takes."""

import sys
from collections.abc import Callable

from waitress.adjustments import Adjustments
from waitress.parser import HTTPRequestParser, ParsingError, get_header_lines
from waitress.utilities import BadRequest, Error

LONGEST_CHUNK_LINE = 4096
# (method, path) -> the largest body in bytes
MostBytes = Callable[[str, str], int]


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

    cut_short = False
    ahead = b""

    def __init__(self, adjustments: Adjustments, most_bytes: MostBytes, has_room: Callable[[], bool]) -> None:
        super().__init__(adjustments)
        self._most_bytes, self._has_room = most_bytes, has_room

    @property
    def spooled_bytes(self) -> int:
        """How much of its body lies in a temporary file."""
        return len(self.body_rcv) if self.body_rcv is not None and self.body_rcv.getbuf().overflowed else 0

    def received(self, data: bytes) -> int:
        """Take in what came; how much of it is dealt with (all of it, once the request is complete)."""
        if self.cut_short:
            return len(data)
        taken: int = super().received(data)
        if self.headers_finished and not self.completed:
            self._hold_to_bounds()
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
        named = [line.partition(b":") for line in get_header_lines(header_plus.partition(b"\r\n")[2])]
        # Only spaces may surround it.
        codings = [value.strip(b" ").lower() for name, _, value in named if name.lower() == b"transfer-encoding"]
        if codings and (codings != [b"chunked"] or self.version != "1.1" or "CONTENT_LENGTH" in self.headers):
            # A proxy before us may take the body to end elsewhere (RFC 9112, 6.1 and 11.2).
            raise ParsingError("Where the body ends is ambiguous")

    def _hold_to_bounds(self) -> None:
        announced = len(self.body_rcv) + self.body_rcv.chunk_remainder if self.chunked else self.content_length
        # No more than what can be written: Python refuses to write numbers of thousands of digits.
        size = min(max(announced, self.body_bytes_received), sys.maxsize)
        if size > self._most_bytes(self.command, "/" + self.path.lstrip("/")):
            self.completed = self.cut_short = True
            self.headers |= {"CONTENT_LENGTH": str(size), "CONNECTION": "close"}
        elif self.chunked and len(self.body_rcv.control_line) + len(self.body_rcv.trailer) > LONGEST_CHUNK_LINE:
            # Both are begun anew with every packet, in time that grows with the square of their length.
            self.completed, self.error = True, BadRequest("A chunk's line is too long.")
        elif self.spooled_bytes and not self._has_room():
            self.completed, self.error = True, Crowded("Too many bodies at once.")

"""How a request is taken in: one at a time, and no more of it than its route takes."""

from collections.abc import Callable

from waitress.adjustments import Adjustments
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.utilities import BadRequest

LONGEST_CHUNK_LINE = 4096
# (method, path) -> the largest body in bytes
MostBytes = Callable[[str, str], int]


class Incoming(HTTPRequestParser):
    """A request while it comes in.

    `cut_short` when its body is larger than its route takes: it goes to the program without the rest of it, to be
    refused by its length in the site's own words. `ahead` is what the visitor sent behind it.
    """

    cut_short = False
    ahead = b""

    def __init__(self, adjustments: Adjustments, most_bytes: MostBytes) -> None:
        super().__init__(adjustments)
        self._most_bytes = most_bytes

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

    def _hold_to_bounds(self) -> None:
        size = max(self.content_length, self.body_bytes_received)
        if size > self._most_bytes(self.command, "/" + self.path.lstrip("/")):
            self.completed = self.cut_short = True
            self.headers |= {"CONTENT_LENGTH": str(size), "CONNECTION": "close"}
        elif self.chunked and len(self.body_rcv.control_line) + len(self.body_rcv.trailer) > LONGEST_CHUNK_LINE:
            # Both are begun anew with every packet, in time that grows with the square of their length.
            self.completed, self.error = True, BadRequest("A chunk's line is too long.")

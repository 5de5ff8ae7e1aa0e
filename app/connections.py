"""The HTTP server, waitress, made to keep a connection open after an answer that has no body and to outlive slow ones.

waitress's workers wait for a client who does not read, its clean-up never closes a connection that cannot be written
to, and at its limit of connections newcomers wait until somebody leaves. Here a worker only leaves its answer to the
main loop, every connection has a deadline that its bytes put off, and one with whom least is lost makes room for a
newcomer.
"""

import socket
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from waitress.server import BaseWSGIServer, create_server

from app.answers import Refusal, Task
from app.giving_way import Doing, Held, first_to_go
from app.incoming import Bounds, Incoming
from app.networks import network
from app.patience import Patience
from app.sending import Sender
from app.workers import Workers

# Left to itself the system's buffer grows to megabytes, behind which nobody sees that a client does not read.
SEND_BUFFER_BYTES = 256 * 1024
# A client who reads as fast as we send would otherwise have the main loop to itself until the end of the answer.
TURN_BYTES = 1024 * 1024


class Channel(Sender):
    """One connection."""

    request: Any
    close_when_flushed: bool
    task_class, error_task_class = Task, Refusal
    ahead = b""  # sent behind the request that is being answered
    answered = False
    turn_bytes = 0  # sent since the main loop last came by
    unread = False  # whether the client may still be sending what nobody will read

    def __init__(self, server: Any, sock: socket.socket, addr: Any, adj: Any, map: Any = None) -> None:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        self.bounds: Bounds = server.bounds
        self.network = network(addr[0])
        self.patience = Patience()
        self.patience.renew(time.monotonic())
        super().__init__(server, sock, addr, adj, map)
        self.make_room()

    def parser_class(self, adjustments: Any) -> Incoming:
        """What takes in the next request; waitress calls it like a class."""
        self.latest = Incoming(adjustments, self.bounds.most_bytes, self.has_room_to_spool)
        return self.latest

    def received(self, data: bytes) -> bool:
        """Take in bytes of a request, up to its end: the next one waits until this one's answer is on its way."""
        if self.patience.lost:
            return False  # it would be ended over the answer
        if self.request is None:
            self.patience.renew(time.monotonic())
        elif not self.unread:
            self.patience.moved(len(data), time.monotonic())
        went_on: bool = super().received(data)
        if went_on:
            self.ahead = self.latest.ahead
        return went_on

    def service(self) -> None:
        """Answer the request, in a worker's thread."""
        request = self.requests[0]
        self.unread = request.cut_short or request.error is not None
        super().service()

    def write_soon(self, data: Any) -> int:
        """Leave a part of the answer to be sent."""
        self.answered = True
        self.patience.renew(time.monotonic())
        self.turn_bytes = 0
        return int(super().write_soon(data))

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send what the system takes of `data`; how much that was, none once others are to have their turn."""
        if self.turn_bytes >= TURN_BYTES:
            return 0
        count = super().send(data, do_close)
        self.turn_bytes += count
        self.patience.moved(count, time.monotonic())
        return count

    def readable(self) -> bool:
        """Whether to wait for bytes. Asked in every turn of the main loop, so here ends what is late."""
        if self.patience.over(time.monotonic()) and not self._at_work():
            self.handle_close()
        return self.socket is not None and bool(super().readable())

    def writable(self) -> bool:
        """Whether to wait for room to send, or for a chance to go on to the next request."""
        return self.socket is not None and bool(super().writable() or (self.ahead and not self.requests))

    def handle_write(self) -> None:
        """Send on, end the connection or go on to the next request."""
        self.turn_bytes = 0
        if self.close_when_flushed and self.unread and not self.total_outbufs_len:
            # Closing on bytes that nobody has read would take the answer back (RFC 9112, 9.6).
            self.close_when_flushed = False
            self.request = self.parser_class(self.adj)
            self.request.cut_short = True
            with suppress(OSError):  # the client has gone
                self.socket.shutdown(socket.SHUT_WR)
            return
        super().handle_write()
        if self.ahead and self.connected and super().readable():
            ahead, self.ahead = self.ahead, b""
            self.received(ahead)

    def handle_expt(self) -> None:
        """Urgent data, which HTTP does not have: left unread it would wake the main loop without end."""
        self.handle_close()

    def handle_close(self) -> None:
        """End the connection and drop what it has sent of a request."""
        super().handle_close()
        if self.request is not None:
            self.request.close()

    def _at_work(self) -> bool:
        """Whether the next move is ours."""
        return bool(self.requests) and not self.total_outbufs_len

    def make_room(self) -> None:
        """Have a connection give way where this one is too many: one of its own network first."""
        others = [each for each in self._channels() if each is not self and not each.patience.lost]
        near = [each for each in others if each.network == self.network]
        too_near = self.bounds.of_one_network is not None and len(near) >= self.bounds.of_one_network
        if not too_near and len(others) < self.bounds.connections:
            return
        among = near if too_near else others
        held = [Held(each.network, each.doing(), each.patience.moved_at) for each in among]
        going = first_to_go(held, time.monotonic())
        if going is not None:
            # Not closed at once: the main loop may hold its file descriptor, which the next connection would get.
            among[going].patience.lose()
        elif too_near:
            self.patience.lose()

    def has_room_to_spool(self) -> bool:
        """Whether bodies may take up more in temporary files."""
        everywhere = [(each.network, each.spooled_bytes()) for each in self._channels()]
        near = sum(count for network, count in everywhere if network == self.network)
        if self.bounds.of_one_network is not None and near > self.bounds.spooled_bytes // 4:
            return False
        return sum(count for _, count in everywhere) <= self.bounds.spooled_bytes

    def spooled_bytes(self) -> int:
        """How much of this connection's bodies lies in temporary files."""
        return sum(each.spooled_bytes for each in [self.request, *self.requests] if each is not None)

    def _channels(self) -> list["Channel"]:
        return [each for each in self._map.values() if isinstance(each, Channel)]

    def doing(self) -> Doing:
        """What it is at."""
        if self._at_work():
            return Doing.WAITING
        if self.total_outbufs_len or self.ahead:
            return Doing.TRANSFER
        if self.request is None:
            return Doing.RESTING if self.answered else Doing.NOTHING
        return Doing.TRANSFER if self.request.headers_finished or self.request.cut_short else Doing.HEADER


def listen(
    wsgi: Any, opened: dict[int, Any], bounds: Bounds, headers: Mapping[str, str], threads: int, **settings: Any
) -> Any:
    """waitress's server for `wsgi`, listening but not yet answering; `opened` will hold what it has open.

    headers: of what never reaches `wsgi`; threads: how many requests are answered at once, large uploads beside them;
    settings: waitress's own. Raises OSError when the port cannot be used.
    """
    listening = create_server(
        wsgi,
        map=opened,
        _dispatcher=Workers(threads),
        # Connections and bodies are held to bounds of their own: waitress's, which go by a clock that may be set and
        # know no routes, never come first.
        channel_timeout=sys.maxsize,
        max_request_body_size=sys.maxsize,
        # select() fails for good on a descriptor above 1023.
        asyncore_use_poll=True,
        **settings,
    )
    for each in opened.values():
        if isinstance(each, BaseWSGIServer):
            each.channel_class, each.bounds, each.headers = Channel, bounds, headers
    return listening

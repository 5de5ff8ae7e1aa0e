"""Clients who keep a server from its visitors: so many of one kind, all in this process and from 127.0.0.1.

Run as `siege_attacks.py KIND COUNT PORT SECONDS PATH`; PATH is a large file of the site. Every client begins again when
its connection ends.
"""

import asyncio
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

PIPELINED = 138  # requests in one packet of 8 KB
DRIP_SECONDS = 0.5
# An unread connection shows nothing to who does not read; it is left and begun anew after this time.
HELD_SECONDS = 10.0
AGAIN_SECONDS = 0.1


class Client:
    """One connection after another to the server."""

    def __init__(self, port: int, ends: float, path: str) -> None:
        self.port, self.ends, self.path = port, ends, path
        self.loop = asyncio.get_running_loop()

    async def keep_on(self, act: Callable[[socket.socket], Awaitable[None]], pause: float = AGAIN_SECONDS) -> None:
        """Do it again and again until the time is over."""
        while time.monotonic() < self.ends:
            with socket.socket() as line, suppress(OSError, TimeoutError):
                line.setblocking(False)
                # Small, so that what is not read stays with the server.
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                async with asyncio.timeout_at(self.ends - time.monotonic() + self.loop.time()):
                    await self.loop.sock_connect(line, ("127.0.0.1", self.port))
                    await act(line)
            await asyncio.sleep(pause)

    def get(self) -> bytes:
        """A request for the large file."""
        return f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()

    async def idle(self, line: socket.socket) -> None:
        await self.loop.sock_recv(line, 1)

    async def rest(self, line: socket.socket) -> None:
        await self.loop.sock_sendall(line, b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        while await self.loop.sock_recv(line, 4096):
            pass

    async def drip(self, line: socket.socket, begun: bytes, more: bytes) -> None:
        await self.loop.sock_sendall(line, begun)
        while True:
            await asyncio.sleep(DRIP_SECONDS)
            await self.loop.sock_sendall(line, more)

    async def header(self, line: socket.socket) -> None:
        await self.drip(line, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ", b"a")

    async def body(self, line: socket.socket) -> None:
        kind = b"Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"
        await self.drip(line, b"POST /api/enquiries HTTP/1.1\r\nHost: 127.0.0.1\r\n" + kind, b" ")

    async def unread(self, line: socket.socket) -> None:
        await self.loop.sock_sendall(line, self.get())
        await asyncio.sleep(HELD_SECONDS)

    async def half_closed(self, line: socket.socket) -> None:
        await self.loop.sock_sendall(line, self.get())
        line.shutdown(socket.SHUT_WR)
        await asyncio.sleep(HELD_SECONDS)

    async def pipelined_unread(self, line: socket.socket) -> None:
        await self.loop.sock_sendall(line, self.get() * PIPELINED)
        await asyncio.sleep(HELD_SECONDS)

    async def pipelined(self, line: socket.socket) -> None:
        await self.loop.sock_sendall(line, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * PIPELINED)
        line.shutdown(socket.SHUT_WR)
        while await self.loop.sock_recv(line, 1_000_000):
            pass

    async def flood(self, line: socket.socket) -> None:
        """Connect and leave."""


async def attack(kind: str, count: int, port: int, seconds: float, path: str) -> None:
    """Let so many clients of that kind do their worst for that long."""
    ends = time.monotonic() + seconds
    clients = [Client(port, ends, path) for _ in range(count)]
    pause = 0.0 if kind == "flood" else AGAIN_SECONDS
    await asyncio.gather(*(each.keep_on(getattr(each, kind), pause) for each in clients))


if __name__ == "__main__":
    asyncio.run(attack(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]), sys.argv[5]))

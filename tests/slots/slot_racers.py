"""Visitors who race for a time over real connections, and the server's books, read from outside."""

import http.client
import json
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests import databases
from tests.onboarders import DETAILS

RACES_PER_SESSION = 20  # how often a browser may book within the hour; whoever races on comes with a new browser
PATIENCE_SECONDS = 120.0


class Racer:
    """One browser with a connection that stays open, and a project that wants a time."""

    def __init__(self, port: int, email: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._cookie = ""
        client = self._made("/api/clients", {**DETAILS, "email": email})
        self.project = self._made("/api/projects", {"clientId": client, "serviceType": "scope_tender"})

    def close(self) -> None:
        """Hang up."""
        self._connection.close()

    def times(self) -> list[int]:
        """The ids of the times that can be booked, soonest first; waits for a server that is about to make them."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            status, slots = self._ask("GET", "/api/slots/available")
            assert status == 200, slots
            if slots:
                return [slot["id"] for slot in slots]
            assert time.monotonic() < deadline, "there are no times"
            time.sleep(0.02)

    def take(self, slot: int) -> int:
        """Ask for a time, in place of the one that is held already; the answer's status."""
        return self._ask("PATCH", f"/api/slots/{slot}/book")[0]

    def _made(self, path: str, body: dict[str, Any]) -> int:
        status, answer = self._ask("POST", path, body)
        assert status == 201, answer
        return int(answer["id"])

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        headers = {"Cookie": self._cookie} if self._cookie else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        self._connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = self._connection.getresponse()
        text = answer.read()
        self._cookie = (answer.getheader("Set-Cookie") or self._cookie).partition(";")[0]
        return answer.status, json.loads(text)


class Field:
    """Racers who start together, one thread each."""

    def __init__(self, port: int, count: int, generation: int = 0) -> None:
        self.racers = [Racer(port, f"racer{generation}-{number}@example.com") for number in range(count)]
        self._pool = ThreadPoolExecutor(count)
        self._start = threading.Barrier(count)

    def close(self) -> None:
        """Let everybody go home."""
        self._pool.shutdown()
        for racer in self.racers:
            racer.close()

    def race(self, slot: int) -> tuple[Counter[int], list[int]]:
        """Everybody asks for the same time at the same moment: the answers' statuses, and the winners' projects."""

        def ask(racer: Racer) -> int:
            self._start.wait()
            return racer.take(slot)

        statuses = list(self._pool.map(ask, self.racers))
        winners = [racer.project for racer, status in zip(self.racers, statuses, strict=True) if status == 200]
        return Counter(statuses), winners


def owners(folder: Path) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Project and time of every open hold, and of every booked time, both in the same order."""
    books = databases.raw(folder)
    try:
        holds = books.execute("SELECT project_id, slot_id FROM slot_holds WHERE released_at IS NULL ORDER BY 1, 2")
        booked = books.execute("SELECT project_id, id FROM available_slots WHERE is_booked ORDER BY 1, 2")
        return holds.fetchall(), booked.fetchall()
    finally:
        books.close()

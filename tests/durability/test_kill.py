"""The server is killed at random moments while ten visitors book; nothing that it acknowledged may be lost."""

import os
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import kill_checks as checks
import pytest
from kill_server import PASSWORD, ROOT, Server
from kill_visitors import Acknowledgements, Visitor
from running import free_port

KILLS = int(os.environ.get("HELIOS_TEST_KILLS", "20"))
VISITORS = 10
STEPS = 7
SETTLE_SECONDS = 120.0
PATIENCE_SECONDS = 120.0
TWO_HOURS = 2 * 60 * 60
HASTY = (str(Path(__file__).with_name("hasty_server.py")),)
DYING = (str(Path(__file__).with_name("dying_server.py")),)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The program on an empty folder, running."""
    assert (ROOT / "ui/dist/manifest.json").exists(), "the pages are not built: make build"
    made = Server(tmp_path / "data", free_port())
    made.start()
    yield made
    made.kill()


class Crowd:
    """Ten visitors who book at the same time; two of them share an e-mail address."""

    def __init__(self, port: int, cycle: int) -> None:
        names = [f"visitor-{cycle}-{number}@example.com" for number in range(VISITORS - 1)]
        self.visitors = [Visitor(port, email) for email in [*names, names[0]]]
        self.acknowledgements = Acknowledgements()
        self.failures: list[BaseException] = []
        self._threads: list[threading.Thread] = []

    def begin(self, visitors: list[Visitor] | None = None) -> None:
        """Let them book, each in a thread."""
        self._threads = [threading.Thread(target=self._book, args=(each,)) for each in visitors or self.visitors]
        for thread in self._threads:
            thread.start()

    def finish(self) -> None:
        """Wait for them; raises what a visitor met that was not the server's death."""
        for thread in self._threads:
            thread.join(timeout=60)
        if self.failures:
            raise self.failures[0]

    def _book(self, visitor: Visitor) -> None:
        try:
            visitor.book(self.acknowledgements)
        except BaseException as failure:
            self.failures.append(failure)


def settle(server: Server) -> None:
    """Wait until webhooks, reconciliation and letters are done."""
    books = checks.Books(server.folder)
    deadline = time.monotonic() + SETTLE_SECONDS
    while not books.settled():
        assert time.monotonic() < deadline, f"it does not settle:\n{server.tail()}"
        time.sleep(0.02)
    books.close()


def kill_once(server: Server, crowd: Crowd, dice: random.Random) -> list[str]:
    """Kill between any two steps; what was lost by then."""
    crowd.begin()
    crowd.acknowledgements.wait_for(dice.randrange(VISITORS * STEPS), seconds=60)
    time.sleep(dice.uniform(0, 0.03))
    server.kill()
    crowd.finish()
    return checks.after_the_kill(server.folder, crowd.visitors)


def refuse_another(server: Server) -> None:
    """A second server on the folder ends by itself and names the first."""
    before = server.log.stat().st_size
    second = server.spawn(free_port())
    try:
        code = second.wait(timeout=PATIENCE_SECONDS)
    finally:
        second.kill()
        second.wait()
    said = server.log.read_bytes()[before:].decode(errors="replace")
    assert code != 0, said
    assert f"process {server.pid})" in said


@pytest.mark.spec("B-11")
def test_nothing_acknowledged_is_lost_however_often_the_server_is_killed(server: Server) -> None:
    dice = random.Random(KILLS)
    everybody: list[Visitor] = []
    for cycle in range(KILLS):
        crowd = Crowd(server.port, cycle)
        everybody += crowd.visitors
        assert kill_once(server, crowd, dice) == []
        server.start()
        if cycle in (0, KILLS - 1):
            refuse_another(server)
        # Some come back and go on; the others have closed their browsers.
        returning = dice.sample(crowd.visitors, VISITORS // 2)
        crowd.begin(returning)
        crowd.finish()
        assert all(each.reached == STEPS for each in returning)
        settle(server)
        assert [problem for each in crowd.visitors for problem in checks.seen(each)] == []
    stands(server, everybody)


def stands(server: Server, everybody: list[Visitor]) -> None:
    """Everything of every cycle is there, once, also after another restart with its sweep."""
    staff = Visitor(server.port, "")
    staff.post("/api/admin/login", username="owner", password=PASSWORD)
    assert [problem for each in everybody for problem in checks.fetched(staff, each)] == []
    server.kill()
    for path in (server.folder / "documents").glob("[0-9a-f][0-9a-f]/*"):
        os.utime(path, (time.time() - TWO_HOURS,) * 2)
    server.start()
    settle(server)
    books = checks.Books(server.folder)
    assert checks.consistent(books) == []
    assert [problem for each in everybody for problem in checks.kept(books, each, server.folder)] == []
    assert [problem for each in everybody for problem in checks.seen(each)] == []
    paid = {each.intent for each in everybody if each.charged}
    assert paid <= books.confirmed()
    books.close()


def test_a_server_that_acknowledges_too_early_is_caught(server: Server) -> None:
    server.stop()
    hasty = Server(server.folder, server.port, HASTY)
    hasty.start()
    try:
        crowd = Crowd(hasty.port, 0)
        crowd.begin()
        # Uploads are everybody's third step: by then some are acknowledged and none is written.
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not any(each.files for each in crowd.visitors):
            assert time.monotonic() < deadline, "no upload was acknowledged"
            time.sleep(0.01)
        hasty.kill()
        crowd.finish()
        lost = checks.after_the_kill(hasty.folder, crowd.visitors)
    finally:
        hasty.kill()
    assert any("has no row" in problem for problem in lost)


@pytest.mark.spec("B-11")
def test_a_server_killed_between_a_payment_and_the_sign_in_it_brings_sends_it_once_it_runs_again(
    server: Server,
) -> None:
    server.stop()
    dying = Server(server.folder, server.port, DYING)
    dying.start()
    visitor = Visitor(dying.port, "visitor@example.com")
    visitor.book(Acknowledgements())
    dying.kill()
    assert visitor.reached < STEPS
    books = checks.Books(server.folder)
    client = books.one("SELECT id FROM clients WHERE email = 'visitor@example.com' AND access_due_at IS NOT NULL")
    letters = "SELECT count(*) FROM letters WHERE kind = 'credentials' AND client_id = ?"
    assert books.one(letters, client) == 0
    books.close()
    for _ in range(2):
        server.start()
        visitor.book(Acknowledgements())
        settle(server)
        server.stop()
    assert visitor.reached == STEPS
    books = checks.Books(server.folder)
    assert books.one(letters, client) == 1
    assert checks.consistent(books) == []
    books.close()

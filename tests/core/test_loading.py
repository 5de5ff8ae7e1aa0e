"""A start in slow motion: pages are answered, all else waits for its true answer, a failure ends the process."""

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from running import ROOT, free_port

from app.loading import Loading

SLOW = Path(__file__).with_name("slow_start.py")
WAIT_SECONDS = 60.0


class Start:
    """A server whose routes are not loaded before `go()`; `asked()` is told of once its request has been sent."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        around = {name: text for name, text in os.environ.items() if not name.startswith("HELIOS_")}
        around |= {"HELIOS_DATA_DIR": str(folder / "data"), "PORT": str(self.port)}
        self.process = subprocess.Popen(
            [sys.executable, SLOW], env=around, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self._asking = ThreadPoolExecutor(8)
        until = time.monotonic() + WAIT_SECONDS
        while True:
            try:
                assert self.ask("GET", "/")[0] == 200
                return
            except ConnectionRefusedError:
                assert self.process.poll() is None and time.monotonic() < until, self.ended()
                time.sleep(0.02)

    def ask(self, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        """Status and body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT_SECONDS)
        try:
            kind = {"Content-Type": "application/json"} if body is not None else {}
            connection.request(method, path, body, {"Host": "localhost", **kind})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def asked(self, method: str, path: str, body: bytes | None = None) -> "Future[tuple[int, bytes]]":
        """The answer, while one waits for it."""
        return self._asking.submit(self.ask, method, path, body)

    def go(self) -> None:
        """Let the rest be loaded."""
        (self.folder / "go").touch()

    def fail(self, words: str) -> None:
        """Let the loading fail."""
        (self.folder / "failing").write_text(words, encoding="utf-8")
        (self.folder / "failing").rename(self.folder / "fail")

    def ended(self) -> tuple[int, str, str]:
        """How it ended: status, standard output and error."""
        said, complained = self.process.communicate(timeout=WAIT_SECONDS)
        return self.process.returncode, said, complained


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    begun = Start(tmp_path)
    yield begun
    begun.process.kill()
    begun.process.communicate()


def test_pages_are_answered_before_the_routes_are_there_and_a_call_gets_its_true_answer_then(start: Start) -> None:
    ways = {
        "health": start.asked("GET", "/api/health"),
        "times": start.asked("GET", "/api/slots/available"),
        "no route": start.asked("GET", "/api/nothing-here"),
        "too large": start.asked("POST", "/api/client/login", json.dumps({"email": "a" * 300_000}).encode()),
    }
    for path in ("/contact", "/robots.txt", "/admin/login", "/nothing-here"):
        assert start.ask("GET", path)[0] == (404 if path == "/nothing-here" else 200), path
    assert not any(each.done() for each in ways.values())
    start.go()
    answers = {name: each.result(WAIT_SECONDS) for name, each in ways.items()}
    assert {name: status for name, (status, _) in answers.items()} == {
        "health": 200,
        "times": 200,
        "no route": 404,
        "too large": 413,
    }
    assert json.loads(answers["health"][1])["status"] == "ok" and "message" in json.loads(answers["too large"][1])
    start.process.send_signal(signal.SIGTERM)
    status, said, _ = start.ended()
    assert status == 0 and said.startswith("Helios answers at ")


def test_a_loading_that_fails_ends_the_process_with_its_words_and_nobody_is_told_that_it_is_ready(start: Start) -> None:
    waiting = start.asked("GET", "/api/health")
    assert start.ask("GET", "/")[0] == 200
    start.fail("The kettle is empty. Fill it.")
    status, said, complained = start.ended()
    assert (status, said) == (1, "")
    assert complained.splitlines()[-1] == "Error: The kettle is empty. Fill it." and "Traceback" not in complained
    with suppress(OSError, http.client.HTTPException):  # the connection may end with the process
        assert waiting.result(WAIT_SECONDS)[0] == 503


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("loads", [True, False])
def test_a_stop_while_it_loads_is_an_orderly_one(start: Start, number: signal.Signals, loads: bool) -> None:
    start.process.send_signal(number)
    if loads:
        start.go()
    status, said, complained = start.ended()
    assert (status, said) == (0, "") and "Traceback" not in complained


def test_the_pages_need_little_of_the_program() -> None:
    front = ["app.__main__", "app.server", "app.front", "app.loading", "app.connections", "app.config", "app.welcome"]
    told = "import json, sys; print(json.dumps(sorted(sys.modules)))"
    asked = subprocess.run(
        [sys.executable, "-c", f"import {', '.join(front)}; {told}"], cwd=ROOT, capture_output=True, check=True
    )
    loaded = {name.partition(".")[0] for name in json.loads(asked.stdout)}
    large = "flask jinja2 limits asyncio werkzeug filetype smtplib argon2 stripe requests icalendar fpdf fontTools PIL"
    assert loaded >= {"app", "waitress", "peewee", "pydantic"}
    assert loaded & {*large.split(), "peewee_migrate", "prometheus_client", "zxcvbn", "xml"} == set()


class Answering:
    """As much of a house as answers."""

    def __init__(self) -> None:
        self.wsgi: Callable[..., list[bytes]] = lambda environ, start: [b"true"]
        self.most_bytes = lambda method, path: len(path)


def test_what_waits_too_long_is_asked_to_come_back_and_gets_its_answer_then(house: Any) -> None:
    go, begun, told = threading.Event(), threading.Event(), []

    def load() -> Any:
        go.wait(WAIT_SECONDS)
        return Answering()

    loading = Loading(load, lambda house: begun.set(), seconds=0.01)
    loading.start()
    (body,) = loading({}, lambda status, headers: told.append((status, dict(headers))))
    ((status, headers),) = told
    assert status.startswith("503 ") and json.loads(body)["fields"] == {}
    assert headers["Retry-After"] == "5" and "Content-Security-Policy" in headers
    assert loading.most_bytes("POST", "/api") > 10**12
    go.set()
    assert begun.wait(WAIT_SECONDS)
    assert loading({}, lambda status, headers: None) == [b"true"] and loading.most_bytes("POST", "/api") == 4
    loading.end()
    loading.raise_failure()


def test_nothing_begins_once_the_server_is_being_stopped() -> None:
    go, begun = threading.Event(), []

    def load() -> Any:
        go.wait(WAIT_SECONDS)
        return Answering()

    loading = Loading(load, begun.append)
    loading.start()
    threading.Timer(0.05, go.set).start()
    loading.end()
    assert loading.house is not None and begun == []

"""The health route: it tells whether the server can do its work, not only that it runs."""

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from pysqlite3 import dbapi2 as sqlite3

from app import __version__, db, health
from app.factory import House
from tests import databases
from tests.people import People


@pytest.fixture(autouse=True)
def _looking_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "GOOD_FOR_SECONDS", -1.0)
    monkeypatch.setattr(health, "PATIENCE_SECONDS", 0.2)


@contextmanager
def full_disk(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[None]:
    with patch.context() as inner:
        inner.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=health.LEAST_FREE_BYTES - 1))
        yield


@contextmanager
def no_database(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[None]:
    path = databases.base(folder)
    path.rename(folder / "away")
    yield
    (folder / "away").rename(path)


@contextmanager
def endless_write(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[None]:
    other = databases.raw(folder, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


@contextmanager
def read_only(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """As on a disk that was mounted anew without leave to write: root's own files included."""
    real = sqlite3.connect

    def closed(name: str, **more: object) -> object:
        return real(name.replace("mode=rw", "mode=ro"), **more)

    with patch.context() as inner:
        inner.setattr(sqlite3, "connect", closed)
        yield


@contextmanager
def other_content(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[None]:
    databases.settle()
    path = databases.base(folder)
    with no_database(folder, patch):
        path.write_bytes(b"something else" * 1000)
        yield
        path.unlink()


TROUBLES = [full_disk, no_database, endless_write, read_only, other_content]


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: trouble.__name__)
def test_a_server_that_cannot_work_says_so_without_a_word_of_its_inside_and_recovers(
    house: House, people: People, monkeypatch: pytest.MonkeyPatch, trouble: Callable[..., object]
) -> None:
    visitor = people.visitor()
    with trouble(house.config.folder, monkeypatch):
        answer = visitor.get("/api/health")
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
        said = {"message": "We cannot save anything right now. Please try again later.", "fields": {}}
        assert answer.get_json() == said
    answer = visitor.get("/api/health")
    assert (answer.status_code, answer.get_json()) == (200, {"status": "ok", "version": __version__})


def test_asking_writes_nothing_and_whoever_asks_without_end_has_one_look(
    house: House, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "GOOD_FOR_SECONDS", 3600.0)
    looks = []
    look = health.look
    monkeypatch.setattr(health, "look", lambda folder: looks.append(folder) or look(folder))
    version = "PRAGMA data_version"
    before = db.database.execute_sql(version).fetchone()
    visitor = people.visitor()
    assert {visitor.get("/api/health").status_code for _ in range(20)} == {200}
    assert (len(looks), db.database.execute_sql(version).fetchone()) == (1, before)


def test_nobody_waits_behind_a_look_that_takes_long(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    state = health.Health(house.config.folder)
    assert state.trouble() is None
    begun, go_on = threading.Event(), threading.Event()

    def slow(folder: Path) -> str:
        begun.set()
        go_on.wait(60)
        return "slow"

    monkeypatch.setattr(health, "look", slow)
    first = threading.Thread(target=state.trouble)
    first.start()
    assert begun.wait(60)
    assert state.trouble() is None
    go_on.set()
    first.join()
    assert state.trouble() == "slow"

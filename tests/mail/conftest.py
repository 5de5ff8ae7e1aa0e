"""What every test of the outbox starts from."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from mail_helpers import Clock, Mailbox, serving

from app import clock, db
from app.accounts.actions import Details, attach
from app.accounts.models import Client
from app.mail import sender


@pytest.fixture
def hands() -> Iterator[Clock]:
    """The program's clock, in the test's hands."""
    moved = Clock()
    with clock.reading(lambda: moved.now):
        yield moved


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without a row, made once: the migrations take longer than most tests here."""
    folder = tmp_path_factory.mktemp("empty")
    db.connect(folder)
    db.migrate(folder)
    db.snapshot(folder / "empty.sqlite3")
    db.close()
    return folder / "empty.sqlite3"


@pytest.fixture
def outbox(tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A fresh data folder with an empty outbox."""
    monkeypatch.setattr(sender, "_taken", set())
    shutil.copy(empty_database, tmp_path / db.FILE_NAME)
    db.connect(tmp_path)
    yield tmp_path
    db.close()


@pytest.fixture
def mailbox() -> Mailbox:
    """The mail server's side."""
    return Mailbox()


@pytest.fixture
def server(mailbox: Mailbox) -> Iterator[int]:
    """The port of a mail server that takes everything unless `mailbox` says otherwise."""
    with serving(mailbox) as port:
        yield port


@pytest.fixture
def a_client(outbox: Path, hands: Clock) -> Client:
    """Somebody whom letters belong to."""
    return attach(Details("Maria Rossi", "maria@example.com", "0400 111 222"), hands.now).client

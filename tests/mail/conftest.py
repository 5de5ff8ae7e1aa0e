"""What every test of the outbox starts from."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from mail_helpers import Clock, Mailbox, serving

from app import clock
from app.accounts.actions import Details, attach
from app.accounts.models import Client


@pytest.fixture
def hands() -> Iterator[Clock]:
    """The program's clock, in the test's hands."""
    moved = Clock()
    with clock.reading(lambda: moved.now):
        yield moved


@pytest.fixture
def outbox(folder: Path) -> Path:
    """A fresh data folder with an empty outbox."""
    return folder


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

"""A mail server to talk to, and an outbox to fill."""

import socket
import ssl
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from running import free_port

from app import clock, config
from app.mail import actions, letters
from app.mail.content import Draft, Firm
from app.mail.models import Letter, LetterStatus

CERTIFICATE = Path(__file__).with_name("localhost.pem")  # for tests on this machine only, protects nothing
START = datetime(2026, 5, 12, 0, 0, tzinfo=UTC)
FIRM = Firm(
    name="Helios Project Management",
    phone="(02) 9585 1234",
    email="office@heliospm.example",
    support_email="help@heliospm.example",
    abn="53 004 085 616",
    address="Hurstville, NSW 2220",
    site_address="https://heliospm.example",
)


@dataclass
class Mailbox:
    """What a mail server took, and how it answers."""

    taken: list[EmailMessage] = field(default_factory=list)
    to_reader: dict[str, str] = field(default_factory=dict)  # address -> answer to RCPT
    to_letter: str = "250 Taken"
    hang_up_after_letter: bool = False
    tls: list[bool] = field(default_factory=list)

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        """Accept the reader unless told otherwise."""
        answer = self.to_reader.get(address, "250 OK")
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Take the letter, refuse it, or hang up without an answer."""
        if self.hang_up_after_letter:
            server.transport.abort()
        elif self.to_letter.startswith("250"):
            self.taken.append(message_from_bytes(envelope.content, policy=default))
            self.tls.append(session.ssl is not None)
        return self.to_letter

    def copies(self) -> Counter[str]:
        """How often each letter arrived, by Message-ID."""
        return Counter(letter["Message-ID"] for letter in self.taken)


@dataclass
class Clock:
    """A clock that moves when told."""

    now: datetime = START

    def forward(self, **by: float) -> None:
        """Let time pass."""
        self.now += timedelta(**by)


@contextmanager
def serving(mailbox: Mailbox, port: int | None = None, **options: Any) -> Iterator[int]:
    """A mail server on the given port of this machine, or on a free one."""
    controller = Controller(mailbox, hostname="127.0.0.1", port=port or free_port(), ready_timeout=60, **options)
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop(no_assert=True)


@contextmanager
def talking(conversation: Callable[[socket.socket], None]) -> Iterator[int]:
    """A server that speaks as the given function does, to one caller after another; yields its port."""
    listening = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def answer() -> None:
        while not over.is_set():
            try:
                caller, _ = listening.accept()
            except OSError:
                return
            with caller:
                try:
                    conversation(caller)
                except OSError:
                    continue

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        over.set()
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join(60)


def certificate() -> ssl.SSLContext:
    """The TLS side of a test server."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(CERTIFICATE)
    return context


def post_by(folder: Path, port: int | None = None, **mail: Any) -> config.Config:
    """Put a configuration in force that sends to `port` of this machine; without a port letters are filed."""
    if port is not None:
        mail = {"host": "127.0.0.1", "port": port, "security": "none", **mail}
    address = {"address": FIRM.site_address}
    # An owner's own facts: of the defaults nothing is shown.
    own = {name: getattr(FIRM, name) for name in ("abn", "phone", "email", "support_email")}
    posts = {"sender": FIRM.email, "staff": "staff@heliospm.example", **mail}
    made = config.build(folder, "serve", {"server": address, "business": own, "mail": posts})
    config.put_in_force(made)
    return made


def greeting_to(reader: str = "maria@example.com") -> Draft:
    """Some letter."""
    return letters.enquiry_received(FIRM, to=reader, answered="soon")


def password_to(reader: str = "maria@example.com") -> Draft:
    """A letter with a secret."""
    return letters.credentials(
        FIRM, to=reader, name="Maria Rossi", temporary_password="vTq7-mK2p-Xw9d", expires_at=START + timedelta(days=7)
    )


def posted(draft: Draft | None = None, key: str = "occasion") -> Letter:
    """A letter in the outbox."""
    return actions.post(draft or greeting_to(), key, clock.now())


def again(letter: Letter) -> Letter:
    """The letter's row as it stands now."""
    return Letter.get_by_id(letter.id)


def count_of(status: LetterStatus) -> int:
    """How many letters there are of a status."""
    return int(Letter.select().where(Letter.status == status).count())

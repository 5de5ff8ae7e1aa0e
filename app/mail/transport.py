"""One conversation with the mail server: bounded in time, with every outcome named."""

import contextlib
import ipaddress
import smtplib
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from app.config import Mail as MailSettings
from app.config import in_force
from app.mail.failures import Postponed, meaning
from app.mail.message import message
from app.mail.models import Letter

CONNECT_SECONDS = 10.0
REPLY_SECONDS = 30.0  # for each answer of the server
WHOLE_SECONDS = 60.0  # for everything from the connection on, however slowly the server drips


def deliver(letter: Letter) -> None:
    """Hand the letter to the mail server; returns once the server has taken it.

    Raises Refused, Postponed, or Unwritable. Never inside a transaction: this talks to the network.
    """
    sent = message(letter)
    with _greeted() as smtp:
        smtp.sendmail(in_force().mail.sender, [letter.recipient], sent)


def try_out() -> None:
    """Speak with the mail server as for a letter, and hand it none. Raises Refused or Postponed."""
    with _greeted():
        pass


@contextmanager
def _greeted() -> Iterator["_Smtp"]:
    late = threading.Event()
    try:
        with _conversation(in_force().mail, own_name(), late) as smtp:
            smtp.greet()
            yield smtp
            # What was to be handed over is taken. What happens while saying goodbye no longer matters.
            with contextlib.suppress(smtplib.SMTPException, OSError):
                smtp.quit()
    except (smtplib.SMTPException, OSError) as error:
        if late.is_set():
            raise Postponed(f"the conversation took longer than {WHOLE_SECONDS:g} seconds", everyone=True) from error
        raise meaning(error) from error


class _Smtp(smtplib.SMTP):
    """An SMTP client that may begin with TLS and whose connection can be cut from another thread."""

    line: socket.socket | None = None

    def __init__(self, settings: MailSettings, own_name: str) -> None:
        self.settings = settings
        self._is_cut = threading.Event()
        super().__init__(local_hostname=own_name, timeout=REPLY_SECONDS)
        self._host = settings.host  # what STARTTLS checks the certificate against

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        plain = socket.create_connection((host, port), CONNECT_SECONDS)
        # A second handle on the connection: TLS takes the first one away, in the middle of its handshake.
        self.line = plain.dup()
        if self._is_cut.is_set():
            # While the connection was being made, when there was nothing to cut.
            plain.close()
            raise TimeoutError
        plain.settimeout(timeout)
        if self.settings.security != "tls":
            return plain
        return ssl.create_default_context().wrap_socket(plain, server_hostname=host)

    def greet(self) -> None:
        """Begin the conversation as the settings say: encrypted, signed in."""
        self.ehlo_or_helo_if_needed()
        if self.settings.security == "starttls":
            self.starttls(context=ssl.create_default_context())
            self.ehlo_or_helo_if_needed()
        if self.settings.username:
            self.login(self.settings.username, self.settings.password)

    def cut(self) -> None:
        """End the connection under whoever waits on it, or as soon as it is made."""
        self._is_cut.set()
        if self.line is not None:
            with contextlib.suppress(OSError):
                self.line.shutdown(socket.SHUT_RDWR)


@contextmanager
def _conversation(settings: MailSettings, own_name: str, late: threading.Event) -> Iterator[_Smtp]:
    """A connection that is cut after WHOLE_SECONDS (then `late` is set) and always closed."""
    smtp = _Smtp(settings, own_name)

    def too_late() -> None:
        late.set()
        smtp.cut()

    watch = threading.Timer(WHOLE_SECONDS, too_late)
    watch.daemon = True
    watch.start()
    try:
        code, answer = smtp.connect(settings.host, settings.port)
        if code != 220:
            raise smtplib.SMTPConnectError(code, answer)
        yield smtp
    finally:
        watch.cancel()
        smtp.close()
        if smtp.line is not None:
            smtp.line.close()


def own_name() -> str:
    """How the program introduces itself. The library would ask the name service, which can take a minute."""
    host = urlsplit(in_force().server.address).hostname or "localhost"
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    return f"[IPv6:{address}]" if address.version == 6 else f"[{address}]"

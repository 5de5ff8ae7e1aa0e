"""A letter as it travels: bytes whose headers say what was meant, and nothing else, read back before they leave."""

from email import message_from_bytes
from email.message import EmailMessage, Message
from email.policy import SMTP, compat32
from email.utils import parseaddr

from app.mail import headers
from app.mail.models import Letter

# What the body's own structure adds to the headers that a letter is given.
_OF_THE_BODY = ("mime-version", "content-type", "content-transfer-encoding")


class Unwritable(Exception):
    """The letter cannot be written as a message that says what was meant."""


def message(letter: Letter) -> bytes:
    """The letter with its headers, text and HTML, lines ended by CRLF. Raises Unwritable."""
    body = EmailMessage(policy=SMTP)
    try:
        body.set_content(letter.text, cte="quoted-printable")
        if letter.html:
            body.add_alternative(letter.html, subtype="html", cte="quoted-printable")
        if letter.calendar is not None:
            # The method in the content type is what lets mail programs offer to add, move or remove the appointment.
            method = "CANCEL" if "METHOD:CANCEL" in letter.calendar else "REQUEST"
            body.add_attachment(
                letter.calendar.encode(),
                maintype="text",
                subtype="calendar",
                filename="consultation.ics",
                params={"method": method, "charset": "utf-8"},
            )
        meant = headers.of(letter)
        made = b"".join(headers.line(name, value) for name, value in meant) + body.as_bytes()
        compare(message_from_bytes(made, policy=compat32), meant, letter)
    except (ValueError, UnicodeError, LookupError) as error:
        raise Unwritable(f"the letter cannot be written as a message ({error})") from error
    return made


def compare(read: Message, meant: list[tuple[str, str]], letter: Letter) -> None:
    """ValueError where the message as it would be read is not the letter that was meant."""
    found = [(name, str(value)) for name, value in read.items() if name.lower() not in _OF_THE_BODY]
    if [name for name, _ in found] != [name for name, _ in meant] or read.defects:
        raise ValueError("its headers would be read differently")
    for (name, value), (_, folded) in zip(meant, found, strict=True):
        if headers.shown(name, folded) != (parseaddr(value) if name in headers.OF_MAILBOXES else value):
            raise ValueError(f"{name} would be read differently")
    parts = [part.get_payload(decode=True) for part in read.walk() if not part.is_multipart()]
    meant_parts = [part for part in (letter.text, letter.html, letter.calendar) if part]
    if [_lines(part) for part in parts] != [_lines(part.encode()) for part in meant_parts]:
        raise ValueError("its content would be read differently")


def _lines(content: object) -> list[bytes]:
    assert isinstance(content, bytes)
    return content.rstrip(b"\r\n").replace(b"\r\n", b"\n").split(b"\n")

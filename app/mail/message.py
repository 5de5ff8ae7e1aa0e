"""A letter as it travels: bytes whose headers say what was meant, and nothing else.

Python's e-mail package reads what it is given as a header: an encoded word (RFC 2047) in a visitor's name would be
decoded, and what it hid (line breaks, further headers) written out as it is. So every header is encoded here and never
parsed on its way out, and the finished message is read back before it leaves.
"""

from email import message_from_bytes
from email.header import Header, decode_header, make_header
from email.headerregistry import Address
from email.message import EmailMessage, Message
from email.policy import SMTP, compat32
from email.utils import format_datetime, formataddr, parseaddr, quote

from app.config import in_force
from app.mail.content import has_breaks
from app.mail.models import Letter

ENCODED = "=?"  # how an encoded word begins
_LINE = 76
# What the body's own structure adds to the headers that a letter is given.
_OF_THE_BODY = ("mime-version", "content-type", "content-transfer-encoding")


class Unwritable(Exception):
    """The letter cannot be written as a message that says what was meant."""


def message(letter: Letter) -> bytes:
    """The letter with its headers, text and HTML, lines ended by CRLF. Raises Unwritable."""
    try:
        headers = _headers(letter)
        head = b"".join(_line(name, value) for name, value in headers)
        made = head + _body(letter).as_bytes()
        _compare(message_from_bytes(made, policy=compat32), headers, letter)
    except (ValueError, UnicodeError, LookupError) as error:
        raise Unwritable(f"the letter cannot be written as a message ({error})") from error
    return made


def _headers(letter: Letter) -> list[tuple[str, str]]:
    """What is meant, in order: name and value as its reader shall see it."""
    config = in_force()
    firm = config.business
    own = config.real("business.email", firm.email)
    headers = [
        ("Message-ID", letter.message_id),
        ("Date", format_datetime(letter.created_at)),
        ("From", mailbox(config.mail.sender, firm.name)),
        ("To", mailbox(letter.recipient)),
    ]
    if letter.reply_to is not None:
        # A letter must reach staff whatever its writer gave for an address; the body shows it as it is.
        if ENCODED not in letter.reply_to:
            headers.append(("Reply-To", mailbox(letter.reply_to)))
    elif own.lower() not in ("", config.mail.sender.lower()):
        headers.append(("Reply-To", mailbox(own, firm.name)))
    headers.append(("Subject", letter.subject.strip()))
    headers.append(("Auto-Submitted", "auto-generated"))  # so that absence notices do not answer it
    return headers


def mailbox(address: str, name: str = "") -> str:
    """`address`, quoted where mail's grammar is narrower than the web's, behind a name if there is one.

    ValueError for an address that a mail program could read as something else.
    """
    local, _, domain = address.rpartition("@")
    if ENCODED in address or has_breaks(address):
        raise ValueError("an address holds an encoded word or a line break")
    plain = Address(username=local, domain=domain).addr_spec
    if name.isascii():
        return formataddr((name, plain))
    return f'"{quote(name)}" <{plain}>'


def _line(name: str, value: str) -> bytes:
    """One header, folded. A value that is not plain ASCII, or could be read as encoded, is encoded as a whole."""
    if has_breaks(value):
        raise ValueError(f"{name} would need more than one line")
    if value.isascii() and ENCODED not in value:
        told = Header(value, "us-ascii", _LINE, name).encode(linesep="\r\n")
    elif name in ("From", "Reply-To"):
        # Only a mailbox's name may be encoded (RFC 2047, section 5).
        shown, address = parseaddr(value)
        told = f"{_encoded(shown, name)}\r\n <{address}>"
    else:
        told = _encoded(value, name)
    return f"{name}: {told}\r\n".encode("ascii")


def _encoded(value: str, name: str) -> str:
    return Header(value, "utf-8", _LINE, name).encode(linesep="\r\n")


def _body(letter: Letter) -> EmailMessage:
    made = EmailMessage(policy=SMTP)
    made.set_content(letter.text, cte="quoted-printable")
    if letter.html:
        made.add_alternative(letter.html, subtype="html", cte="quoted-printable")
    if letter.calendar is not None:
        # The method in the content type is what lets mail programs offer to add, move or remove the appointment.
        method = "CANCEL" if "METHOD:CANCEL" in letter.calendar else "REQUEST"
        made.add_attachment(
            letter.calendar.encode(),
            maintype="text",
            subtype="calendar",
            filename="consultation.ics",
            params={"method": method, "charset": "utf-8"},
        )
    return made


def _compare(read: Message, headers: list[tuple[str, str]], letter: Letter) -> None:
    """ValueError where the message as it would be read is not the letter that was meant."""
    found = [(name, str(value)) for name, value in read.items() if name.lower() not in _OF_THE_BODY]
    if [name for name, _ in found] != [name for name, _ in headers] or read.defects:
        raise ValueError("its headers would be read differently")
    for (name, meant), (_, folded) in zip(headers, found, strict=True):
        if _read(name, folded) != (parseaddr(meant) if name in ("From", "To", "Reply-To") else meant):
            raise ValueError(f"{name} would be read differently")
    parts = [part.get_payload(decode=True) for part in read.walk() if not part.is_multipart()]
    meant_parts = [part for part in (letter.text, letter.html, letter.calendar) if part]
    if [_lines(part) for part in parts] != [_lines(part.encode()) for part in meant_parts]:
        raise ValueError("its content would be read differently")


def _read(name: str, folded: str) -> str | tuple[str, str]:
    """A header's value as a mail program shows it; a mailbox as (name, address)."""
    line = folded.replace("\r\n", "").replace("\n", "")
    if name not in ("From", "To", "Reply-To"):
        return str(make_header(decode_header(line)))
    shown, address = parseaddr(line)
    return str(make_header(decode_header(shown))) if ENCODED in shown else shown, address


def _lines(content: object) -> list[bytes]:
    assert isinstance(content, bytes)
    return content.rstrip(b"\r\n").replace(b"\r\n", b"\n").split(b"\n")

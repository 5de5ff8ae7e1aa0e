"""The headers of a letter.

Python's e-mail package reads what it is given as a header: an encoded word (RFC 2047) in a visitor's name would be
decoded, and what it hid (line breaks, further headers) written out as it is. So every header is encoded here and never
parsed on its way out.
"""

from email.header import Header, decode_header, make_header
from email.headerregistry import Address
from email.utils import format_datetime, formataddr, parseaddr, quote

from app.config import in_force
from app.mail.content import has_breaks
from app.mail.models import Letter

ENCODED = "=?"  # how an encoded word begins
OF_MAILBOXES = ("From", "To", "Reply-To")
_LINE = 76


def of(letter: Letter) -> list[tuple[str, str]]:
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


def line(name: str, value: str) -> bytes:
    """One header, folded. What is not plain ASCII, or could be read differently, is encoded as a whole."""
    if has_breaks(value):
        raise ValueError(f"{name} would need more than one line")
    if value.isascii() and ENCODED not in value and not (name == "Subject" and _overlong(value)):
        told = Header(value, "us-ascii", _LINE, name).encode(linesep="\r\n")
    elif name in ("From", "Reply-To"):
        # Only a mailbox's name may be encoded (RFC 2047, section 5).
        shown, address = parseaddr(value)
        told = f"{_encoded(shown, name)}\r\n <{address}>"
    else:
        told = _encoded(value, name)
    return f"{name}: {told}\r\n".encode("ascii")


def _overlong(value: str) -> bool:
    """Whether a word fits no line: folded before it, some readers would show the fold as a space."""
    return any(len(word) > _LINE - len("Subject: ") for word in value.split())


def _encoded(value: str, name: str) -> str:
    return Header(value, "utf-8", _LINE, name).encode(linesep="\r\n")


def shown(name: str, folded: str) -> str | tuple[str, str]:
    """A header's value as a mail program shows it; a mailbox as (name, address)."""
    # What has no space and no room behind its name (a message id of a long host) stands on a line of its own.
    unfolded = folded.replace("\r\n", "").replace("\n", "").lstrip(" ")
    if name not in OF_MAILBOXES:
        return str(make_header(decode_header(unfolded)))
    whose, address = parseaddr(unfolded)
    return str(make_header(decode_header(whose))) if ENCODED in whose else whose, address

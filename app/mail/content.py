"""What a letter is made of, before it becomes text and HTML."""

import re
import unicodedata
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from app.config import in_force
from app.fields import REORDERING

_KIND = re.compile(r"[a-z][a-z0-9_]*")
_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\\\"]+@[^\s@<>()\[\],;:\\\"]+")
_TARGET = re.compile(r"(https?://|mailto:|tel:)[^\s<>\"]+")


@dataclass(frozen=True)
class Firm:
    """Who writes: the owner's facts as letters show them, '' for one that is fictional.

    `site_address` has no trailing slash.
    """

    name: str
    phone: str
    email: str
    support_email: str
    abn: str
    address: str
    site_address: str
    hours: str = "Monday to Friday, 9am to 5pm"
    short_name: str = "Helios"
    test_mark: str = ""

    @classmethod
    def present(cls) -> "Firm":
        """The firm as the configuration in force tells of it."""
        config = in_force()
        own = config.business
        return cls(
            name=own.name,
            phone=config.real("business.phone", own.phone),
            email=config.real("business.email", own.email),
            support_email=config.real("business.support_email", own.support_email),
            abn=config.real("business.abn", own.abn),
            address=own.address,
            site_address=config.server.address,
            hours=own.hours,
            short_name=own.short_name,
            test_mark=config.test_mark,
        )

    @property
    def domain(self) -> str:
        """What its letters are numbered under."""
        return self.email.rpartition("@")[2] or urlsplit(self.site_address).hostname or "helios"


@dataclass(frozen=True)
class OpensIn:
    """Where a page about one project opens: in the browser that made it, or signed in to the client portal."""

    browser: bool
    portal: bool


@dataclass(frozen=True)
class Greeting:
    """How a letter to anybody but staff begins: by a name, or without one."""

    name: str = ""


@dataclass(frozen=True)
class Paragraph:
    """Running text."""

    text: str


@dataclass(frozen=True)
class Rows:
    """A titled list of label and value; a value may have several lines."""

    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Steps:
    """A titled, numbered list."""

    title: str
    steps: tuple[str, ...]


@dataclass(frozen=True)
class Quote:
    """Words of somebody else, shown as such."""

    title: str
    text: str


@dataclass(frozen=True)
class Secret:
    """A value to be copied exactly, e.g. a temporary password."""

    label: str
    value: str


@dataclass(frozen=True)
class Action:
    """The one thing to do next: a button in HTML, an address in text."""

    label: str
    address: str

    def __post_init__(self) -> None:
        if not _TARGET.fullmatch(self.address):
            raise ValueError("a letter's button needs a whole http, https, mailto or tel address")


Block = Greeting | Paragraph | Rows | Steps | Quote | Secret | Action


@dataclass(frozen=True)
class Draft:
    """A letter to be posted. `secret`: the body is removed once it is delivered; `reply_to`: whom an answer reaches
    (the firm when None); `calendar`: an iCalendar object that goes with it.

    Raises ValueError when a value could not stand in one header line.
    """

    kind: str
    firm: Firm
    recipient: str
    subject: str
    headline: str
    blocks: tuple[Block, ...]
    secret: bool = False
    reply_to: str | None = None
    calendar: str | None = None

    def __post_init__(self) -> None:
        if not _KIND.fullmatch(self.kind):
            raise ValueError("a letter's kind is one lower-case word")
        if not _ADDRESS.fullmatch(self.recipient) or not self.recipient.isascii() or has_breaks(self.recipient):
            raise ValueError("a letter goes to one plain e-mail address")
        if self.reply_to is not None and (not _ADDRESS.fullmatch(self.reply_to) or has_breaks(self.reply_to)):
            raise ValueError("answers go to one plain e-mail address")
        if not self.subject or has_breaks(self.subject):
            raise ValueError("a letter's subject is one line")

    def to_nobody_known(self) -> "Draft":
        """The letter as it goes to an address of which nothing shows whose it is: a typed name may be a sentence."""
        return replace(self, blocks=tuple(Greeting() if isinstance(each, Greeting) else each for each in self.blocks))

    @property
    def sent_subject(self) -> str:
        """The subject as its reader sees it."""
        return f"[{self.firm.test_mark}] {self.subject}" if self.firm.test_mark else self.subject


# Letters, signs and line breaks that need no look one by one.
PLAIN = re.compile(r"[ -~\n\t]*")


def has_breaks(value: str) -> bool:
    """Whether `value` holds anything that could end a header line: CR, LF, controls, separators."""
    return any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in value)


def one_line(value: str, longest: int = 80) -> str:
    """A visitor's text made fit for a subject: one line, at most `longest` characters."""
    line = " ".join(printable(value).split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def printable(value: str) -> str:
    """`value` without control characters (line breaks stay) and without marks that reorder text."""
    if PLAIN.fullmatch(value):
        return value  # nearly every text is, and each is looked through again for every letter
    return "".join(
        c
        for c in value.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
        if c in "\n\t" or (unicodedata.category(c) not in ("Cc", "Cs") and c not in REORDERING)
    )

"""What several letters share."""

import re
from collections.abc import Sequence

from app.mail.content import Firm, Paragraph, Rows, one_line, printable


def greeting(name: str) -> str:
    """'Dear Maria Rossi,' or, where the name could be an advertisement sent to a stranger, 'Hello,'."""
    plain = one_line(name, 200)
    # A full stop inside a word is a web address to a mail program; "J. P. Smith" has none.
    addressable = re.search(r"[/:@<>$]|\w\.\w", plain)
    return f"Dear {plain}," if 0 < len(plain) <= 60 and not addressable else "Hello,"


def rows(title: str, pairs: Sequence[tuple[str, str]]) -> Rows:
    """A titled list of those rows that have a value."""
    return Rows(title, tuple((label, value) for label, value in pairs if printable(value).strip()))


def farewell(firm: Firm) -> Paragraph:
    """How a letter to a client ends."""
    return Paragraph(
        f"Questions? Reply to this email or call us on {firm.phone}, {firm.hours}.\n\nWarm regards,\n{firm.name}"
    )

"""Rules for what people type. One table serves the server's checks and the browser's (through rules.gen.ts)."""

import re
import unicodedata
from dataclasses import dataclass, replace
from urllib.parse import quote

REQUIRED = "Required"
INVALID = "Invalid input"

# Both regular-expression dialects read this pattern alike. It is the HTML standard's, with a dot required, and without
# "=?", which begins an encoded word (RFC 2047): mail programs would read another address than the one that was typed.
# No mail server takes more than 64 characters before the "@" (RFC 5321, 4.5.3.1), or a bare number for a domain.
EMAIL_PATTERN = (
    r"^(?!.*=\?)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    r"(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*\.[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$"
)
EMAIL_LONGEST = 254
_EMAIL = re.compile(EMAIL_PATTERN)
# Marks that reorder what follows them: 'fdp.exe' must not read as 'exe.pdf', in a letter as little as in a list.
REORDERING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Letters by their category that nobody sees: the fillers of Hangul.
FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
_BREAKS = re.compile("\r\n?|[\u2028\u2029]")


@dataclass(frozen=True)
class TextRule:
    """A text field. Lengths are in characters after trimming; `message` answers a text that is too short."""

    least: int
    most: int
    message: str
    too_long: str
    lines: bool = False
    email: bool = False
    no_letter: str = ""  # answers a text without a letter that can be seen; "" where it needs none


def text(least: int, most: int, message: str, label: str, lines: bool = False) -> TextRule:
    """A rule whose longest form has a message of its own, named after `label`."""
    return TextRule(least, most, message, f"{label} must be at most {most:,} characters", lines=lines)


def name(message: str, label: str) -> TextRule:
    """A rule for somebody's name, 2 to 120 characters: letters greet with it."""
    return replace(text(2, 120, message, label), no_letter=f"{label} must contain a letter")


def email(message: str) -> TextRule:
    """A rule for one e-mail address."""
    return TextRule(3, EMAIL_LONGEST, message, message, email=True)


def problem(value: str, rule: TextRule) -> str | None:
    """What is wrong with `value` (already tidied) under `rule`, in the rule's words; None when nothing is."""
    if len(value) < rule.least:
        return rule.message
    if len(value) > rule.most:
        return rule.too_long
    if rule.email and not _EMAIL.match(value):
        return rule.message
    if rule.no_letter and not any(unicodedata.category(char)[0] == "L" and char not in FILLERS for char in value):
        return rule.no_letter
    return None


def tidy(value: str, lines: bool = False) -> str:
    """`value` as it is kept: trimmed, composed (NFC), without control characters and reordering marks.

    A single-line field loses line breaks too, Unicode's own among them, so that no value can add a header to a letter.
    """
    kept = unicodedata.normalize("NFC", _BREAKS.sub("\n", value))
    if not lines:
        kept = kept.replace("\n", " ").replace("\t", " ")
    return "".join(
        char
        for char in kept
        if char in "\n\t" or (unicodedata.category(char) not in ("Cc", "Cs", "Cn") and char not in REORDERING)
    ).strip()


def seen(value: str) -> str:
    """`value` without control and format characters, which nobody sees."""
    return "".join(char for char in value if unicodedata.category(char) not in ("Cc", "Cf"))


def mailto(address: str) -> str:
    """The address as a link (RFC 6068): "?", "&" and "%", which an address may hold, would begin a subject or body."""
    return f"mailto:{quote(address, safe='@')}"


def tel(phone: str) -> str:
    """The number as a link (RFC 3966), in its international form where it has one."""
    digits = "".join(character for character in phone if character.isdigit())
    if digits.startswith("0"):
        return f"tel:+61{digits[1:]}"
    # 13 and 1300 numbers are dialled as they stand.
    return f"tel:+{digits}" if phone.startswith("+") else f"tel:{digits}"
